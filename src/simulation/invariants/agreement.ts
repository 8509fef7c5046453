/** Requires that no two honest nodes decide different blocks at one height. */
import { equalBlockIds } from '../../consensus/types/block_id.js';
import { toUpperHex } from '../../kernel/hex.js';
import { broken, defineInvariant } from '../invariant.js';

export const invariant = defineInvariant({
  name: 'agreement',
  observes: ['decided'],
  start: undefined,
  see(memory, observation) {
    if (observation.type !== 'decided' || observation.earlier === undefined) return memory;
    const { blockId, block } = observation.decided;
    const other = observation.earlier.decided.blockId;
    if (equalBlockIds(blockId, other)) return memory;
    return broken(
      'agreement',
      `node ${observation.node} decided ${toUpperHex(blockId.hash)} at height ${block.header.height}, another ${toUpperHex(other.hash)}`,
    );
  },
});
