/**
 * FinalizeBlock's events as the dialects before 0.38 show them: those of begin-block and those of end-block. The SDK marks
 * each with a last attribute `mode`; here it decides the side and is taken off. What bears no mark counts as end-block.
 */
import type { Event, FinalizeBlockResponse } from '../../../../abci/application.js';
import type { Json } from '../../protocol/json.js';
import { sparseEvent } from './event.js';
import { paramsUpdate } from './params.js';
import { listOrAbsent, listOrNull } from './scalars.js';
import { validatorUpdate } from './validator.js';

export interface BlockPhases {
  readonly begin: readonly Event[];
  readonly end: readonly Event[];
}

const MODES: ReadonlySet<string> = new Set(['BeginBlock', 'EndBlock']);

export function splitPhases(events: readonly Event[]): BlockPhases {
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

/** `result_begin_block` and `result_end_block` of an event payload. */
export const phaseResults = (response: FinalizeBlockResponse, { begin, end }: BlockPhases) => ({
  result_begin_block: { events: listOrAbsent(begin, sparseEvent) },
  result_end_block: {
    validator_updates: listOrNull(response.validatorUpdates, validatorUpdate),
    consensus_param_updates: response.consensusParamUpdates && paramsUpdate(response.consensusParamUpdates),
    events: listOrAbsent(end, sparseEvent),
  } satisfies Json,
});
