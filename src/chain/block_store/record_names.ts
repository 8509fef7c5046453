/** Describes each record of the block store by its key, for errors about damaged records. */
import type { Bytes } from '../../kernel/bytes.js';
import { toHex } from '../../kernel/hex.js';
import type { RecordName } from '../../storage/store.js';

const ROOM = 'L';

/** The rest of these keys is a height. */
const OF_HEIGHT: Readonly<Record<string, string>> = {
  b: 'block',
  q: 'extended commit',
  r: 'results',
  v: 'validators',
  p: 'consensus parameters',
  e: 'EVM record',
};

/** The rest of these keys is a hash. */
const OF_HASH: Readonly<Record<string, string>> = {
  h: 'height of block hash',
  t: 'place of transaction',
  x: 'place of Ethereum transaction',
  m: 'pending transaction',
  c: 'pending dev transaction',
  d: 'pending evidence',
};

/** Returns undefined for a key that is not the block store's. */
export function blockStoreRecordName(key: Bytes): RecordName | undefined {
  const [room, kind = ''] = String.fromCharCode(...key.subarray(0, 2));
  if (room !== ROOM) return undefined;
  const rest = key.subarray(2);
  if (kind in OF_HEIGHT && rest.length === 8) {
    const height = new DataView(rest.buffer, rest.byteOffset, 8).getBigUint64(0);
    return { text: `${OF_HEIGHT[kind]} of height ${height}`, height };
  }
  if (kind in OF_HASH) return { text: `${OF_HASH[kind]} ${toHex(rest)}` };
  return kind === 's' ? { text: `chain's ${String.fromCharCode(...rest)}` } : undefined;
}
