/** `status` (consensus-rpc.md 4.3): who this node is and how far it has come. */
import type { CometPort } from '../../ports.js';
import type { HeaderView } from '../dialects/views.js';
import { networkFacts } from '../network_facts.js';
import { defineRoute } from '../route.js';

function headerAt(port: CometPort, height: bigint): HeaderView | undefined {
  const stored = port.block(height);
  return stored === undefined ? undefined : { hash: stored.blockId.hash, header: stored.block.header };
}

export const status = defineRoute({
  name: 'status',
  summary: 'Identity of the node, its first and last block, and its validator.',
  example: '/status',
  args: {},
  caching: 'never',
  handle: ({ port, dialect }) => {
    const earliest = headerAt(port, port.base());
    return dialect.results.status({
      node: port.node(),
      ...networkFacts(port),
      latest: headerAt(port, port.height()),
      earliest,
    });
  },
});
