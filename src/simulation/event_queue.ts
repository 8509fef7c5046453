/** What will happen, ordered by time and then by serial number: a binary heap. */
import type { Input } from '../consensus/input.js';
import type { UnixNanos } from '../kernel/time.js';

export interface QueuedEvent {
  readonly time: UnixNanos;
  /** Counts everything that was ever queued: breaks ties, so that the order is total. */
  readonly serial: number;
  readonly node: number;
  readonly input: Input;
}

export const isBefore = (
  a: { readonly time: UnixNanos; readonly serial: number },
  b: { readonly time: UnixNanos; readonly serial: number },
): boolean => a.time < b.time || (a.time === b.time && a.serial < b.serial);

export class EventQueue {
  #heap: QueuedEvent[];

  /** `items` as another queue's `items()` gave them. */
  constructor(items: readonly QueuedEvent[] = []) {
    this.#heap = [...items];
  }

  get size(): number {
    return this.#heap.length;
  }

  /** In heap order. */
  items(): readonly QueuedEvent[] {
    return [...this.#heap];
  }

  peek(): QueuedEvent | undefined {
    return this.#heap[0];
  }

  push(event: QueuedEvent): void {
    const heap = this.#heap;
    let at = heap.length;
    heap.push(event);
    while (at > 0) {
      const up = (at - 1) >> 1;
      const parent = heap[up] as QueuedEvent;
      if (!isBefore(event, parent)) break;
      heap[at] = parent;
      at = up;
    }
    heap[at] = event;
  }

  pop(): QueuedEvent | undefined {
    const heap = this.#heap;
    const least = heap[0];
    const last = heap.pop();
    if (least === undefined || last === undefined || heap.length === 0) return least;
    this.#sink(last);
    return least;
  }

  #sink(event: QueuedEvent): void {
    const heap = this.#heap;
    let at = 0;
    for (let down = 1; down < heap.length; down = 2 * at + 1) {
      const right = heap[down + 1];
      if (right !== undefined && isBefore(right, heap[down] as QueuedEvent)) down++;
      const child = heap[down] as QueuedEvent;
      if (!isBefore(child, event)) break;
      heap[at] = child;
      at = down;
    }
    heap[at] = event;
  }

  /** Replaces inputs where they are; `swap` must not change when or where they happen. */
  mapInputs(swap: (input: Input) => Input): void {
    this.#heap = this.#heap.map((event) => {
      const input = swap(event.input);
      return input === event.input ? event : { ...event, input };
    });
  }
}
