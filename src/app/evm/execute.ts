/**
 * Runs one message in a machine: warm addresses, authorizations, code, refunds, self-destructs (go-ethereum
 * `state_transition.go` from `innerExecute` on). Nonce and fee are the caller's: a transaction pays before and is repaid
 * after (`deliver.ts`), a call does neither. This stands in for `runTx` of @ethereumjs/vm, whose fees go to the miner
 * and to nowhere; that one is the oracle in the tests.
 */
import type { EVMResult } from '@ethereumjs/evm';
import { Address } from '@ethereumjs/util';
import type { EthereumLog } from '../../codec/cosmos_tx.js';
import type { AccessListEntry, Authorization } from '../../codec/ethereum_tx.js';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { fromHex, toHex } from '../../kernel/hex.js';
import { applyAuthorizations } from './authorizations.js';
import type { MachineBlock } from './block_context.js';
import { haltReason, REVERTED } from './halts.js';
import type { IntrinsicGas } from './intrinsic_gas.js';
import type { Machine } from './machine.js';

export interface Message {
  readonly from: Bytes;
  /** Undefined for contract creation. */
  readonly to: Bytes | undefined;
  readonly value: bigint;
  readonly input: Bytes;
  readonly gasLimit: bigint;
  /** What GASPRICE shows. */
  readonly gasPrice: bigint;
  readonly accessList: readonly AccessListEntry[] | undefined;
  readonly authorizationList: readonly Authorization[] | undefined;
}

export interface Execution {
  /** Geth's words, `execution reverted` among them; undefined when the run succeeded. */
  readonly error: string | undefined;
  readonly reverted: boolean;
  /** Returned, or reverted with. */
  readonly output: Bytes;
  readonly logs: readonly EthereumLog[];
  /** After refunds, at least the floor. */
  readonly gasUsed: bigint;
  /** At its highest, before refunds. */
  readonly maxUsedGas: bigint;
  /** Wei that self-destructs took out of the world. */
  readonly burned: bigint;
}

/** EIP-3529: at most this part of the used gas is refunded. */
const MAX_REFUND_QUOTIENT = 5n;

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/**
 * The sender's nonce has been increased. `gas` is what the message owes beforehand, and `message.gasLimit` must cover
 * it. Throws what the machine throws beyond its own errors; the machine is of no use afterwards.
 */
export async function execute(
  machine: Machine,
  block: MachineBlock,
  message: Message,
  gas: IntrinsicGas,
): Promise<Execution> {
  const { evm, state, adapter } = machine;
  const before = adapter.created;
  warmUp(machine, block, message);
  const authorized = applyAuthorizations(state, message.authorizationList ?? [], evm.common.chainId(), (authority) =>
    evm.journal.addAlwaysWarmAddress(toHex(authority)),
  );
  const result = await run(machine, block, message, message.gasLimit - gas.intrinsic);
  const spent = gas.intrinsic + result.execResult.executionGasUsed;
  const refund = min(authorized + (result.execResult.gasRefund ?? 0n), spent / MAX_REFUND_QUOTIENT);
  await removeDestroyed(machine, result);
  await evm.journal.cleanup();
  adapter.originalStorageCache.clear();
  return {
    ...outcomeOf(machine, result),
    gasUsed: max(spent - refund, gas.floor),
    maxUsedGas: max(spent, gas.floor),
    burned: before - adapter.created,
  };
}

/** EIP-2929, 2930, 3651: what costs its cold price no more. */
function warmUp({ evm }: Machine, block: MachineBlock, { from, to, accessList }: Message): void {
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

function run({ evm }: Machine, block: MachineBlock, message: Message, gasLimit: bigint): Promise<EVMResult> {
  evm.outermostError = undefined;
  const caller = new Address(message.from);
  return evm.runCall({
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
}

/** EIP-6780: only what the same transaction created goes away, with whatever it still holds. */
async function removeDestroyed({ adapter }: Machine, { execResult }: EVMResult): Promise<void> {
  for (const hex of execResult.selfdestruct?.keys() ?? [])
    if (execResult.createdAddresses?.has(hex)) await adapter.deleteAccount(new Address(fromHex(hex)));
}

function outcomeOf(
  { evm }: Machine,
  { execResult }: EVMResult,
): Pick<Execution, 'error' | 'reverted' | 'output' | 'logs'> {
  const { exceptionError, runState, returnValue } = execResult;
  if (exceptionError === undefined) {
    const logs = (execResult.logs ?? []).map(([address, topics, data]) => ({ address, topics, data }));
    return { error: undefined, reverted: false, output: returnValue, logs };
  }
  const error = haltReason({
    error: exceptionError.error,
    opcode: runState?.opCode,
    stackLength: runState?.stack.length ?? 0,
    outermostError: evm.outermostError,
  });
  const reverted = error === REVERTED;
  return { error, reverted, output: reverted ? returnValue : EMPTY_BYTES, logs: [] };
}
