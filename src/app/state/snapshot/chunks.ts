/** Cuts a committed state into the chunks of a snapshot. Equal states give equal chunks on every node. */

import { EMPTY_CODE_HASH } from '../../../evm/state.js';
import { type Bytes, bigintToBytes, EMPTY_BYTES, joinBytes } from '../../../kernel/bytes.js';
import { toHex } from '../../../kernel/hex.js';
import { type CommittedState, STORE_NAMES, type StoreName } from '../types.js';
import { encodeItem, type SnapshotItem } from './items.js';

/** Size after which a chunk ends. CometBFT's limit of a chunk is 16 MB. */
const CHUNK_BYTES = 4_194_304;

/** Yields each whole chunk, and undefined after each step that makes none. `head` is what the host adds. */
export function* snapshotChunks(state: CommittedState, head: Bytes): Iterable<Bytes | undefined> {
  let items: Bytes[] = [];
  let size = 0;
  for (const item of itemsOf(state, head)) {
    const encoded = encodeItem(item);
    items.push(encoded);
    size += encoded.length;
    if (size < CHUNK_BYTES) yield undefined;
    else {
      yield joinBytes(items);
      [items, size] = [[], 0];
    }
  }
  if (items.length > 0) yield joinBytes(items);
}

function* itemsOf(state: CommittedState, content: Bytes): Iterable<SnapshotItem> {
  yield { type: 'head', value: { content } };
  const known = new Set([toHex(EMPTY_CODE_HASH)]);
  for (const [address, { nonce, balance, codeHash }] of state.accounts()) {
    const hash = toHex(codeHash);
    if (!known.has(hash)) yield { type: 'code', value: { code: state.code(codeHash) } };
    known.add(hash);
    yield { type: 'account', value: { address, nonce, balance: bigintToBytes(balance), codeHash } };
    for (const [slot, value] of state.slots(address)) yield { type: 'slot', value: { slot, value } };
  }
  for (const store of STORE_NAMES as readonly StoreName[])
    for (const [key, value] of state.entries(store, EMPTY_BYTES)) yield { type: 'entry', value: { store, key, value } };
}
