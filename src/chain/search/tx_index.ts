/**
 * Indexes transactions: their events, their heights, and repeated deliveries of one transaction. A unit is a
 * transaction, counted through all heights.
 */
import { txHash } from '../../codec/tx_hash.js';
import { textOfBytes } from '../../kernel/byte_text.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { TxPosition } from '../block_store/records.js';
import type { Window } from './attribute_index.js';
import { EventIndex } from './event_index.js';
import { IdList, type Run, runOf } from './id_list.js';
import { IndexFollower } from './index_follower.js';
import type { HeightRange } from './query_plan.js';
import type { SearchSource } from './source.js';

const OUTER_SPACE = /^[\p{White_Space}]+|[\p{White_Space}]+$/gu;

/** CometBFT reads numbers and finds substrings in a transaction's values without their outer white space. */
const readable = (value: string): string => value.replace(OUTER_SPACE, '');

export class TxIndex {
  readonly events = new EventIndex(readable);
  /** First unit of each height, from the lowest. */
  readonly #firstUnits = new IdList();
  /** First delivery of each transaction. */
  readonly #unitOfHash = new Map<string, number>();
  /** Next delivery of the same transaction, by delivery. */
  readonly #again = new Map<number, number>();
  readonly #follower: IndexFollower;

  constructor(private readonly source: SearchSource) {
    this.#follower = new IndexFollower(source, {
      append: (height) => this.#append(height),
      truncate: (height) => this.#truncate(height),
    });
  }

  catchUp(): void {
    this.#follower.catchUp();
  }

  #place(height: bigint): number {
    return Number(height - this.source.base);
  }

  #append(height: bigint): void {
    this.#firstUnits.push(this.events.units);
    const txs = this.source.scanBlock(height)?.txs ?? [];
    const results = this.source.scanResults(height)?.txResults ?? [];
    txs.forEach((tx, index) => {
      this.#name(txHash(tx), this.events.units);
      this.events.addUnit(results[index]?.events ?? []);
    });
  }

  #name(hash: Bytes, unit: number): void {
    const key = textOfBytes(hash);
    const first = this.#unitOfHash.get(key);
    if (first === undefined) this.#unitOfHash.set(key, unit);
    else this.#again.set(this.#lastDelivery(first), unit);
  }

  #lastDelivery(unit: number): number {
    let last = unit;
    for (let next = this.#again.get(last); next !== undefined; next = this.#again.get(last)) last = next;
    return last;
  }

  #truncate(height: bigint): void {
    const heights = this.#place(height) + 1;
    const units = this.#firstUnits.at(heights);
    this.#firstUnits.truncate(heights);
    if (units === undefined) return;
    this.events.truncate(units);
    for (const [key, unit] of this.#unitOfHash) if (unit >= units) this.#unitOfHash.delete(key);
    for (const [unit, next] of this.#again) if (next >= units) this.#again.delete(unit);
  }

  /** Returns the transactions in a range of heights. */
  unitsIn({ from, to }: HeightRange): Window {
    const { base, height } = this.source;
    const start = from > base ? from : base;
    const end = to < height ? to : height;
    if (start > end) return { from: 0, to: 0 };
    const next = this.#firstUnits.at(this.#place(end) + 1);
    return { from: this.#firstUnits.at(this.#place(start)) as number, to: next ?? this.events.units };
  }

  position(unit: number): TxPosition {
    const place = this.#firstUnits.lowerBound(unit + 1) - 1;
    return { height: this.source.base + BigInt(place), index: unit - (this.#firstUnits.at(place) as number) };
  }

  /** Returns each transaction once, at its last delivery, in ascending order. */
  settled(units: Run): Run {
    if (this.#again.size === 0) return units;
    const last = new Set<number>();
    for (let i = units.from; i < units.to; i++) last.add(this.#lastDelivery(units.ids[i] as number));
    return runOf(Uint32Array.from(last).sort());
  }
}
