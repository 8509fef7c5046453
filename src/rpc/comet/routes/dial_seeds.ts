/** Implements `dial_seeds` (consensus-rpc.md 4.5). Here a seed is a simulated peer like any other. */

import { HalleyError } from '../../../kernel/errors.js';
import { PEER } from '../../examples.js';
import { texts } from '../protocol/arg_kind.js';
import { defineRoute } from '../route.js';
import { peerId } from './shared/peer_address.js';

export const dial_seeds = defineRoute({
  name: 'dial_seeds',
  summary: 'Connects the node to seeds.',
  example: `/dial_seeds?seeds=["${PEER}"]`,
  args: { seeds: texts },
  caching: 'never',
  unsafe: true,
  handle: async ({ backend, dialect }, { seeds }) => {
    if (seeds.length === 0) throw new HalleyError('invalid-argument', 'no seeds provided');
    await backend.dial(seeds.map(peerId));
    return dialect.results.dial('Dialing seeds in progress. See /net_info for details');
  },
});
