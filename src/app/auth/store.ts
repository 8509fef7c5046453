/**
 * What the auth module knows of an account beyond the EVM's nonce, which is its sequence: its number and, later, its
 * public key. Only accounts of genesis have a record so far; one that the EVM brought to life has number 0. Numbers
 * protect nothing here, because a used account is never removed. Keys are the SDK's: 0x01 ‖ address.
 */
import { ProtoReader, ProtoWriter } from '../../codec/protobuf.js';
import { type Bytes, bigintToBytes, concatBytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { utf8 } from '../../kernel/text.js';
import { bech32Address } from '../address.js';
import { readChainParams } from '../chain_params.js';
import type { StateReader, WorkingState } from '../state/types.js';
import { type AuthParams, encodeAuthParams } from './params.js';

const PARAMS_KEY = Uint8Array.of(0);
const ACCOUNT_PREFIX = Uint8Array.of(1);
const NEXT_NUMBER_KEY = utf8('globalAccountNumber');

const accountKey = (address: Bytes): Bytes => concatBytes(ACCOUNT_PREFIX, address);

/** A BaseAccount (`cosmos.auth.v1beta1`) without its sequence, which stands elsewhere. */
export function writeAccountNumber(state: WorkingState, address: Bytes, number: bigint): void {
  const text = bech32Address(address, readChainParams(state).bech32Prefix);
  state.set('auth', accountKey(address), new ProtoWriter().string(1, text).uint(3, number).finish());
}

export function accountNumber(state: StateReader, address: Bytes): bigint {
  const record = state.get('auth', accountKey(address));
  if (record === undefined) return 0n;
  for (const reader = new ProtoReader(record); !reader.done; ) {
    if (reader.next().field === 3) return reader.uint();
    reader.skip();
  }
  return 0n;
}

export function writeNextAccountNumber(state: WorkingState, number: bigint): void {
  state.set('auth', NEXT_NUMBER_KEY, bigintToBytes(number, 8));
}

/** Encoded; nothing when every one of them is 0. */
export const authParams = (state: StateReader): Bytes => state.get('auth', PARAMS_KEY) ?? EMPTY_BYTES;

export function writeAuthParams(state: WorkingState, params: AuthParams): void {
  const value = encodeAuthParams(params);
  if (value.length > 0) state.set('auth', PARAMS_KEY, value);
}
