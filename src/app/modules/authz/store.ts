/** Reads and writes the keys of x/authz, which are the SDK's: grants, and the queue in which they expire. */
import { optional, optionalTimestamp, repeatedString, string } from '../../../codec/protobuf/field.js';
import { message, type Of } from '../../../codec/protobuf/message.js';
import { type Bytes, compareBytes, concatBytes } from '../../../kernel/bytes.js';
import { fromUtf8, utf8 } from '../../../kernel/text.js';
import type { UnixNanos } from '../../../kernel/time.js';
import { readChainParams } from '../../sdk/chain_params.js';
import { hasExpired, noteExpiry, renewExpiry } from '../../sdk/expiry.js';
import type { GasMeter } from '../../sdk/module/gas_meter.js';
import type { StateReader, WorkingState } from '../../state/types.js';
import { bech32Address, withLength } from '../../types/address.js';
import { typedEvent } from '../../types/events.js';
import { TIME_BYTES, timeKey } from '../../types/time_key.js';
import { type Authorization, AuthorizationAny } from './authorizations.js';
import { authzFailure } from './failure.js';

export const GRANTS = Uint8Array.of(1);
const QUEUE = Uint8Array.of(2);
/** Gas for each type that is searched in an entry of the queue. */
const SEARCH_GAS = 20n;

export const Grant = message('cosmos.authz.v1beta1.Grant', {
  authorization: optional(1, AuthorizationAny),
  /** Without it the grant does not expire. */
  expiration: optionalTimestamp(2),
});
export type Grant = Of<typeof Grant>;

/** Grant with its parties, as queries and genesis documents have it. */
export const GrantAuthorization = message('cosmos.authz.v1beta1.GrantAuthorization', {
  granter: string(1),
  grantee: string(2),
  authorization: optional(3, AuthorizationAny),
  expiration: optionalTimestamp(4),
});

const QueueItem = message('cosmos.authz.v1beta1.GrantQueueItem', { msgTypeUrls: repeatedString(1) });

/** Parties of a grant. */
export interface GrantPair {
  readonly granter: Bytes;
  readonly grantee: Bytes;
}

/** Returns the prefix of all grants of a granter, or of those to one grantee. */
export const grantsPrefix = (granter: Bytes, grantee?: Bytes): Bytes =>
  concatBytes(GRANTS, withLength(granter), grantee === undefined ? new Uint8Array() : withLength(grantee));

const grantKey = ({ granter, grantee }: GrantPair, typeUrl: string): Bytes =>
  concatBytes(grantsPrefix(granter, grantee), utf8(typeUrl));

const queueKey = ({ granter, grantee }: GrantPair, time: UnixNanos): Bytes =>
  concatBytes(timeKey(QUEUE, time), withLength(granter), withLength(grantee));

/** Reads two addresses, each after its length, and returns what follows them. */
function splitPair(bytes: Bytes): GrantPair & { readonly rest: Bytes } {
  const middle = 1 + (bytes[0] ?? 0);
  const end = middle + 1 + (bytes[middle] ?? 0);
  return { granter: bytes.slice(1, middle), grantee: bytes.slice(middle + 1, end), rest: bytes.slice(end) };
}

/** Reads the key of a grant below `GRANTS`. */
export function pairOfKey(key: Bytes): GrantPair & { readonly typeUrl: string } {
  const { rest, ...pair } = splitPair(key);
  return { ...pair, typeUrl: fromUtf8(rest) };
}

export function readGrant(state: StateReader, pair: GrantPair, typeUrl: string): Grant | undefined {
  const value = state.get('authz', grantKey(pair, typeUrl));
  return value && Grant.decode(value);
}

/** Stores an authorization in place of an earlier one of its type, and queues its expiration. */
export function writeGrant(
  state: WorkingState,
  pair: GrantPair,
  authorization: Authorization,
  expiration: UnixNanos | undefined,
  gas: GasMeter,
): void {
  const typeUrl = authorization.msgTypeUrl();
  const before = readGrant(state, pair, typeUrl)?.expiration;
  if (before !== expiration) {
    if (before !== undefined) unqueue(state, pair, typeUrl, before, gas);
    if (expiration !== undefined) {
      const key = queueKey(pair, expiration);
      writeItem(state, key, [...(readItem(state, key) ?? []), typeUrl]);
      noteExpiry(state, 'authz', expiration);
    }
  }
  updateGrant(state, pair, { authorization, expiration });
}

/** Stores an authorization that a message has changed. */
export function updateGrant(state: WorkingState, pair: GrantPair, grant: Grant & { authorization: Authorization }) {
  state.set('authz', grantKey(pair, grant.authorization.msgTypeUrl()), Grant.encode(grant));
}

/** Deletes a grant. Throws TxFailure `noAuthorization`. */
export function deleteGrant(state: WorkingState, pair: GrantPair, typeUrl: string, gas: GasMeter): void {
  const key = grantKey(pair, typeUrl);
  const found = readGrant(state, pair, typeUrl);
  if (found === undefined) throw authzFailure('noAuthorization', `failed to delete grant with key ${fromUtf8(key)}`);
  if (found.expiration !== undefined) unqueue(state, pair, typeUrl, found.expiration, gas);
  state.delete('authz', key);
}

const readItem = (state: StateReader, key: Bytes): readonly string[] | undefined => {
  const value = state.get('authz', key);
  return value && QueueItem.decode(value).msgTypeUrls;
};

const writeItem = (state: WorkingState, key: Bytes, msgTypeUrls: readonly string[]): void =>
  state.set('authz', key, QueueItem.encode({ msgTypeUrls }));

/** Takes a type out of an entry of the queue. The last one takes its place, as in the SDK. */
function unqueue(state: WorkingState, pair: GrantPair, typeUrl: string, time: UnixNanos, gas: GasMeter): void {
  const key = queueKey(pair, time);
  const types = readItem(state, key);
  if (types === undefined)
    throw authzFailure('noGrantKey', "can't remove grant from the expire queue, grant key not found");
  const index = types.indexOf(typeUrl);
  gas.consume(SEARCH_GAS * BigInt(index < 0 ? types.length : index + 1), 'grant queue');
  if (index < 0) return;
  const left = types.with(index, types.at(-1) ?? '').slice(0, -1);
  if (left.length === 0) state.delete('authz', key);
  else writeItem(state, key, left);
}

/** Deletes the grants that expired before a block's time, not those that expire at it. */
export function deleteExpired(state: WorkingState, now: UnixNanos): void {
  if (!hasExpired(state, 'authz', now)) return;
  const expired: (readonly [key: Bytes, types: readonly string[]])[] = [];
  const end = timeKey(QUEUE, now);
  for (const [key, value] of state.entries('authz', QUEUE)) {
    if (compareBytes(key, end) > 0) break;
    expired.push([key, QueueItem.decode(value).msgTypeUrls]);
  }
  for (const [key, types] of expired) {
    state.delete('authz', key);
    const pair = splitPair(key.slice(1 + TIME_BYTES));
    for (const typeUrl of types) state.delete('authz', grantKey(pair, typeUrl));
  }
  renewExpiry(state, 'authz', QUEUE);
}

/** Joins a grant with its parties. */
export function namedGrant(
  state: StateReader,
  { granter, grantee }: GrantPair,
  grant: Grant,
): Of<typeof GrantAuthorization> {
  const { bech32Prefix } = readChainParams(state);
  return {
    granter: bech32Address(granter, bech32Prefix),
    grantee: bech32Address(grantee, bech32Prefix),
    ...grant,
  };
}

/** Builds the event of a grant, or of its end. */
export function grantEvent(
  name: 'EventGrant' | 'EventRevoke',
  state: StateReader,
  { granter, grantee }: GrantPair,
  typeUrl: string,
) {
  const { bech32Prefix } = readChainParams(state);
  return typedEvent(`cosmos.authz.v1beta1.${name}`, {
    msg_type_url: typeUrl,
    granter: bech32Address(granter, bech32Prefix),
    grantee: bech32Address(grantee, bech32Prefix),
  });
}
