/**
 * Delivers one transaction of a decided block. One that the ante checks refuse changes nothing, and has a nonzero code.
 * One that reaches the machine has code 0, pays, and uses up its nonce, even when its code fails (evm-json-rpc.md 6.4,
 * 7.3).
 */
import type { Event, ExecTxResult } from '../../abci/application.js';
import { MSG_ETHEREUM_TX_URL } from '../../codec/cosmos/msg_ethereum_tx.js';
import { encodeMsgEthereumTxResult } from '../../codec/cosmos/tx.js';
import { txHash } from '../../codec/tx_hash.js';
import type { Execution, Machine } from '../../evm/machine.js';
import { type Account, EMPTY_ACCOUNT } from '../../evm/state.js';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { to0x, toHex } from '../../kernel/hex.js';
import {
  accountOf,
  effectiveGasPrice,
  finalProblem,
  fundsProblem,
  gasLimitProblem,
  nonceTooHigh,
  priceProblem,
  spendable,
} from '../ante/stateful.js';
import { machineFailure } from '../machine/machine_failure.js';
import { FEE_COLLECTOR } from '../modules/auth/fee_collector.js';
import { feeEvents, refundEvents } from '../modules/bank/events.js';
import { changeSupply } from '../modules/bank/store.js';
import { blockGasLimit, type ChainParams } from '../sdk/chain_params.js';
import type { WorkingState } from '../state/types.js';
import { type CosmosTx, type EthereumTx, isRefusal, type Tx } from '../tx/tx.js';
import type { TxReader } from '../tx/tx_reader.js';
import { bech32Address, checksumAddress } from '../types/address.js';
import { timesDecimal } from '../types/coins.js';
import { event, inMessage } from '../types/events.js';
import { type Refusal, refuse } from '../types/refusal.js';
import type { BlockRun } from './block_run.js';
import { deliverCosmosTx } from './deliver_cosmos.js';
import { remember } from './totals.js';

/** Delivers one transaction of a block: `deliverTx`, or a wrapper around it. */
export type DeliverTx = (bytes: Bytes, run: BlockRun, reader: TxReader) => Promise<ExecTxResult>;

/**
 * Delivers a transaction. Throws InvariantViolation for a bug of ours, HalleyError when the state cannot be read, and
 * AbortedError. Traces and simulations may also throw CallTimeout. AbsentRemote leaves the writes so far in the state.
 * Any other error of the machine fails the transaction alone, as a Go node recovers from a panic; the next one gets
 * another machine.
 */
export async function deliverTx(bytes: Bytes, run: BlockRun, reader: Pick<TxReader, 'take'>): Promise<ExecTxResult> {
  const hash = txHash(bytes);
  const known = reader.take(bytes, run.params);
  if (isRefusal(known)) return failed(known, 0n);
  return known.type === 'cosmos' ? deliverCosmos(known, run) : deliverEthereum(known, hash, run);
}

/** Delivers a Cosmos transaction. The gas that it used counts in the block even when it fails, as in the SDK. */
async function deliverCosmos(tx: CosmosTx, run: BlockRun): Promise<ExecTxResult> {
  const problem = blockGasProblem(tx, run) ?? gasLimitProblem(tx, run.params);
  if (problem !== undefined) return failed(problem, tx.gas);
  const result = await deliverCosmosTx(tx, { mode: 'deliver', ...run });
  const { totals } = run;
  totals.gasWanted += tx.gas;
  totals.gasUsed += result.gasUsed;
  if (result.events.length > 0) totals.fees += tx.feeAmount;
  return result;
}

async function deliverEthereum(known: EthereumTx, hash: Bytes, run: BlockRun): Promise<ExecTxResult> {
  const account = accountOf(run.state, known);
  const problem = deliveryProblem(known, account, run);
  if (problem !== undefined) return failed(problem, known.gas);
  const machine = await run.machine(run.state);
  const checkpoint = run.state.checkpoint();
  try {
    return await runTx(known, account, hash, run, machine);
  } catch (error) {
    const refusal = machineFailure(machine, error);
    run.state.revertTo(checkpoint);
    return failed(refusal, known.ethereum.gas);
  }
}

function deliveryProblem(tx: EthereumTx, account: Account, run: BlockRun): Refusal | undefined {
  return (
    blockGasProblem(tx, run) ??
    finalProblem(run.state, tx, account, run.params) ??
    nonceTooHigh(tx, account) ??
    priceProblem(tx, run) ??
    fundsProblem(tx, spendable(account, tx, run.state, run.time))
  );
}

function blockGasProblem({ gas }: Tx, { params, totals }: BlockRun): Refusal | undefined {
  if (totals.gasUsed + gas <= blockGasLimit(params)) return undefined;
  const text = `out of gas in location: block gas meter; gasWanted: ${gas}, gasUsed: ${totals.gasUsed}`;
  return refuse('outOfGas', text);
}

async function runTx(
  tx: EthereumTx,
  account: Account,
  hash: Bytes,
  run: BlockRun,
  machine: Machine<WorkingState>,
): Promise<ExecTxResult> {
  const { ethereum } = tx;
  const price = effectiveGasPrice(tx, run.baseFee);
  buyGas(run.state, tx, account, ethereum.gas * price);
  const message = {
    from: tx.from,
    to: ethereum.to,
    value: ethereum.value,
    input: ethereum.input,
    gasLimit: ethereum.gas,
    gasPrice: price,
    accessList: ethereum.accessList,
    authorizationList: ethereum.authorizationList,
  };
  const { emitted: before } = run.state;
  const { context, observer, execute } = run;
  const execution = await (execute?.(machine, context, message, tx.intrinsic, observer) ??
    machine.execute(context, message, tx.intrinsic, observer));
  const charged = chargedGas(execution.gasUsed, ethereum.gas, run);
  const [fee, refund] = [ethereum.gas * price, (ethereum.gas - charged) * price];
  refundGas(run.state, tx, refund);
  if (execution.burned !== 0n) changeSupply(run.state, run.params.baseDenom, -execution.burned);
  const vmError = execution.error ?? '';
  const txIndex = run.totals.executed.length;
  const emitted = run.state.eventsSince(before);
  const outcome = { fee, refund, gasUsed: charged, vmError, hash, txIndex, emitted };
  const result = resultOf(tx, execution, outcome, run);
  if (execution.consoleCalls !== undefined) remember(run.totals, execution.consoleCalls);
  run.totals.fees += fee - refund;
  run.totals.gasWanted += ethereum.gas;
  run.totals.gasUsed += charged;
  run.totals.executed.push({
    index: run.totals.index,
    hash: tx.ethereumHash,
    from: tx.from,
    raw: tx.raw,
    ethereum,
    outcome: { logs: execution.logs, ret: execution.output, vmError, gasUsed: charged },
  });
  for (const log of execution.logs) run.totals.logs.push(log);
  return result;
}

function chargedGas(used: bigint, limit: bigint, { market }: BlockRun): bigint {
  const least = timesDecimal(limit, market.minGasMultiplier);
  return used > least ? used : least;
}

function buyGas(state: WorkingState, tx: EthereumTx, account: Account, fee: bigint): void {
  state.setAccount(tx.from, { ...account, nonce: account.nonce + 1n, balance: account.balance - fee });
  addBalance(state, FEE_COLLECTOR.address, fee);
}

function refundGas(state: WorkingState, tx: EthereumTx, amount: bigint): void {
  if (amount === 0n) return;
  addBalance(state, FEE_COLLECTOR.address, -amount);
  addBalance(state, tx.from, amount);
}

function addBalance(state: WorkingState, address: Bytes, amount: bigint): void {
  const account = state.account(address) ?? EMPTY_ACCOUNT;
  state.setAccount(address, { ...account, balance: account.balance + amount });
}

/** Outcome of an Ethereum transaction, as its events report it. */
interface TxOutcome {
  /** Fee in wei before the refund. */
  readonly fee: bigint;
  readonly refund: bigint;
  readonly gasUsed: bigint;
  /** Empty when the machine succeeded. */
  readonly vmError: string;
  /** Hash of the transaction in consensus. */
  readonly hash: Bytes;
  /** Index of the transaction among the Ethereum transactions of the block. */
  readonly txIndex: number;
  /** Events that stateful precompiles emitted during the run. */
  readonly emitted: readonly Event[];
}

/** Returns the events of a transaction that ran, as a node of cosmos/evm 0.7 emits them (evm-json-rpc.md 7.5). */
function transactionEvents(tx: EthereumTx, outcome: TxOutcome, params: ChainParams): Event[] {
  const sender = bech32Address(tx.from, params.bech32Prefix);
  const collector = bech32Address(FEE_COLLECTOR.address, params.bech32Prefix);
  const coins = (amount: bigint): string => (amount === 0n ? '' : `${amount}${params.baseDenom}`);
  const { fee, refund, txIndex, emitted } = outcome;
  return [
    ...(fee === 0n ? [] : feeEvents(sender, collector, coins(fee))),
    event('tx', { fee: coins(fee) }),
    event('ethereum_tx', { ethereumTxHash: to0x(tx.ethereumHash), txIndex: txIndex.toString() }),
    ...inMessage(0, [
      event('message', { action: MSG_ETHEREUM_TX_URL, sender }),
      ...emitted,
      ...(refund === 0n ? [] : refundEvents(collector, sender, coins(refund))),
      ...executionEvents(tx, outcome),
    ]),
  ];
}

function executionEvents(tx: EthereumTx, { gasUsed, hash, vmError }: TxOutcome): Event[] {
  const { to, value, type } = tx.ethereum;
  return [
    event('ethereum_tx', {
      amount: value.toString(),
      ethereumTxHash: to0x(tx.ethereumHash),
      txGasUsed: gasUsed.toString(),
      txHash: toHex(hash),
      recipient: to && checksumAddress(to),
      ethereumTxFailed: vmError === '' ? undefined : vmError,
    }),
    event('message', { module: 'evm', sender: to0x(tx.from), txType: type.toString() }),
  ];
}

function resultOf(
  tx: EthereumTx,
  { logs, output, maxUsedGas }: Execution,
  outcome: TxOutcome,
  { params, context, totals, hash: blockHash }: BlockRun,
): ExecTxResult {
  const { gasUsed, vmError, txIndex } = outcome;
  const data = encodeMsgEthereumTxResult(
    {
      hash: tx.ethereumHash,
      logs,
      ret: output,
      vmError,
      gasUsed,
      maxUsedGas,
      blockHash,
      blockTimestamp: context.timestamp,
    },
    { blockNumber: context.number, txIndex, firstLogIndex: totals.logs.length },
  );
  return {
    code: 0,
    codespace: '',
    data,
    log: '',
    info: '',
    gasWanted: tx.ethereum.gas,
    gasUsed,
    events: transactionEvents(tx, outcome, params),
  };
}

export const failed = (refusal: Refusal, gasWanted: bigint): ExecTxResult => ({
  ...refusal,
  data: EMPTY_BYTES,
  info: '',
  gasWanted,
  gasUsed: 0n,
  events: [],
});
