/**
 * Methods of development tools that a devnet has no answer to, and why. Tools that try them hear that the method does not
 * exist, or what the node that they know says.
 */
import { INVALID_PARAMS, METHOD_NOT_FOUND, RpcError, SERVER_ERROR } from '../jsonrpc/errors.js';

const STATE_FILES =
  'state files are not supported yet; "halley export" writes the newest state as a genesis document, and a home folder keeps a chain';
const FORKING = 'forking another chain is not supported yet';
const FINAL = 'what consensus has decided is final; anvil_rollback takes the newest blocks back';

const MISSING: ReadonlyMap<string, string> = new Map(
  Object.entries({
    anvil_dumpState: STATE_FILES,
    hardhat_dumpState: STATE_FILES,
    anvil_loadState: STATE_FILES,
    hardhat_loadState: STATE_FILES,
    anvil_setRpcUrl: FORKING,
    hardhat_setRpcUrl: FORKING,
    anvil_reorg: FINAL,
  }),
);

/** What Hardhat and Anvil say, each with its code. */
const NO_MIN_GAS_PRICE: ReadonlyMap<string, number> = new Map(
  Object.entries({
    hardhat_setMinGasPrice: SERVER_ERROR,
    anvil_setMinGasPrice: INVALID_PARAMS,
  }),
);

/** Undefined for a method that nobody has heard of. */
export function refusedMethod(name: string): RpcError | undefined {
  const reason = MISSING.get(name);
  if (reason !== undefined)
    return new RpcError(METHOD_NOT_FOUND, `the method ${name} does not exist/is not available: ${reason}`);
  const code = NO_MIN_GAS_PRICE.get(name);
  return code === undefined ? undefined : new RpcError(code, `${name} is not supported when EIP-1559 is active`);
}
