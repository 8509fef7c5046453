/**
 * Assembles a block from its parts. All nodes of a process share the object of a block that one of them built or
 * decoded.
 */
import { CodecError } from '../../codec/protobuf/index.js';
import { type Caches, memoOf, ownerOf } from '../caches.js';
import { decodeBlock, validateBlockBasic } from '../types/block.js';
import { equalPartSetHeaders } from '../types/block_id.js';
import { headerHash } from '../types/header.js';
import { type AddedPart, addPart, assemble, type Part, type PartSet } from '../types/part_set.js';
import type { WholeBlock } from '../types/whole_block.js';

/** Adds a part. The Merkle proof of a part is not checked again if it belongs to a known block with the same header. */
export function acceptPart(caches: Caches, set: PartSet, part: Part): AddedPart {
  const owner = ownerOf(caches, part);
  if (owner === undefined || !equalPartSetHeaders(owner.parts.header, set.header)) return addPart(set, part);
  if (set.parts[part.index] !== undefined) return { set };
  const { header, count, byteSize } = set;
  const parts = set.parts.with(part.index, part);
  return { set: { header, parts, count: count + 1, byteSize: byteSize + part.bytes.length } };
}

/** Returns the block that a complete part set carries, or the problem of its bytes. */
export function wholeBlock(caches: Caches, parts: PartSet): WholeBlock | { readonly error: string } {
  const [first] = parts.parts;
  const owner = first === undefined ? undefined : ownerOf(caches, first);
  if (owner !== undefined && equalPartSetHeaders(owner.parts.header, parts.header)) return owner;
  try {
    const block = decodeBlock(assemble(parts));
    const problem = validateBlockBasic(block);
    if (problem !== undefined) return { error: problem };
    const whole = { block, parts, id: { hash: headerHash(block.header), parts: parts.header } };
    return memoOf(caches, whole).whole;
  } catch (error) {
    if (error instanceof CodecError) return { error: error.message };
    throw error;
  }
}
