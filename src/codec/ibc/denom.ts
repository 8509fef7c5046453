/**
 * Denoms of tokens from other chains (ICS-20; ibc-go transfer/types `denom.go`): the full path is every hop as
 * `port/channel/` and the base denom behind them; a chain holds the token as `ibc/` and the path's SHA-256 in hex.
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

/** A channel's id ends in a number of 64 bits; a client's as well, and stands there for packets between clients. */
function isHopEnd(id: string): boolean {
  if (id === LOCALHOST) return true;
  const number = (CHANNEL_ID.exec(id) ?? CLIENT_ID.exec(id))?.[1];
  return number !== undefined && BigInt(number) <= MAX_UINT64;
}

/**
 * The hops and the base of a full path. A base whose second segment looks like an id, `factory/my-1/x`, is taken for a
 * hop; its hash is the same.
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

/** Of the full path: what the chain keeps the denom under. */
export const denomHash = (denom: Denom): Bytes => sha256(utf8(denomPath(denom)));

/** What a chain calls the token: the base where it began, `ibc/27394F…` elsewhere. */
export const localDenom = (denom: Denom): string =>
  denom.trace.length === 0 ? denom.base : VOUCHER_PREFIX + toUpperHex(denomHash(denom));

export const isVoucher = (denom: string): boolean => denom.startsWith(VOUCHER_PREFIX);

/** The hash that follows `ibc/`, in any case of letters; undefined for a denom that names none. */
export const tryVoucherHash = (denom: string): Bytes | undefined =>
  isVoucher(denom) ? tryHash(denom.slice(VOUCHER_PREFIX.length)) : undefined;

export function tryHash(hex: string): Bytes | undefined {
  const hash = tryFromHex(hex);
  return hash?.length === HASH_BYTES ? hash : undefined;
}

/** Whether this is the way that it has come: then it goes home over that end. */
export function cameOver({ trace: [last] }: Denom, { portId, channelId }: Hop): boolean {
  return last?.portId === portId && last.channelId === channelId;
}

/** On the chain that it comes to over `end`; `from` is the other end. */
export const arrivedDenom = (denom: Denom, from: Hop, end: Hop): Denom =>
  cameOver(denom, from)
    ? { base: denom.base, trace: denom.trace.slice(1) }
    : { base: denom.base, trace: [end, ...denom.trace] };
