/** Reads and writes the keys of x/feegrant, which are the SDK's: allowances, and the queue in which they expire. */
import { optional, string } from '../../../codec/protobuf/field.js';
import { message, type Of } from '../../../codec/protobuf/message.js';
import { type Bytes, compareBytes, concatBytes } from '../../../kernel/bytes.js';
import type { UnixNanos } from '../../../kernel/time.js';
import { readChainParams } from '../../sdk/chain_params.js';
import { hasExpired, noteExpiry, renewExpiry } from '../../sdk/expiry.js';
import type { StateReader, WorkingState } from '../../state/types.js';
import { bech32Address, withLength } from '../../types/address.js';
import { TIME_BYTES, timeKey } from '../../types/time_key.js';
import { type Allowance, AllowanceAny } from './allowances.js';

export const ALLOWANCE_KEYS = Uint8Array.of(0);
const QUEUE = Uint8Array.of(1);
/** Value of an entry of the queue. The SDK's is empty. */
const QUEUED = Uint8Array.of(1);

export const FeeGrant = message('cosmos.feegrant.v1beta1.Grant', {
  granter: string(1),
  grantee: string(2),
  allowance: optional(3, AllowanceAny),
});
export type FeeGrant = Of<typeof FeeGrant>;

/** Parties of an allowance. */
export interface FeePair {
  readonly granter: Bytes;
  readonly grantee: Bytes;
}

/** Returns the prefix of all allowances of a grantee. */
export const allowancesPrefix = (grantee: Bytes): Bytes => concatBytes(ALLOWANCE_KEYS, withLength(grantee));

const allowanceKey = ({ granter, grantee }: FeePair): Bytes =>
  concatBytes(allowancesPrefix(grantee), withLength(granter));

const queueKey = (pair: FeePair, time: UnixNanos): Bytes =>
  concatBytes(timeKey(QUEUE, time), allowanceKey(pair).slice(1));

/** Reads what follows the prefix in the key of an allowance. */
export function granterOfKey(below: Bytes): Bytes {
  const middle = 1 + (below[0] ?? 0);
  return below.slice(middle + 1, middle + 1 + (below[middle] ?? 0));
}

export function readAllowance(state: StateReader, pair: FeePair): Allowance | undefined {
  const value = state.get('feegrant', allowanceKey(pair));
  return value && FeeGrant.decode(value).allowance;
}

/** Stores an allowance. A new one is queued by `queueExpiration`. */
export function writeAllowance(state: WorkingState, pair: FeePair, allowance: Allowance): void {
  state.set('feegrant', allowanceKey(pair), FeeGrant.encode({ ...partiesOf(state, pair), allowance }));
}

export function queueExpiration(state: WorkingState, pair: FeePair, time: UnixNanos): void {
  state.set('feegrant', queueKey(pair, time), QUEUED);
  noteExpiry(state, 'feegrant', time);
}

/**
 * Deletes an allowance. Its entry stays in the queue, as in x/feegrant 0.2, which deletes the entry of the opposite
 * pair: an allowance that the same granter gives again ends at the earlier time.
 */
export function deleteAllowance(state: WorkingState, pair: FeePair, expiration: UnixNanos | undefined): void {
  state.delete('feegrant', allowanceKey(pair));
  if (expiration !== undefined)
    state.delete('feegrant', queueKey({ granter: pair.grantee, grantee: pair.granter }, expiration));
}

/** Deletes at most `limit` allowances that expired before a block's time. */
export function deleteExpired(state: WorkingState, now: UnixNanos, limit: number): void {
  if (!hasExpired(state, 'feegrant', now)) return;
  const expired: Bytes[] = [];
  const end = timeKey(QUEUE, now);
  for (const [key] of state.entries('feegrant', QUEUE)) {
    if (expired.length === limit || compareBytes(key, end) > 0) break;
    expired.push(key);
  }
  for (const key of expired) {
    state.delete('feegrant', key);
    state.delete('feegrant', concatBytes(ALLOWANCE_KEYS, key.slice(1 + TIME_BYTES)));
  }
  renewExpiry(state, 'feegrant', QUEUE);
}

/** Returns the addresses of the parties as events and messages have them. */
export function partiesOf(state: StateReader, { granter, grantee }: FeePair) {
  const { bech32Prefix } = readChainParams(state);
  return { granter: bech32Address(granter, bech32Prefix), grantee: bech32Address(grantee, bech32Prefix) };
}
