/**
 * Converts denoms of tokens from other chains (ICS-20; ibc-go transfer/types `denom.go`). The full path lists every hop
 * as `port/channel/`, followed by the base denom. A chain's local name of the token is `ibc/` and the path's SHA-256
 * hash in hex.
 */
import type { Bytes } from '../../kernel/bytes.js';
import { sha256 } from '../../kernel/hash.js';
import { toUpperHex, tryFromHex } from '../../kernel/hex.js';
import { utf8 } from '../../kernel/text.js';
import type { Denom, Hop } from './transfer.js';

const VOUCHER_PREFIX = 'ibc/';
const HASH_BYTES = 32;
const CHANNEL_ID = /^channel-(\d{1,20})$/;
const CLIENT_ID = /^\w+(?:[\w-]+\w)?-(\d{1,20})$/;
const LOCALHOST = '09-localhost';
const MAX_UINT64 = 2n ** 64n - 1n;

/**
 * Reports whether an id ends a hop. The id of a channel ends in a 64-bit number. So does the id of a client, which
 * replaces the channel in packets between clients.
 */
function isHopEnd(id: string): boolean {
  if (id === LOCALHOST) return true;
  const number = (CHANNEL_ID.exec(id) ?? CLIENT_ID.exec(id))?.[1];
  return number !== undefined && BigInt(number) <= MAX_UINT64;
}

/**
 * Splits a full path into its hops and its base. A base whose second segment looks like an id, such as
 * `factory/my-1/x`, is read as a hop; its hash is the same.
 */
export function denomOfPath(path: string): Denom {
  const segments = path.split('/');
  const trace: Hop[] = [];
  let at = 0;
  while (segments.length > 2 && at + 1 < segments.length && isHopEnd(segments[at + 1] as string)) {
    trace.push({ portId: segments[at] as string, channelId: segments[at + 1] as string });
    at += 2;
  }
  return { base: segments.slice(at).join('/'), trace };
}

export const hopText = ({ portId, channelId }: Hop): string => `${portId}/${channelId}`;

export const denomPath = ({ base, trace }: Denom): string => [...trace.map(hopText), base].join('/');

/** Hashes the full path. The chain stores the denom under this hash. */
export const denomHash = (denom: Denom): Bytes => sha256(utf8(denomPath(denom)));

/** Returns a chain's name of the token: the base on the chain of its origin, `ibc/27394F…` elsewhere. */
export const localDenom = (denom: Denom): string =>
  denom.trace.length === 0 ? denom.base : VOUCHER_PREFIX + toUpperHex(denomHash(denom));

export const isVoucher = (denom: string): boolean => denom.startsWith(VOUCHER_PREFIX);

/** Returns the hash after `ibc/`, in any case of letters. Returns undefined for a denom without one. */
export const tryVoucherHash = (denom: string): Bytes | undefined =>
  isVoucher(denom) ? tryHash(denom.slice(VOUCHER_PREFIX.length)) : undefined;

export function tryHash(hex: string): Bytes | undefined {
  const hash = tryFromHex(hex);
  return hash?.length === HASH_BYTES ? hash : undefined;
}

/**
 * Reports whether the token last arrived over this channel end. Sending it over that end returns it towards its origin.
 */
export function cameOver({ trace: [last] }: Denom, { portId, channelId }: Hop): boolean {
  return last?.portId === portId && last.channelId === channelId;
}

/** Returns the denom on the chain where the token arrives over `end`. `from` is the other end. */
export const arrivedDenom = (denom: Denom, from: Hop, end: Hop): Denom =>
  cameOver(denom, from)
    ? { base: denom.base, trace: denom.trace.slice(1) }
    : { base: denom.base, trace: [end, ...denom.trace] };
