/**
 * Runs one message in a machine: warm addresses, authorizations, code, refunds and self-destructs (go-ethereum
 * `state_transition.go` from `innerExecute` on). The caller handles nonce and fee: a transaction pays before and is
 * refunded after the run, and a call does neither.
 *
 * This replaces `runTx` of @ethereumjs/vm, which pays the fee to the miner and burns the rest. The tests compare with
 * `runTx`.
 */
import type { EVMResult, EVMRunCallOpts, Log } from '@ethereumjs/evm';
import { Address } from '@ethereumjs/util';
import type { EthereumLog } from '../../codec/ethereum/receipt.js';
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

/** Fraction of the used gas that is refunded at most (EIP-3529). */
const MAX_REFUND_QUOTIENT = 5n;

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** EVM and the state that it works on. */
export interface Engine {
  readonly evm: HalleyEvm;
  readonly adapter: StateAdapter<MachineState>;
}

/** Implements `Machine.execute`. */
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

/** Marks addresses and slots as warm, so that they do not cost their cold price (EIP-2929, 2930, 3651). */
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

/** Runs the message. When the state reported an absent read, the error that followed from it is ignored. */
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
      to: message.to && new Address(message.to),
    });
  } catch (error) {
    throw adapter.absence ?? error;
  }
}

/**
 * Deletes destroyed accounts with the balance that they still have. From Cancun on, only accounts that the same
 * transaction created are deleted (EIP-6780).
 */
async function removeDestroyed({ evm, adapter }: Engine, { execResult }: EVMResult): Promise<void> {
  const isAnyRemoved = !evm.common.isActivatedEIP(6780);
  for (const hex of execResult.selfdestruct?.keys() ?? [])
    if (isAnyRemoved || execResult.createdAddresses?.has(hex)) await adapter.deleteAccount(new Address(fromHex(hex)));
}

function outcomeOf(evm: HalleyEvm, { execResult }: EVMResult) {
  const { returnValue } = execResult;
  const error = failureOf(execResult, evm.codeError);
  if (error === undefined)
    return { error, reverted: false, output: returnValue, logs: (execResult.logs ?? []).map(logOf) };
  const reverted = error === REVERTED;
  return { error, reverted, output: reverted ? returnValue : EMPTY_BYTES, logs: [] };
}

export const logOf = ([address, topics, data]: Log): EthereumLog => ({ address, topics, data });

/** Blob base fee: there are no blobs, so it stays at its minimum. */
const BLOB_BASE_FEE = 1n;

/** Blocks by their context, which all transactions of a block share. */
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
