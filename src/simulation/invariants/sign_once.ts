/**
 * Requires that an honest validator signs once at each height, round and step, and never goes back, even after a crash.
 */
import type { Message } from '../../consensus/input.js';
import { isLater } from '../../consensus/round/sign.js';
import { RoundStep } from '../../consensus/round_step.js';
import type { SignRecord } from '../../consensus/state.js';
import { VoteType } from '../../consensus/types/vote.js';
import { broken, defineInvariant } from '../invariant.js';

function placeOf(message: Message): SignRecord | undefined {
  if (message.type === 'proposal') {
    const { height, round } = message.proposal;
    return { height, round, step: RoundStep.Propose };
  }
  if (message.type !== 'vote') return undefined;
  const { height, round, type } = message.vote;
  return { height, round, step: type === VoteType.Prevote ? RoundStep.Prevote : RoundStep.Precommit };
}

/** Last height, round and step that each node signed. */
export const invariant = defineInvariant<readonly (SignRecord | undefined)[]>({
  name: 'sign once',
  observes: ['sent'],
  start: [],
  see(memory, observation, context) {
    if (observation.type !== 'sent' || context.byzantine.includes(observation.node)) return memory;
    const place = placeOf(observation.message);
    if (place === undefined) return memory;
    const last = memory[observation.node];
    if (last !== undefined && !isLater(place, last))
      broken(
        'sign once',
        `node ${observation.node} signed at ${place.height}/${place.round}/${place.step} after ${last.height}/${last.round}/${last.step}`,
      );
    const next = [...memory];
    next[observation.node] = place;
    return next;
  },
});
