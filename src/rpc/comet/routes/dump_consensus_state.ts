/**
 * Implements `dump_consensus_state` (consensus-rpc.md 10.3): the node's whole current round, and what it knows of its
 * peers.
 */
import { defineRoute } from '../route.js';
import { encodeRounds } from './shared/rounds.js';

export const dump_consensus_state = defineRoute({
  name: 'dump_consensus_state',
  summary: 'Full state of the round in progress, and the rounds of the peers.',
  example: '/dump_consensus_state',
  args: {},
  caching: 'never',
  handle(context) {
    const { results } = context.dialect;
    const state = context.backend.roundState();
    const peers = context.backend.peers();
    return encodeRounds(context, state, {
      rounds: (part) => results.dump_consensus_state_rounds(part),
      result: (rounds) => results.dump_consensus_state({ state, peers }, rounds),
    });
  },
});
