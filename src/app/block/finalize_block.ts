/**
 * FinalizeBlock on top of the committed state: the steering that leads the block, what modules do before, every other
 * transaction, what modules do after.
 */
import type { Event, ExecTxResult, FinalizeBlockRequest, ValidatorUpdate } from '../../abci/application.js';
import type { Rests } from '../../evm/guard.js';
import { BEGIN_BLOCK_ORDER, END_BLOCK_ORDER } from '../modules/orders.js';
import { operatorOf } from '../operator.js';
import type { WorkingState } from '../state/types.js';
import { leadingRun, runSteering } from '../steering/run_steering.js';
import type { SteeringReader, SteeringTx } from '../steering/steering_tx.js';
import type { TxReader } from '../tx/tx_reader.js';
import type { BlockRun } from './block_run.js';
import { deliverTx } from './deliver_tx.js';
import { type EvmRecord, evmRecordOf } from './evm_record.js';
import { openBlock } from './open_block.js';
import { noTotals } from './totals.js';
import type { RunUnit } from './unit.js';

export interface ExecutedBlock {
  /** What the block began with. */
  readonly steering: readonly SteeringTx[];
  readonly events: readonly Event[];
  readonly txResults: readonly ExecTxResult[];
  readonly validatorUpdates: readonly ValidatorUpdate[];
  readonly evm: Omit<EvmRecord, 'stateRoot'>;
}

/** Between its transactions, and within them, it rests when it shall; nothing that it makes depends on that. */
export async function executeBlock(
  request: FinalizeBlockRequest,
  state: WorkingState,
  readers: { readonly txs: TxReader; readonly steering: SteeringReader },
  machine: BlockRun['machine'],
  unit: RunUnit,
  rests: Rests | undefined,
): Promise<ExecutedBlock> {
  const { hash, time, proposerAddress } = request;
  const steering = leadingRun(request.txs, state, readers.steering).txs;
  const txResults: ExecTxResult[] = [];
  for (const tx of steering) {
    txResults.push(await unit({ state }, (lead) => runSteering(tx, lead.state)));
    const rest = rests?.rest();
    if (rest !== undefined) await rest;
  }
  const block = openBlock(state, time, operatorOf(state, proposerAddress));
  const run: BlockRun = { ...block, state, machine, hash, totals: noTotals() };
  const begun = await unit(run, (begin) =>
    BEGIN_BLOCK_ORDER.flatMap(({ beginBlock }) => beginBlock?.(begin, request) ?? []),
  );
  for (const tx of request.txs.slice(steering.length)) {
    txResults.push(await unit(run, (delivery) => deliverTx(tx, delivery, readers.txs)));
    const rest = rests?.rest();
    if (rest !== undefined) await rest;
  }
  const ends = await unit(run, (end) => END_BLOCK_ORDER.flatMap(({ endBlock }) => endBlock?.(end) ?? []));
  return {
    steering,
    events: [...begun, ...ends.flatMap(({ events }) => events)],
    txResults,
    validatorUpdates: ends.flatMap(({ updates = [] }) => updates),
    evm: evmRecordOf(run),
  };
}
