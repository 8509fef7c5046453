/** No two honest nodes decide differently at one height. */
import { equalBlockIds } from '../../consensus/types/block_id.js';
import { toUpperHex } from '../../kernel/hex.js';
import { broken, defineInvariant } from '../invariant.js';

export const invariant = defineInvariant({
  name: 'agreement',
  sees: ['decided'],
  start: undefined,
  see(memory, sighting) {
    if (sighting.type !== 'decided' || sighting.earlier === undefined) return memory;
    const { blockId, block } = sighting.decided;
    const other = sighting.earlier.decided.blockId;
    if (equalBlockIds(blockId, other)) return memory;
    return broken(
      'agreement',
      `node ${sighting.node} decided ${toUpperHex(blockId.hash)} at height ${block.header.height}, another ${toUpperHex(other.hash)}`,
    );
  },
});
