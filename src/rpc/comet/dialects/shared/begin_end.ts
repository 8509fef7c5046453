/**
 * Encodes FinalizeBlock's results for the dialects before 0.38, which separate the events of begin-block and end-block.
 * The SDK marks each event with a last attribute `mode`, which selects the phase and is removed here. Events without
 * the mark count as end-block.
 */
import type {
  ConsensusParamsUpdate,
  Event,
  ExecTxResult,
  FinalizeBlockResponse,
  ValidatorUpdate,
} from '../../../../abci/application.js';
import { eventMap } from '../../../../abci/event_map.js';
import type { BlockResults, BusEvent } from '../../../../backend/comet.js';
import type { Block } from '../../../../consensus/types/block.js';
import type { Header } from '../../../../consensus/types/header.js';
import type { Json } from '../../../../kernel/json.js';
import { lazyEvent, type SubscriptionEvent } from '../subscription_event.js';
import { int64, listOrAbsent, listOrNull } from './scalars.js';
import { validatorUpdate } from './votes.js';

interface BlockPhases {
  readonly begin: readonly Event[];
  readonly end: readonly Event[];
}

const MODES: ReadonlySet<string> = new Set(['BeginBlock', 'EndBlock']);

function splitPhases(events: readonly Event[]): BlockPhases {
  const begin: Event[] = [];
  const end: Event[] = [];
  for (const event of events) {
    const mark = event.attributes.at(-1);
    const marked = mark?.key === 'mode' && MODES.has(mark.value);
    const side = marked && mark.value === 'BeginBlock' ? begin : end;
    side.push(marked ? { type: event.type, attributes: event.attributes.slice(0, -1) } : event);
  }
  return { begin, end };
}

/** Encodes the parts of `block_results` that differ between versions. */
export interface ResultsSpelling {
  txResult(result: ExecTxResult): Json;
  event(event: Event): Json;
  paramsUpdate(update: ConsensusParamsUpdate): Json;
  /** Encodes an update of a validator. Default: the common form. */
  validatorUpdate?(update: ValidatorUpdate): Json;
}

export function phasedResults({ height, response }: BlockResults, spelling: ResultsSpelling): Json {
  const { begin, end } = splitPhases(response.events);
  const { consensusParamUpdates } = response;
  return {
    height: int64(height),
    txs_results: listOrNull(response.txResults, spelling.txResult),
    begin_block_events: listOrNull(begin, spelling.event),
    end_block_events: listOrNull(end, spelling.event),
    validator_updates: listOrNull(response.validatorUpdates, spelling.validatorUpdate ?? validatorUpdate),
    consensus_param_updates: consensusParamUpdates ? spelling.paramsUpdate(consensusParamUpdates) : null,
  };
}

/** Encodes the parts of block events that differ between versions. */
export interface PhaseSpelling {
  block(block: Block): Json;
  header(header: Header): Json;
  event(event: Event): Json;
  paramsUpdate(update: ConsensusParamsUpdate): Json;
}

/** Builds `result_begin_block` and `result_end_block`. */
const phaseResults = (response: FinalizeBlockResponse, { begin, end }: BlockPhases, spelling: PhaseSpelling) => ({
  result_begin_block: { events: listOrAbsent(begin, spelling.event) },
  result_end_block: {
    validator_updates: listOrNull(response.validatorUpdates, validatorUpdate),
    consensus_param_updates: response.consensusParamUpdates && spelling.paramsUpdate(response.consensusParamUpdates),
    events: listOrAbsent(end, spelling.event),
  },
});

/** Builds either event of a block. Both carry the events of the block's phases, and queries match those. */
export function phasedEvent(
  event: BusEvent & { readonly type: 'NewBlock' | 'NewBlockHeader' },
  spelling: PhaseSpelling,
): SubscriptionEvent {
  const phases = splitPhases(event.results.events);
  return lazyEvent(
    event.type,
    () => eventMap(event.type, [...phases.begin, ...phases.end]),
    () => ({
      type: `tendermint/event/${event.type}`,
      value: {
        ...(event.type === 'NewBlock'
          ? { block: spelling.block(event.stored.block) }
          : { header: spelling.header(event.header), num_txs: int64(event.numTxs) }),
        ...phaseResults(event.results, phases, spelling),
      },
    }),
  );
}
