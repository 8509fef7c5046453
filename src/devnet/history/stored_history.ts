/** Reads the records of earlier blocks. Each read takes what it needs from the store; nothing is held in memory. */
import type {
  HistoryAccount,
  HistoryBlock,
  HistoryState,
  HistoryTransaction,
} from '../../config/genesis_forms/history/history_document.js';
import type { Bytes } from '../../kernel/bytes.js';
import { LruCache } from '../../kernel/caches.js';
import { fromHex } from '../../kernel/hex.js';
import type { Store } from '../../storage/store.js';
import type { HistoryFacts } from './history_writes.js';
import {
  accountKey,
  blockKey,
  bloomKey,
  codeKey,
  FACTS_KEY,
  hashKey,
  indexIn,
  jsonOf,
  numberIn,
  placeKey,
  receiptsKey,
  slotKey,
  stateKey,
} from './records.js';

/** Decoded blocks that are cached. */
const CACHED_BLOCKS = 64;

/** Block with its transactions and their receipts. */
export interface EarlierBlock extends HistoryBlock {
  readonly number: number;
  /** Transactions by their places in the block. Others that the file lists for the block follow. */
  readonly mined: readonly HistoryTransaction[];
}

/** Transaction with its block, and the hash that it was looked up by. */
export interface EarlierTransaction {
  readonly block: EarlierBlock;
  readonly tx: HistoryTransaction;
}

/** Value, with the number of the block from which on it was so. */
type Version<T> = readonly [number: number, value: T];

export class StoredHistory {
  readonly #blocks = new LruCache<number, EarlierBlock>(CACHED_BLOCKS);

  private constructor(
    private readonly store: Store,
    readonly facts: HistoryFacts,
  ) {}

  /** Returns undefined for a store of a chain without earlier blocks. */
  static open(store: Store): StoredHistory | undefined {
    const facts = store.get(FACTS_KEY);
    return facts && new StoredHistory(store, jsonOf(facts) as HistoryFacts);
  }

  get lastHash(): Bytes {
    return fromHex(this.facts.lastHash);
  }

  block(number: number): EarlierBlock | undefined {
    const { first, last } = this.facts;
    if (number < first || number > last) return undefined;
    const cached = this.#blocks.get(number);
    if (cached !== undefined) return cached;
    const stored = this.store.get(blockKey(number));
    if (stored === undefined) return undefined;
    const receipts = this.store.get(receiptsKey(number));
    const mined = receipts === undefined ? [] : (jsonOf(receipts) as readonly HistoryTransaction[]);
    const block = { ...(jsonOf(stored) as HistoryBlock), number, mined };
    this.#blocks.set(number, block);
    return block;
  }

  numberOfHash(hash: Bytes): number | undefined {
    const value = this.store.get(hashKey(hash));
    return value && numberIn(value);
  }

  transaction(hash: Bytes): EarlierTransaction | undefined {
    const place = this.store.get(placeKey(hash));
    const block = place && this.block(numberIn(place));
    const tx = place && block?.mined[indexIn(place)];
    return block === undefined || tx === undefined ? undefined : { block, tx };
  }

  /** Returns the bloom of a block; undefined for one without logs. */
  bloom(number: number): Bytes | undefined {
    return this.store.get(bloomKey(number));
  }

  /** Returns whether the state after the block is known. */
  hasState(number: number): boolean {
    return this.facts.states.includes(number);
  }

  /** Returns what the state after a block changed. */
  state(number: number): HistoryState {
    return jsonOf(this.store.need(stateKey(number))) as HistoryState;
  }

  /** Returns an account after the block, whose state is known. */
  account(address: Bytes, number: number): HistoryAccount {
    return versionAt<HistoryAccount>(this.store.get(accountKey(address)), number) ?? null;
  }

  /** Returns a slot after the block in 0x hex, or undefined for zero. */
  slot(address: Bytes, slot: Bytes, number: number): string | undefined {
    return versionAt<string>(this.store.get(slotKey(address, slot)), number);
  }

  code(codeHash: Bytes): Bytes | undefined {
    return this.store.get(codeKey(codeHash));
  }
}

function versionAt<T>(stored: Bytes | undefined, number: number): T | undefined {
  if (stored === undefined) return undefined;
  return (jsonOf(stored) as readonly Version<T>[]).findLast(([from]) => from <= number)?.[1];
}
