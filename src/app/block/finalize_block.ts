/** FinalizeBlock: begin-block, every transaction, end-block, on top of the committed state. */
import type { Event, ExecTxResult, FinalizeBlockRequest, ValidatorUpdate } from '../../abci/application.js';
import { unixSeconds } from '../../kernel/time.js';
import { bech32Address } from '../address.js';
import { collectedEvents } from '../bank/events.js';
import { blockGasLimit, readChainParams } from '../chain_params.js';
import { prevRandaoOf } from '../evm/block_context.js';
import { readBlockRecord, writeBlockRecord } from '../evm/block_record.js';
import { bloomEvent } from '../evm/events.js';
import type { Pace } from '../evm/guard.js';
import { recordBlockHash } from '../evm/history.js';
import { beginFeeMarketBlock } from '../feemarket/begin_block.js';
import { endFeeMarketBlock } from '../feemarket/end_block.js';
import { readFeeMarketParams } from '../feemarket/store.js';
import { FEE_COLLECTOR } from '../module_accounts.js';
import { operatorOf } from '../operator.js';
import { handleMisbehavior } from '../slashing/evidence.js';
import { endStakingBlock } from '../staking/end_block.js';
import type { PowerChanges } from '../staking/power_change.js';
import type { WorkingState } from '../state/types.js';
import type { TxReader } from '../tx/tx_reader.js';
import type { BlockRun } from './block_run.js';
import { deliverTx } from './deliver_tx.js';
import { noTotals } from './totals.js';

export interface ExecutedBlock {
  readonly events: readonly Event[];
  readonly txResults: readonly ExecTxResult[];
  readonly validatorUpdates: readonly ValidatorUpdate[];
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
  const { run, events } = beginBlock(request, state, machine);
  const punishment = handleMisbehavior(state, request);
  const txResults: ExecTxResult[] = [];
  for (const tx of request.txs) {
    txResults.push(await deliverTx(tx, run, reader));
    const rest = pace?.rest();
    if (rest !== undefined) await rest;
  }
  const { height, time } = request;
  const staking = endStakingBlock(state, { height, time, changes: powers, punished: punishment.punished });
  return {
    events: [...events, ...punishment.events, ...collectedFees(run), ...staking.events, ...endBlock(run)],
    txResults,
    validatorUpdates: staking.updates,
  };
}

function beginBlock(
  { hash, height, time, proposerAddress }: FinalizeBlockRequest,
  state: WorkingState,
  machine: BlockRun['machine'],
): { readonly run: BlockRun; readonly events: readonly Event[] } {
  const params = readChainParams(state);
  const parent = readBlockRecord(state);
  const gasLimit = blockGasLimit(params);
  const { baseFee, events } = beginFeeMarketBlock(state, height, gasLimit);
  recordBlockHash(state, parent.height, parent.hash);
  const coinbase = operatorOf(state, proposerAddress);
  writeBlockRecord(state, { height, time, hash, parentHash: parent.hash, coinbase });
  const context = {
    number: height,
    timestamp: unixSeconds(time),
    coinbase,
    prevRandao: prevRandaoOf(parent.hash),
    gasLimit,
    baseFeePerGas: baseFee,
  };
  const run: BlockRun = {
    state,
    machine,
    hash,
    context,
    params,
    market: readFeeMarketParams(state),
    baseFee,
    totals: noTotals(),
  };
  return { run, events };
}

/** The bank's EndBlock stands first (evmd's order of modules). */
function collectedFees({ params, totals: { fees } }: BlockRun): readonly Event[] {
  if (fees === 0n) return [];
  return collectedEvents(bech32Address(FEE_COLLECTOR.address, params.bech32Prefix), `${fees}${params.baseDenom}`);
}

function endBlock({ state, context, totals }: BlockRun): readonly Event[] {
  const bloom = bloomEvent(totals.logs);
  return [bloom, ...endFeeMarketBlock(state, context.number, totals.gasWanted, totals.gasUsed)];
}
