/**
 * Implements `status` (consensus-rpc.md 4.3): the node's identity and its latest block. Its text is cached between two
 * blocks. The key contains the validator's power and the first height; the rest of the node does not change.
 */
import type { StoredBlock } from '../../../backend/comet.js';
import type { HeaderView } from '../dialects/views.js';
import { defineRoute } from '../route.js';
import { networkFacts } from './shared/network_facts.js';

const headerOf = (stored: StoredBlock | undefined): HeaderView | undefined =>
  stored && { hash: stored.blockId.hash, header: stored.block.header };

export const status = defineRoute({
  name: 'status',
  summary: 'Identity of the node, its first and last block, and its validator.',
  example: '/status',
  args: {},
  caching: 'never',
  handle: ({ backend, dialect, cache }) => {
    const latest = backend.block(backend.height());
    const first = backend.block(backend.base());
    const node = backend.node();
    const make = () =>
      dialect.results.status({ node, ...networkFacts(backend), latest: headerOf(latest), earliest: headerOf(first) });
    if (latest === undefined || first === undefined) return make();
    return cache.text(latest, `status ${first.block.header.height} ${node.validator.votingPower}`, make);
  },
});
