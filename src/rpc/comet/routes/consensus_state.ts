/** Implements `consensus_state` (consensus-rpc.md 10.2): the node's current round, as text. */
import { defineRoute } from '../route.js';
import { encodeRounds } from './shared/rounds.js';

export const consensus_state = defineRoute({
  name: 'consensus_state',
  summary: 'Height, round, step and votes of the round in progress.',
  example: '/consensus_state',
  args: {},
  caching: 'never',
  handle(context) {
    const { results } = context.dialect;
    const state = context.backend.roundState();
    return encodeRounds(context, state, {
      rounds: (part) => results.consensus_state_rounds(part),
      result: (rounds) => results.consensus_state(state, rounds),
    });
  },
});
