/**
 * Lists methods of development tools that a devnet does not support, with the reasons. The error says that the method
 * does not exist, or has the text of the node that the tool knows.
 */
import { INVALID_PARAMS, METHOD_NOT_FOUND, RpcError, SERVER_ERROR } from '../jsonrpc/errors.js';

const FINAL = 'decided blocks are final; anvil_rollback removes the newest blocks';

const MISSING: ReadonlyMap<string, string> = new Map(
  Object.entries({
    anvil_reorg: FINAL,
  }),
);

/** Maps methods that Hardhat and Anvil refuse with the same text to the code that each of them uses. */
const NO_MIN_GAS_PRICE: ReadonlyMap<string, number> = new Map(
  Object.entries({
    hardhat_setMinGasPrice: SERVER_ERROR,
    anvil_setMinGasPrice: INVALID_PARAMS,
  }),
);

/** Returns undefined for a method that is not listed. */
export function refusedMethod(name: string): RpcError | undefined {
  const reason = MISSING.get(name);
  if (reason !== undefined)
    return new RpcError(METHOD_NOT_FOUND, `the method ${name} does not exist/is not available: ${reason}`);
  const code = NO_MIN_GAS_PRICE.get(name);
  return code === undefined ? undefined : new RpcError(code, `${name} is not supported when EIP-1559 is active`);
}
