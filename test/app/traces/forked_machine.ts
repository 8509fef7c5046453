/**
 * Runs a transaction as Ethereum does, under any of its forks and with an observer. From Cancun on it runs in the
 * chain's own machine. Under older rules it runs in the same EVM, and this file does the work around the transaction.
 * Fees go to the miner, as on Ethereum.
 */
import { type EVMRunCallOpts, NobleBN254 } from '@ethereumjs/evm';
import { Address } from '@ethereumjs/util';
import type { WorkingState } from '../../../src/app/state/types.js';
import type { TracedRun } from '../../../src/app/traces/tracer.js';
import { createCommon } from '../../../src/evm/ethereumjs/common.js';
import { failureOf } from '../../../src/evm/ethereumjs/halts.js';
import { ObservedEvm } from '../../../src/evm/ethereumjs/observed_evm.js';
import { precompiles } from '../../../src/evm/ethereumjs/precompiles.js';
import { StateAdapter } from '../../../src/evm/ethereumjs/state_adapter.js';
import { ExecutionGuard } from '../../../src/evm/execution_guard.js';
import { type IntrinsicGas, intrinsicGas } from '../../../src/evm/intrinsic_gas.js';
import type { Message } from '../../../src/evm/machine.js';
import { Machines } from '../../../src/evm/machines.js';
import type { Observer } from '../../../src/evm/observer.js';
import { EMPTY_ACCOUNT } from '../../../src/evm/state.js';
import type { Bytes } from '../../../src/kernel/bytes.js';
import { fromHex, toHex } from '../../../src/kernel/hex.js';
import { type GethCase, isFrom } from './geth_cases.js';

const BLOB_GAS = 131_072n;
/** Price without blobs in earlier blocks, as in geth's tests. */
const BLOB_GAS_PRICE = 1n;
const noHash = (): Bytes => new Uint8Array(32);

/** Applies a transaction to the state, including fees and nonce. */
export async function applyTransaction(given: GethCase, state: WorkingState, observer: Observer): Promise<TracedRun> {
  const { message, block, blobs } = given;
  const { gasLimit, gasPrice, from } = message;
  change(state, from, -(gasLimit * gasPrice + BigInt(blobs) * BLOB_GAS * BLOB_GAS_PRICE), 1n);
  const run = isFrom(given.fork, 'cancun') ? runNow : runThen;
  const ended = await run(given, state, observer);
  change(state, from, (gasLimit - ended.gasUsed) * gasPrice);
  change(state, block.coinbase, ended.gasUsed * (gasPrice - (block.baseFee ?? 0n)));
  return ended;
}

function change(state: WorkingState, address: Bytes, balance: bigint, nonce = 0n): void {
  const account = state.account(address) ?? EMPTY_ACCOUNT;
  state.setAccount(address, { ...account, balance: account.balance + balance, nonce: account.nonce + nonce });
}

/** Returns Ethereum's precompiles under a fork. */
export function precompilesOf(fork: string): (address: Bytes) => boolean {
  const addresses = new Set(
    precompiles(createCommon(1n, fork), new ExecutionGuard()).map(({ address }) => toHex(address.bytes)),
  );
  return (address) => addresses.has(toHex(address));
}

async function runNow(given: GethCase, state: WorkingState, observer: Observer): Promise<TracedRun> {
  const { block, chainId, message, fork } = given;
  const rules = { natives: [], blockHash: noHash };
  const machine = await new Machines<WorkingState>(() => rules).create(new ExecutionGuard());
  machine.attach(state);
  const { number, timestamp, coinbase, prevRandao, gasLimit, baseFee = 0n } = block;
  const context = { evmChainId: chainId, number, timestamp, coinbase, prevRandao, gasLimit, baseFeePerGas: baseFee };
  return machine.execute(context, message, owedUnder(fork, message), observer);
}

/** EIP-7623 applies since Prague, initcode is charged since Shanghai, and calldata costs less since Istanbul. */
function owedUnder(fork: string, message: Message): IntrinsicGas {
  const { intrinsic, floor } = intrinsicGas(message);
  if (isFrom(fork, 'cancun')) return { intrinsic, floor: isFrom(fork, 'prague') ? floor : 0n };
  const { to, input } = message;
  const words = BigInt(Math.ceil(input.length / 32));
  const nonZero = BigInt(input.filter((byte) => byte !== 0).length);
  const initcode = to === undefined && !isFrom(fork, 'shanghai') ? 2n * words : 0n;
  const creation = to === undefined && !isFrom(fork, 'homestead') ? 32_000n : 0n;
  const dearer = isFrom(fork, 'istanbul') ? 0n : 52n * nonZero;
  return { intrinsic: intrinsic - initcode - creation + dearer, floor: 0n };
}

/** Applies the rules before EIP-3529 and EIP-6780. */
async function runThen(given: GethCase, state: WorkingState, observer: Observer): Promise<TracedRun> {
  const { message, fork } = given;
  const { adapter, evm } = observedEvm(given, state, observer);
  const { intrinsic } = owedUnder(fork, message);
  if (isFrom(fork, 'berlin')) warmUp(evm, given);
  const caller = new Address(message.from);
  const { execResult } = await evm.runCall({
    block: blockOf(given),
    caller,
    origin: caller,
    gasPrice: message.gasPrice,
    gasLimit: message.gasLimit - intrinsic,
    value: message.value,
    data: message.input,
    skipNonceIncrement: true,
    ...(message.to && { to: new Address(message.to) }),
  });
  const spent = intrinsic + execResult.executionGasUsed;
  const most = spent / (isFrom(fork, 'london') ? 5n : 2n);
  const earned = execResult.gasRefund ?? 0n;
  for (const hex of execResult.selfdestruct?.keys() ?? []) await adapter.deleteAccount(new Address(fromHex(hex)));
  await evm.journal.cleanup();
  const error = failureOf(execResult, evm.codeError);
  return { gasUsed: spent - (earned < most ? earned : most), error, output: execResult.returnValue };
}

function observedEvm({ chainId, fork }: GethCase, state: WorkingState, observer: Observer) {
  const adapter = new StateAdapter<WorkingState>();
  adapter.attach(state);
  const guard = new ExecutionGuard();
  const common = createCommon(chainId, fork);
  const evm = new ObservedEvm({
    common,
    stateManager: adapter,
    bn254: new NobleBN254(),
    customPrecompiles: precompiles(common, guard),
  });
  evm.isOf(chainId);
  evm.watch(guard);
  evm.observer = observer;
  return { adapter, evm };
}

function warmUp({ journal, precompiles: all }: ObservedEvm, { message, block, fork }: GethCase): void {
  const { from, to, accessList } = message;
  for (const address of all.keys()) journal.addAlwaysWarmAddress(address);
  journal.addAlwaysWarmAddress(toHex(from));
  if (to !== undefined) journal.addAlwaysWarmAddress(toHex(to));
  if (isFrom(fork, 'shanghai')) journal.addAlwaysWarmAddress(toHex(block.coinbase));
  for (const { address, storageKeys } of accessList ?? []) {
    journal.addAlwaysWarmAddress(toHex(address), true);
    for (const key of storageKeys) journal.addAlwaysWarmSlot(toHex(address), toHex(key), true);
  }
}

const blockOf = ({ block, fork }: GethCase): NonNullable<EVMRunCallOpts['block']> => ({
  header: {
    number: block.number,
    timestamp: block.timestamp,
    coinbase: new Address(block.coinbase),
    difficulty: isFrom(fork, 'paris') ? 0n : block.difficulty,
    prevRandao: block.prevRandao,
    gasLimit: block.gasLimit,
    ...(block.baseFee !== undefined && { baseFeePerGas: block.baseFee }),
    getBlobGasPrice: () => BLOB_GAS_PRICE,
  },
});
