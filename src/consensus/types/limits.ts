/** Computes how many bytes of a block are left for transactions (CometBFT types/block.go, consensus-engine.md 2.13). */
import { isNewKeyType } from '../../abci/pub_key.js';
import { delimitedSize } from '../../codec/protobuf/index.js';
import { invariant } from '../../kernel/errors.js';
import { type ConsensusParams, MAX_BLOCK_BYTES } from './params.js';
import { BLOCK_PART_SIZE } from './part_set.js';

const MAX_HEADER_BYTES = 626n;
const MAX_BLOCK_OVERHEAD_BYTES = 11n;
const MAX_COMMIT_OVERHEAD_BYTES = 94n;
/** Size of a slot as CometBFT 0.38 reserves it: at most 109 bytes, its tag and its length. */
const MAX_COMMIT_SLOT_BYTES = 111n;
/** Size of a slot as CometBFT 0.40 reserves it: at most 3,355 bytes, its tag and its length. */
const MAX_LONG_SLOT_BYTES = 3358n;

/** Parameters on which the size of a block depends. */
type SizeParams = Pick<ConsensusParams, 'block' | 'validator'>;

/** Returns `block.max_bytes` as a size: -1 means the maximum that the protocol allows. */
export const effectiveMaxBytes = (maxBytes: bigint): bigint => (maxBytes === -1n ? MAX_BLOCK_BYTES : maxBytes);

/** Returns the size of a slot on a chain with these types of keys: that of the first CometBFT that knows them all. */
const slotBytes = (keyTypes: readonly string[]): bigint =>
  keyTypes.some(isNewKeyType) ? MAX_LONG_SLOT_BYTES : MAX_COMMIT_SLOT_BYTES;

/**
 * Returns how many bytes the transactions of a block may have together, each counted by `txWireBytes`. Throws
 * InvariantViolation when header, commit and evidence alone do not fit.
 */
export function maxDataBytes(
  { block: { maxBytes }, validator: { pubKeyTypes } }: SizeParams,
  evidenceBytes: bigint | number,
  validators: number,
): bigint {
  const overhead = MAX_BLOCK_OVERHEAD_BYTES + MAX_HEADER_BYTES + MAX_COMMIT_OVERHEAD_BYTES;
  const commitSlots = slotBytes(pubKeyTypes) * BigInt(validators);
  const left = effectiveMaxBytes(maxBytes) - overhead - commitSlots - BigInt(evidenceBytes);
  invariant(left >= 0n, `block.max_bytes ${maxBytes} is ${-left} bytes too small for ${validators} validators`);
  return left;
}

/** Returns how many bytes a transaction of `length` bytes has in a block: its tag, its length and itself. */
export const txWireBytes = (length: number): number => delimitedSize(length);

/** Returns the most parts that a proposal may announce. */
export const maxParts = (maxBytes: bigint): number =>
  Number((effectiveMaxBytes(maxBytes) - 1n) / BigInt(BLOCK_PART_SIZE)) + 1;
