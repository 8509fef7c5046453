/** Makes the records of earlier blocks from a genesis document. */
import type {
  HistoryBlock,
  HistoryDocument,
  HistoryTransaction,
} from '../../config/genesis_forms/history/history_document.js';
import { equalBytes } from '../../kernel/bytes.js';
import { fromHex } from '../../kernel/hex.js';
import type { WriteOp } from '../../storage/store.js';
import {
  accountKey,
  blockKey,
  bloomKey,
  codeKey,
  FACTS_KEY,
  hashKey,
  jsonBytes,
  numberValue,
  placeBytes,
  placeKey,
  receiptsKey,
  slotKey,
  stateKey,
} from './records.js';

/** Facts about all records. */
export interface HistoryFacts {
  /** Number of the first block, and of the last. */
  readonly first: number;
  readonly last: number;
  /** Hash of the last block in 0x hex. */
  readonly lastHash: string;
  /** Numbers of the blocks whose states are known, ascending. */
  readonly states: readonly number[];
}

const NO_BLOOM = new Uint8Array(256);

const put = (key: Uint8Array, value: Uint8Array): WriteOp => ({ type: 'put', key, value });
const numberOf = ({ header }: HistoryBlock): number => Number(header['number']);

/** Returns the writes. The document has at least one block. */
export const historyWrites = (history: HistoryDocument): readonly WriteOp[] => [
  put(FACTS_KEY, jsonBytes(factsOf(history))),
  ...blockWrites(history),
  ...stateWrites(history),
];

function factsOf({ blocks, states }: HistoryDocument): HistoryFacts {
  const [first, last] = [blocks[0] as HistoryBlock, blocks.at(-1) as HistoryBlock];
  return {
    first: numberOf(first),
    last: numberOf(last),
    lastHash: last.hash,
    states: states.map(({ number }) => number),
  };
}

function* blockWrites({ blocks, transactions }: HistoryDocument): Iterable<WriteOp> {
  const ofBlock = new Map<number, HistoryTransaction[]>();
  for (const tx of transactions) append(ofBlock, tx.block_number, tx);
  for (const block of blocks) {
    const number = numberOf(block);
    const mined = ofBlock.get(number) ?? [];
    yield put(blockKey(number), jsonBytes(block));
    yield put(hashKey(fromHex(block.hash)), numberValue(number));
    const bloom = fromHex(String(block.header['logsBloom']));
    if (!equalBytes(bloom, NO_BLOOM)) yield put(bloomKey(number), bloom);
    if (mined.length > 0) yield put(receiptsKey(number), jsonBytes(mined));
    for (const [at, tx] of mined.entries()) yield put(placeKey(fromHex(hashOf(tx))), placeBytes(number, at));
  }
}

const hashOf = ({ info }: HistoryTransaction): string => String(info['transaction_hash']);

function* stateWrites({ states }: HistoryDocument): Iterable<WriteOp> {
  const accounts = new Map<string, unknown[]>();
  const slots = new Map<string, unknown[]>();
  for (const state of states) {
    yield put(stateKey(state.number), jsonBytes(state));
    for (const [hash, code] of Object.entries(state.codes)) yield put(codeKey(fromHex(hash)), fromHex(code));
    for (const [address, account] of Object.entries(state.accounts)) append(accounts, address, [state.number, account]);
    for (const [address, values] of Object.entries(state.storage))
      for (const [slot, value] of Object.entries(values)) append(slots, `${address} ${slot}`, [state.number, value]);
  }
  for (const [address, versions] of accounts) yield put(accountKey(fromHex(address)), jsonBytes(versions));
  for (const [place, versions] of slots) {
    const [address = '', slot = ''] = place.split(' ');
    yield put(slotKey(fromHex(address), fromHex(slot)), jsonBytes(versions));
  }
}

function append<K, T>(lists: Map<K, T[]>, key: K, value: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
