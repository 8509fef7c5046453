/** How much of a block's size is left for transactions (CometBFT types/block.go, consensus-engine.md 2.13). Bytes. */
import { delimitedSize } from '../../codec/protobuf/index.js';
import { invariant } from '../../kernel/errors.js';
import { MAX_BLOCK_BYTES } from './params.js';
import { BLOCK_PART_SIZE } from './part_set.js';

const MAX_HEADER_BYTES = 626n;
const MAX_BLOCK_OVERHEAD_BYTES = 11n;
const MAX_COMMIT_OVERHEAD_BYTES = 94n;
/** A slot of at most 109 bytes, its tag and its length. */
const MAX_COMMIT_SLOT_BYTES = 111n;

/** `block.max_bytes` as a size: -1 stands for the most that the protocol allows. */
export const effectiveMaxBytes = (maxBytes: bigint): bigint => (maxBytes === -1n ? MAX_BLOCK_BYTES : maxBytes);

/**
 * What the transactions of a block may take together, each counted by `txWireBytes`. Throws InvariantViolation when
 * header, commit and evidence alone do not fit.
 */
export function maxDataBytes(maxBytes: bigint, evidenceBytes: bigint | number, validators: number): bigint {
  const overhead = MAX_BLOCK_OVERHEAD_BYTES + MAX_HEADER_BYTES + MAX_COMMIT_OVERHEAD_BYTES;
  const commitSlots = MAX_COMMIT_SLOT_BYTES * BigInt(validators);
  const left = effectiveMaxBytes(maxBytes) - overhead - commitSlots - BigInt(evidenceBytes);
  invariant(left >= 0n, `block.max_bytes ${maxBytes} is ${-left} bytes too small for ${validators} validators`);
  return left;
}

/** What a transaction of `length` bytes takes in a block: its tag, its length and itself. */
export const txWireBytes = (length: number): number => delimitedSize(length);

/** The most parts that a proposal may announce. */
export const maxParts = (maxBytes: bigint): number =>
  Number((effectiveMaxBytes(maxBytes) - 1n) / BigInt(BLOCK_PART_SIZE)) + 1;
