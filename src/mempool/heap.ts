/**
 * Implements a binary heap that can locate its items. Removing any of them takes O(log n), and reading the first k in
 * order takes O(k log k).
 */

export class Heap<T> {
  readonly #items: T[] = [];
  readonly #places = new Map<T, number>();

  /** Creates an empty heap; `before` must be a strict total order. */
  constructor(private readonly before: (a: T, b: T) => boolean) {}

  get first(): T | undefined {
    return this.#items[0];
  }

  push(item: T): void {
    this.#items.push(item);
    this.#rise(item, this.#items.length - 1);
  }

  remove(item: T): void {
    const place = this.#places.get(item);
    if (place === undefined) return;
    this.#places.delete(item);
    const last = this.#items.pop() as T;
    if (last === item) return;
    this.#rise(last, place);
    this.#sink(last, this.#places.get(last) as number);
  }

  /** Iterates over the items in order. The heap must not change meanwhile. */
  *inOrder(): Generator<T> {
    const items = this.#items;
    const frontier = new Heap<number>((a, b) => this.before(items[a] as T, items[b] as T));
    if (items.length > 0) frontier.push(0);
    for (let place = frontier.first; place !== undefined; place = frontier.first) {
      frontier.remove(place);
      yield items[place] as T;
      for (const child of [2 * place + 1, 2 * place + 2]) if (child < items.length) frontier.push(child);
    }
  }

  #rise(item: T, from: number): void {
    let place = from;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const other = this.#items[parent] as T;
      if (!this.before(item, other)) break;
      this.#set(other, place);
      place = parent;
    }
    this.#set(item, place);
  }

  #sink(item: T, from: number): void {
    const { length } = this.#items;
    let place = from;
    for (;;) {
      const left = 2 * place + 1;
      if (left >= length) break;
      const right = left + 1;
      const child = right < length && this.before(this.#items[right] as T, this.#items[left] as T) ? right : left;
      const other = this.#items[child] as T;
      if (!this.before(other, item)) break;
      this.#set(other, place);
      place = child;
    }
    this.#set(item, place);
  }

  #set(item: T, place: number): void {
    this.#items[place] = item;
    this.#places.set(item, place);
  }
}
