/**
 * Reads and writes the store of the dev module: the key of the dev authority, and its sequence. A chain without an
 * authority accepts no dev transactions.
 */
import { type Bytes, bigintToBytes, bytesToBigint } from '../../../kernel/bytes.js';
import type { StateReader, WorkingState } from '../../state/types.js';

const AUTHORITY_KEY = Uint8Array.of(1);
const SEQUENCE_KEY = Uint8Array.of(2);

/** Returns the ed25519 public key, 32 bytes. */
export const readAuthority = (state: StateReader): Bytes | undefined => state.get('dev', AUTHORITY_KEY);

export const writeAuthority = (state: WorkingState, publicKey: Bytes): void =>
  state.set('dev', AUTHORITY_KEY, publicKey);

/** Returns the sequence of the authority's next transaction. */
export function readSequence(state: StateReader): bigint {
  const value = state.get('dev', SEQUENCE_KEY);
  return value === undefined ? 0n : bytesToBigint(value);
}

/** Writes the sequence. Zero leaves no entry. */
export function writeSequence(state: WorkingState, sequence: bigint): void {
  if (sequence > 0n) state.set('dev', SEQUENCE_KEY, bigintToBytes(sequence, 8));
}
