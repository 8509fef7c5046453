/** Implements `net_info` (consensus-rpc.md 4.3): the peers of this node, with the counters of their connections. */

import { defineRoute } from '../route.js';
import { networkFacts } from './shared/network_facts.js';

export const net_info = defineRoute({
  name: 'net_info',
  summary: 'Whether the node listens, and the peers that it is connected to.',
  example: '/net_info',
  args: {},
  caching: 'never',
  handle: ({ backend, dialect }) => dialect.results.net_info({ net: backend.net(), ...networkFacts(backend) }),
});
