/** An account before anything has happened to it. */

import { type Bytes, EMPTY_BYTES } from '../../../kernel/bytes.js';
import { keccak256 } from '../../../kernel/hash.js';
import type { Account } from '../../state/types.js';

/** Keccak-256 of no code. */
export const EMPTY_CODE_HASH: Bytes = keccak256(EMPTY_BYTES);

export const EMPTY_ACCOUNT: Account = { nonce: 0n, balance: 0n, codeHash: EMPTY_CODE_HASH };
