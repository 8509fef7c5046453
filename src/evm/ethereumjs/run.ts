/**
 * Runs one message in a machine: warm addresses, authorizations, code, refunds, self-destructs (go-ethereum
 * `state_transition.go` from `innerExecute` on). Nonce and fee are the caller's: a transaction pays before and is repaid
 * after, a call does neither. This stands in for `runTx` of @ethereumjs/vm, whose fees go to the miner and to nowhere;
 * that one is the oracle in the tests.
 */
import type { EVMResult, EVMRunCallOpts, Log } from '@ethereumjs/evm';
import { Address } from '@ethereumjs/util';
import type { EthereumLog } from '../../codec/ethereum/log.js';
import { EMPTY_BYTES } from '../../kernel/bytes.js';
import { fromHex, toHex } from '../../kernel/hex.js';
import { applyAuthorizations } from '../authorizations.js';
import type { BlockContext } from '../block_context.js';
import type { IntrinsicGas } from '../intrinsic_gas.js';
import type { Execution, Message } from '../machine.js';
import type { MachineState } from '../state.js';
import type { HalleyEvm } from './evm.js';
import { failureOf, REVERTED } from './halts.js';
import type { StateAdapter } from './state_adapter.js';

type Block = NonNullable<EVMRunCallOpts['block']>;

/** EIP-3529: at most this part of the used gas is refunded. */
const MAX_REFUND_QUOTIENT = 5n;

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** The EVM and the state that it works on. */
export interface Engine {
  readonly evm: HalleyEvm;
  readonly adapter: StateAdapter<MachineState>;
}

/** See `Machine.execute`. */
export async function execute(
  engine: Engine,
  context: BlockContext,
  message: Message,
  gas: IntrinsicGas,
): Promise<Execution> {
  const { evm, adapter } = engine;
  evm.isOf(context.evmChainId);
  const block = blockOf(context);
  if (evm.frame !== undefined) evm.frame.block = context;
  const before = adapter.created;
  evm.takeConsoleCalls();
  warmUp(evm, block, message);
  const authorized = applyAuthorizations(
    adapter.state,
    message.authorizationList ?? [],
    context.evmChainId,
    (authority) => evm.journal.addAlwaysWarmAddress(toHex(authority)),
  );
  evm.authorized = authorized;
  const result = await run(engine, block, message, message.gasLimit - gas.intrinsic);
  const spent = gas.intrinsic + result.execResult.executionGasUsed;
  const refund = min(authorized + (result.execResult.gasRefund ?? 0n), spent / MAX_REFUND_QUOTIENT);
  await removeDestroyed(engine, result);
  await evm.journal.cleanup();
  if (adapter.absence !== undefined) throw adapter.absence;
  adapter.originalStorageCache.clear();
  return {
    ...outcomeOf(evm, result),
    gasUsed: max(spent - refund, gas.floor),
    maxUsedGas: max(spent, gas.floor),
    burned: before - adapter.created,
    consoleCalls: evm.takeConsoleCalls(),
  };
}

/** EIP-2929, 2930, 3651: what costs its cold price no more. */
function warmUp(evm: HalleyEvm, block: Block, { from, to, accessList }: Message): void {
  const { journal } = evm;
  for (const address of evm.precompiles.keys()) journal.addAlwaysWarmAddress(address);
  journal.addAlwaysWarmAddress(toHex(from));
  journal.addAlwaysWarmAddress(toHex(block.header.coinbase.bytes));
  if (to !== undefined) journal.addAlwaysWarmAddress(toHex(to));
  for (const { address, storageKeys } of accessList ?? []) {
    const hex = toHex(address);
    journal.addAlwaysWarmAddress(hex, true);
    for (const key of storageKeys) journal.addAlwaysWarmSlot(hex, toHex(key), true);
  }
}

/** What the machine makes of an absence, and of errors after it, is not asked. */
async function run({ evm, adapter }: Engine, block: Block, message: Message, gasLimit: bigint): Promise<EVMResult> {
  evm.codeError = undefined;
  const caller = new Address(message.from);
  try {
    return await evm.runCall({
      block,
      caller,
      origin: caller,
      gasPrice: message.gasPrice,
      gasLimit,
      value: message.value,
      data: message.input,
      skipNonceIncrement: true,
      ...(message.to && { to: new Address(message.to) }),
    });
  } catch (error) {
    throw adapter.absence ?? error;
  }
}

/** From Cancun on only what the same transaction created goes away (EIP-6780), with whatever it still holds. */
async function removeDestroyed({ evm, adapter }: Engine, { execResult }: EVMResult): Promise<void> {
  const isAnyRemoved = !evm.common.isActivatedEIP(6780);
  for (const hex of execResult.selfdestruct?.keys() ?? [])
    if (isAnyRemoved || execResult.createdAddresses?.has(hex)) await adapter.deleteAccount(new Address(fromHex(hex)));
}

function outcomeOf(
  evm: HalleyEvm,
  { execResult }: EVMResult,
): Pick<Execution, 'error' | 'reverted' | 'output' | 'logs'> {
  const { returnValue } = execResult;
  const error = failureOf(execResult, evm.codeError);
  if (error === undefined)
    return { error, reverted: false, output: returnValue, logs: (execResult.logs ?? []).map(logOf) };
  const reverted = error === REVERTED;
  return { error, reverted, output: reverted ? returnValue : EMPTY_BYTES, logs: [] };
}

export const logOf = ([address, topics, data]: Log): EthereumLog => ({ address, topics, data });

/** Without blobs their price stays at its floor. */
const BLOB_BASE_FEE = 1n;

/** Blocks by their context: all transactions of one share theirs. */
const blocks = new WeakMap<BlockContext, Block>();

function blockOf(context: BlockContext): Block {
  const known = blocks.get(context);
  if (known !== undefined) return known;
  const block = makeBlock(context);
  blocks.set(context, block);
  return block;
}

const makeBlock = (context: BlockContext): Block => ({
  header: {
    number: context.number,
    timestamp: context.timestamp,
    coinbase: new Address(context.coinbase),
    difficulty: 0n,
    prevRandao: context.prevRandao,
    gasLimit: context.gasLimit,
    baseFeePerGas: context.baseFeePerGas,
    getBlobGasPrice: () => BLOB_BASE_FEE,
  },
});
