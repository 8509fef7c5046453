/**
 * The keys of the block store's records: one letter for the layer (`L`), one for the kind, then the rest of the key.
 * Heights are 8 big-endian bytes, so that keys sort by height.
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

/** Newest height's chain state; a store without it holds no chain. */
export const STATE_KEY = key('s', utf8('state'));
/** Commit that decided the newest block. */
export const SEEN_COMMIT_KEY = key('s', utf8('seenCommit'));
/** Genesis document and the other settings that must be equal after a restart, as JSON. */
export const IDENTITY_KEY = key('s', utf8('identity'));
/** User's settings of the chain's clock, as JSON. */
export const CLOCK_KEY = key('s', utf8('clock'));
/** Other chains of the home folder, as JSON; only a devnet's own chain has it. */
export const NETWORK_KEY = key('s', utf8('network'));
/** Faults, crashed validators and cut links of the simulated network, as JSON; absent while there are none. */
export const FAULTS_KEY = key('s', utf8('faults'));

export const blockKey = (height: bigint): Bytes => key('b', heightBytes(height));
export const resultsKey = (height: bigint): Bytes => key('r', heightBytes(height));
export const validatorsKey = (height: bigint): Bytes => key('v', heightBytes(height));
export const paramsKey = (height: bigint): Bytes => key('p', heightBytes(height));
/** Last commit of the block above, with the extensions that the block leaves out; absent where votes have none. */
export const extendedCommitKey = (height: bigint): Bytes => key('q', heightBytes(height));
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
