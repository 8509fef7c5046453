/**
 * A signature as a value whose bytes may be made when they are first read: ed25519 (RFC 8032) is deterministic, so a
 * signature that nobody reads need not be computed, and nothing can tell the difference.
 */
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';

export interface Signature {
  /** 64 bytes for ed25519; empty where a commit slot is absent. */
  readonly bytes: Bytes;
}

export const NO_SIGNATURE: Signature = { bytes: EMPTY_BYTES };
