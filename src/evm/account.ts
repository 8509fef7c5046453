/** Defines an account as the machine and the state see it, and the empty account, which is its initial value. */
import { type Bytes, EMPTY_BYTES } from '../kernel/bytes.js';
import { keccak256 } from '../kernel/hash.js';

export interface Account {
  readonly nonce: bigint;
  /** Amount of the base denom, which has 18 decimals. */
  readonly balance: bigint;
  /** 32 bytes. An account without code has the hash of empty code. */
  readonly codeHash: Bytes;
}

/** Keccak-256 hash of empty code. */
export const EMPTY_CODE_HASH: Bytes = keccak256(EMPTY_BYTES);

export const EMPTY_ACCOUNT: Account = { nonce: 0n, balance: 0n, codeHash: EMPTY_CODE_HASH };
