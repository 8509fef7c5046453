/** Implements `consensus_state` (consensus-rpc.md 10.2): the node's current round, as text. */
import { defineRoute } from '../route.js';

export const consensus_state = defineRoute({
  name: 'consensus_state',
  summary: 'Height, round, step and votes of the round in progress.',
  example: '/consensus_state',
  args: {},
  caching: 'never',
  handle: ({ backend, dialect }) => dialect.results.consensus_state(backend.roundState()),
});
