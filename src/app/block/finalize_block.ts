/**
 * Executes a block on top of the committed state (FinalizeBlock): leading dev transactions, an oracle's prices,
 * BeginBlock of the modules, all other transactions, EndBlock of the modules.
 */
import type {
  ConsensusParamsUpdate,
  Event,
  ExecTxResult,
  FinalizeBlockRequest,
  ValidatorUpdate,
} from '../../abci/application.js';
import type { ExecutedTx } from '../../codec/cosmos/executed_tx.js';
import { isPricesTx } from '../../codec/cosmos/tx.js';
import type { Yielding } from '../../evm/execution_guard.js';
import { type Awaitable, whenKnown } from '../../kernel/awaitable.js';
import type { DevTx } from '../dev_txs/dev_tx_decoder.js';
import { executeDevTx, leadingDevTxs } from '../dev_txs/leading_dev_txs.js';
import { BEGIN_BLOCK_ORDER, END_BLOCK_ORDER } from '../modules/module_order.js';
import { deliverPrices, readOracle } from '../modules/oracle/prices.js';
import { operatorOf } from '../modules/staking/operator.js';
import { unmetered } from '../sdk/module/gas_meter.js';
import type { BlockEnd } from '../sdk/module/module.js';
import type { WorkingState } from '../state/types.js';
import type { BlockReaders, BlockRun } from './block_run.js';
import { callsOf } from './deliver_cosmos.js';
import { type DeliverTx, deliverTx } from './deliver_tx.js';
import { type EvmRecord, evmRecordOf } from './evm_record.js';
import { openBlock } from './open_block.js';
import { noTotals, type TransactionConsoleCalls } from './totals.js';
import type { RunUnit } from './unit.js';

export interface ExecutedBlock {
  /** Dev transactions that lead the block. */
  readonly devTxs: readonly DevTx[];
  readonly events: readonly Event[];
  readonly txResults: readonly ExecTxResult[];
  readonly validatorUpdates: readonly ValidatorUpdate[];
  readonly consensusParamUpdates?: ConsensusParamsUpdate;
  readonly evm: Omit<EvmRecord, 'stateRoot'>;
  readonly executed: readonly ExecutedTx[];
  readonly consoleCalls: readonly TransactionConsoleCalls[];
}

/** Block whose first transaction after the leading ones is next. */
export interface BegunBlock {
  readonly run: BlockRun;
  readonly devTxs: readonly DevTx[];
  /** Results of the leading transactions: dev transactions, then an oracle's prices. */
  readonly txResults: readonly ExecTxResult[];
  readonly events: readonly Event[];
}

const BEGINNINGS = BEGIN_BLOCK_ORDER.flatMap(({ beginBlock: act }) => act ?? []);
const ENDINGS = END_BLOCK_ORDER.flatMap(({ endBlock: act }) => act ?? []);

/** Runs transactions in order, and yields between them when it is due. */
async function inTurn<T>(
  txs: readonly T[],
  run: (tx: T, index: number) => ExecTxResult | Promise<ExecTxResult>,
  yielding: Yielding | undefined,
): Promise<ExecTxResult[]> {
  const results: ExecTxResult[] = [];
  for (const [index, tx] of txs.entries()) {
    results.push(await run(tx, index));
    const rest = yielding?.yieldIfDue();
    if (rest !== undefined) await rest;
  }
  return results;
}

/** Runs EndBlock of the modules in their order. Only one that calls contracts takes time. */
export function endBlock(run: BlockRun): Awaitable<readonly BlockEnd[]> {
  const callEvm = callsOf(run, unmetered());
  const after = (done: readonly BlockEnd[]): Awaitable<readonly BlockEnd[]> => {
    const act = ENDINGS[done.length];
    return act === undefined ? done : whenKnown(act(run, callEvm), (end) => after([...done, end]));
  };
  return after([]);
}

/** Executes the leading transactions, then BeginBlock of the modules. */
export async function beginBlock(
  request: FinalizeBlockRequest,
  state: WorkingState,
  readers: BlockReaders,
  machine: BlockRun['machine'],
  unit: RunUnit,
  yielding: Yielding | undefined,
): Promise<BegunBlock> {
  const { hash, time, proposerAddress } = request;
  const devTxs = leadingDevTxs(request.txs, state, readers.devTxs).txs;
  const txResults = await inTurn(devTxs, (tx) => unit({ state }, (lead) => executeDevTx(tx, lead.state)), yielding);
  const block = openBlock(state, time, operatorOf(state, proposerAddress));
  const run: BlockRun = { state, machine, hash, totals: noTotals(), ...block };
  const prices = request.txs[devTxs.length];
  const oracle = prices !== undefined && isPricesTx(prices) ? readOracle(state) : undefined;
  if (prices !== undefined && oracle !== undefined) {
    const { decidedLastCommit } = request;
    txResults.push(await unit(run, (lead) => deliverPrices(prices, oracle, lead, decidedLastCommit)));
  }
  const events = await unit(run, (begin) => BEGINNINGS.flatMap((act) => act(begin, request)));
  return { run, devTxs, txResults, events };
}

/**
 * Executes a whole block. It yields between and within transactions when it is due; the result does not depend on that.
 */
export async function executeBlock(
  request: FinalizeBlockRequest,
  state: WorkingState,
  readers: BlockReaders,
  machine: BlockRun['machine'],
  unit: RunUnit,
  yielding: Yielding | undefined,
  deliver: DeliverTx = deliverTx,
): Promise<ExecutedBlock> {
  const begun = await beginBlock(request, state, readers, machine, unit, yielding);
  const { run, devTxs, txResults } = begun;
  const delivered = await inTurn(
    request.txs.slice(txResults.length),
    (tx, index) =>
      unit(run, (delivery) => {
        delivery.totals.index = txResults.length + index;
        return deliver(tx, delivery, readers.txs);
      }),
    yielding,
  );
  const ends = await unit(run, endBlock);
  const consensusParamUpdates = ends.find(({ consensusParams }) => consensusParams !== undefined)?.consensusParams;
  return {
    devTxs,
    events: [...begun.events, ...ends.flatMap(({ events }) => events)],
    txResults: [...txResults, ...delivered],
    validatorUpdates: ends.flatMap(({ updates = [] }) => updates),
    ...(consensusParamUpdates !== undefined && { consensusParamUpdates }),
    evm: evmRecordOf(run),
    executed: run.totals.executed,
    consoleCalls: run.totals.consoleCalls,
  };
}
