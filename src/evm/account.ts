/** An account as the machine and the state know it, and what it is before anything has happened to it. */
import { type Bytes, EMPTY_BYTES } from '../kernel/bytes.js';
import { keccak256 } from '../kernel/hash.js';

export interface Account {
  readonly nonce: bigint;
  /** Base denom, 18 decimals. */
  readonly balance: bigint;
  /** 32 bytes; the hash of empty code for an account without code. */
  readonly codeHash: Bytes;
}

/** Keccak-256 of no code. */
export const EMPTY_CODE_HASH: Bytes = keccak256(EMPTY_BYTES);

export const EMPTY_ACCOUNT: Account = { nonce: 0n, balance: 0n, codeHash: EMPTY_CODE_HASH };
