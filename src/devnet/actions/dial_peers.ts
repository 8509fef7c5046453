/** Implements `dial_peers` and `dial_seeds`: reconnects links of the observed node that were cut. */
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import type { Chain } from '../chain/chain.js';
import { OBSERVED_NODE } from '../chain/node_identity.js';
import type { Loop } from '../runtime/loop.js';

/** Connects the observed node with the nodes of these ids. Unknown ids are ignored; a real node would only log them. */
export function dial({ simNetwork, identities }: Chain, loop: Loop, nodeIds: readonly Bytes[]): Promise<void> {
  return loop.betweenAndMine(async () => {
    for (const nodeId of nodeIds) {
      const index = identities.findIndex((identity) => equalBytes(identity.nodeId, nodeId));
      if (index >= 0) simNetwork.connect(OBSERVED_NODE, index);
    }
    return false;
  });
}
