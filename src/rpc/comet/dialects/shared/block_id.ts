/** Encodes a BlockID (consensus-rpc.md 3). The nil id has empty hashes and no parts. */
import type { BlockId } from '../../../../consensus/types/block_id.js';
import { hex } from './scalars.js';

export const blockId = ({ hash, parts }: BlockId) => ({
  hash: hex(hash),
  parts: { total: parts.total, hash: hex(parts.hash) },
});
