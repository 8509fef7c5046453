/** FinalizeBlock: what modules do before, every transaction, what modules do after, on top of the committed state. */
import type { Event, ExecTxResult, FinalizeBlockRequest, ValidatorUpdate } from '../../abci/application.js';
import type { Pace } from '../../evm/guard.js';
import { BEGIN_BLOCK_ORDER, END_BLOCK_ORDER } from '../modules/orders.js';
import type { PowerChanges } from '../modules/staking/power_change.js';
import { operatorOf } from '../operator.js';
import type { WorkingState } from '../state/types.js';
import type { TxReader } from '../tx/tx_reader.js';
import type { BlockRun } from './block_run.js';
import { deliverTx } from './deliver_tx.js';
import { type EvmRecord, evmRecordOf } from './evm_record.js';
import { openBlock } from './open_block.js';
import { noTotals } from './totals.js';

export interface ExecutedBlock {
  readonly events: readonly Event[];
  readonly txResults: readonly ExecTxResult[];
  readonly validatorUpdates: readonly ValidatorUpdate[];
  readonly evm: Omit<EvmRecord, 'stateRoot'>;
}

/** Between its transactions, and within them, it rests at its pace; nothing that it makes depends on that. */
export async function executeBlock(
  request: FinalizeBlockRequest,
  state: WorkingState,
  reader: TxReader,
  machine: BlockRun['machine'],
  powers: PowerChanges,
  pace: Pace | undefined,
): Promise<ExecutedBlock> {
  const { hash, time, proposerAddress } = request;
  const block = openBlock(state, time, operatorOf(state, proposerAddress));
  const run: BlockRun = { ...block, state, machine, hash, powers, totals: noTotals() };
  const begun = BEGIN_BLOCK_ORDER.flatMap(({ beginBlock }) => beginBlock?.(run, request) ?? []);
  const txResults: ExecTxResult[] = [];
  for (const tx of request.txs) {
    txResults.push(await deliverTx(tx, run, reader));
    const rest = pace?.rest();
    if (rest !== undefined) await rest;
  }
  const ends = END_BLOCK_ORDER.flatMap(({ endBlock }) => endBlock?.(run) ?? []);
  return {
    events: [...begun, ...ends.flatMap(({ events }) => events)],
    txResults,
    validatorUpdates: ends.flatMap(({ updates = [] }) => updates),
    evm: evmRecordOf(run),
  };
}
