/**
 * Where the block store keeps its records in the store: one letter for the room (`L`), one for the kind, then the rest of
 * the key. Heights are 8 big-endian bytes, so that keys sort by height.
 */
import { type Bytes, bigintToBytes } from '../../kernel/bytes.js';
import { utf8 } from '../../kernel/text.js';

const ROOM = 'L'.charCodeAt(0);

function key(kind: string, rest: Bytes): Bytes {
  const out = new Uint8Array(2 + rest.length);
  out[0] = ROOM;
  out[1] = kind.charCodeAt(0);
  out.set(rest, 2);
  return out;
}

export function heightBytes(height: bigint): Bytes {
  return bigintToBytes(height, 8);
}

/** The newest height's chain state; its presence says that the store holds a chain. */
export const STATE_KEY = key('s', utf8('state'));
/** The commit that decided the newest block. */
export const SEEN_COMMIT_KEY = key('s', utf8('seenCommit'));
/** Genesis document and what else a restart must agree on, as JSON. */
export const IDENTITY_KEY = key('s', utf8('identity'));
/** What a user has set of the chain's clock, as JSON. */
export const CLOCK_KEY = key('s', utf8('clock'));
/** Lists the other chains of the home folder, as JSON; only a devnet's own chain has it. */
export const NETWORK_KEY = key('s', utf8('network'));

export const blockKey = (height: bigint): Bytes => key('b', heightBytes(height));
export const resultsKey = (height: bigint): Bytes => key('r', heightBytes(height));
export const validatorsKey = (height: bigint): Bytes => key('v', heightBytes(height));
export const paramsKey = (height: bigint): Bytes => key('p', heightBytes(height));
export const evmRecordKey = (height: bigint): Bytes => key('e', heightBytes(height));
export const blockHashKey = (hash: Bytes): Bytes => key('h', hash);
export const txKey = (hash: Bytes): Bytes => key('t', hash);
export const ethereumTxKey = (hash: Bytes): Bytes => key('x', hash);
export const pendingTxKey = (hash: Bytes): Bytes => key('m', hash);
export const pendingDevTxKey = (hash: Bytes): Bytes => key('c', hash);
export const pendingEvidenceKey = (hash: Bytes): Bytes => key('d', hash);

const rangeOf = (kind: string) => ({
  gte: key(kind, new Uint8Array(0)),
  lt: key(String.fromCharCode(kind.charCodeAt(0) + 1), new Uint8Array(0)),
});
export const PENDING_TXS = rangeOf('m');
export const PENDING_DEV_TXS = rangeOf('c');
export const PENDING_EVIDENCE = rangeOf('d');
