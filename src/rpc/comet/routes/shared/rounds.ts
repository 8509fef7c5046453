/**
 * Encodes results that list all rounds of a height, of which a chain that cannot decide has thousands (consensus-rpc.md
 * 10.2, 10.3). Each round is a step of its own, so that other clients are served between two rounds.
 */
import type { RoundStateView } from '../../../../backend/comet.js';
import { type Client, runInSlices } from '../../../../kernel/fair_scheduler.js';
import type { Json } from '../../../../kernel/json.js';
import type { Steps } from '../../../../kernel/steps.js';
import type { RoundsView } from '../../dialects/views.js';
import { encodeJson, JsonText } from '../../protocol/json.js';
import type { RouteContext } from '../../route.js';

/** Shares the time of all callers of these routes. */
const CLIENT: Client = { id: 'rounds of a height' };

/** Stands for the rounds in a result. No other text has this control character at its start. */
const PLACE = '\u0000rounds';

export interface RoundsShape {
  /** Encodes some of the rounds. */
  rounds(part: RoundsView): readonly Json[];
  /** Encodes the result with `rounds` in the place of its rounds. */
  result(rounds: Json): Json;
}

function* steps({ votes, validators }: RoundStateView, { rounds, result }: RoundsShape): Steps<JsonText> {
  const texts: string[] = [];
  for (const round of votes) {
    texts.push(...rounds({ votes: [round], validators }).map(encodeJson));
    yield;
  }
  const whole = encodeJson(result(PLACE));
  const place = encodeJson(PLACE);
  const at = whole.indexOf(place);
  return new JsonText(`${whole.slice(0, at)}[${texts.join(',')}]${whole.slice(at + place.length)}`);
}

/** Encodes a result that contains the rounds of `state`, in time slices. */
export const encodeRounds = (
  { scheduler }: RouteContext,
  state: RoundStateView,
  shape: RoundsShape,
): JsonText | Promise<JsonText> => runInSlices(scheduler, CLIENT, steps(state, shape));
