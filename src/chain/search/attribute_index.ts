/**
 * Indexes the values of one composite key: for each distinct value the ascending ids of the events that have it. Values
 * have the order in which they first appeared; their numbers are read and sorted for the first range query.
 */
import { compareDecimals, type Decimal, parseDecimal } from '../query/decimal.js';
import { clip, type Run } from './id_list.js';

/** Contains the ids in [from, to). */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** Range of numbers with two optional ends. */
export interface NumberRange {
  readonly lower: Decimal | undefined;
  readonly upper: Decimal | undefined;
  readonly includeLower: boolean;
  readonly includeUpper: boolean;
}

interface NumericValue {
  readonly number: Decimal;
  /** Index among the distinct values. */
  readonly value: number;
}

/** Most values appear once, and need no list. */
type Ids = number | number[];

const lastOf = (ids: Ids): number => (typeof ids === 'number' ? ids : (ids.at(-1) as number));
const firstOf = (ids: Ids): number => (typeof ids === 'number' ? ids : (ids[0] as number));

export class AttributeIndex {
  readonly #places = new Map<string, number>();
  readonly #values: string[] = [];
  readonly #ids: Ids[] = [];
  #numbers: NumericValue[] = [];
  /** Number of values whose numbers have been read. */
  #read = 0;

  /** `readable` returns the text in which substrings and numbers are searched. */
  constructor(private readonly readable: (value: string) => string) {}

  /** Adds an id; ids must come in ascending order. */
  add(value: string, id: number): void {
    const place = this.#places.get(value);
    if (place === undefined) {
      this.#places.set(value, this.#values.length);
      this.#values.push(value);
      this.#ids.push(id);
      return;
    }
    const ids = this.#ids[place] as Ids;
    if (lastOf(ids) === id) return;
    if (typeof ids === 'number') this.#ids[place] = [ids, id];
    else ids.push(id);
  }

  /** Removes every id from `limit` on. */
  truncate(limit: number): void {
    while (this.#ids.length > 0 && firstOf(this.#ids.at(-1) as Ids) >= limit) {
      this.#ids.pop();
      this.#places.delete(this.#values.pop() as string);
    }
    for (const ids of this.#ids)
      if (typeof ids !== 'number') while (ids.length > 0 && (ids.at(-1) as number) >= limit) ids.pop();
    const left = this.#values.length;
    this.#numbers = this.#numbers.filter(({ value }) => value < left);
    this.#read = Math.min(this.#read, left);
  }

  #run(place: number, { from, to }: Window): Run {
    const ids = this.#ids[place] as Ids;
    return clip(typeof ids === 'number' ? [ids] : ids, from, to);
  }

  equal(text: string, window: Window): readonly Run[] {
    const place = this.#places.get(text);
    return place === undefined ? [] : [this.#run(place, window)];
  }

  containing(text: string, window: Window): readonly Run[] {
    const found: Run[] = [];
    this.#values.forEach((value, place) => {
      if (this.readable(value).includes(text)) found.push(this.#run(place, window));
    });
    return found;
  }

  all(window: Window): readonly Run[] {
    return this.#ids.map((_, place) => this.#run(place, window));
  }

  within(range: NumberRange, window: Window): readonly Run[] {
    this.#readNumbers();
    const { lower, upper, includeLower, includeUpper } = range;
    const from = lower === undefined ? 0 : this.#rank(lower, !includeLower);
    const to = upper === undefined ? this.#numbers.length : this.#rank(upper, includeUpper);
    return this.#numbers.slice(from, to).map(({ value }) => this.#run(value, window));
  }

  /** Returns how many numbers are below `bound`, or not above it. */
  #rank(bound: Decimal, orEqual: boolean): number {
    let low = 0;
    let high = this.#numbers.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const difference = compareDecimals((this.#numbers[middle] as NumericValue).number, bound);
      if (difference < 0 || (orEqual && difference === 0)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #readNumbers(): void {
    if (this.#read === this.#values.length) return;
    for (let value = this.#read; value < this.#values.length; value++) {
      const number = parseDecimal(this.readable(this.#values[value] as string));
      if (number !== undefined) this.#numbers.push({ number, value });
    }
    this.#read = this.#values.length;
    this.#numbers.sort((a, b) => compareDecimals(a.number, b.number));
  }
}
