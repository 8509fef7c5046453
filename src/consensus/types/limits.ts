/** Computes how many bytes of a block are left for transactions (CometBFT types/block.go, consensus-engine.md 2.13). */
import { delimitedSize } from '../../codec/protobuf/index.js';
import { invariant } from '../../kernel/errors.js';
import { MAX_BLOCK_BYTES } from './params.js';
import { BLOCK_PART_SIZE } from './part_set.js';

const MAX_HEADER_BYTES = 626n;
const MAX_BLOCK_OVERHEAD_BYTES = 11n;
const MAX_COMMIT_OVERHEAD_BYTES = 94n;
/** Size of a slot: at most 109 bytes, its tag and its length. */
const MAX_COMMIT_SLOT_BYTES = 111n;

/** Returns `block.max_bytes` as a size: -1 means the maximum that the protocol allows. */
export const effectiveMaxBytes = (maxBytes: bigint): bigint => (maxBytes === -1n ? MAX_BLOCK_BYTES : maxBytes);

/**
 * Returns how many bytes the transactions of a block may have together, each counted by `txWireBytes`. Throws
 * InvariantViolation when header, commit and evidence alone do not fit.
 */
export function maxDataBytes(maxBytes: bigint, evidenceBytes: bigint | number, validators: number): bigint {
  const overhead = MAX_BLOCK_OVERHEAD_BYTES + MAX_HEADER_BYTES + MAX_COMMIT_OVERHEAD_BYTES;
  const commitSlots = MAX_COMMIT_SLOT_BYTES * BigInt(validators);
  const left = effectiveMaxBytes(maxBytes) - overhead - commitSlots - BigInt(evidenceBytes);
  invariant(left >= 0n, `block.max_bytes ${maxBytes} is ${-left} bytes too small for ${validators} validators`);
  return left;
}

/** Returns how many bytes a transaction of `length` bytes has in a block: its tag, its length and itself. */
export const txWireBytes = (length: number): number => delimitedSize(length);

/** Returns the most parts that a proposal may announce. */
export const maxParts = (maxBytes: bigint): number =>
  Number((effectiveMaxBytes(maxBytes) - 1n) / BigInt(BLOCK_PART_SIZE)) + 1;
