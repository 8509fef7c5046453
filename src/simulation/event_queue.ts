/**
 * What will happen, ordered by time and then by serial number. A message goes to all nodes at once, so thousands of
 * events have one time and few times are ahead: a binary heap of instants, each with its events in order of arrival.
 */
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

interface Instant {
  readonly time: UnixNanos;
  /** By serial, since later ones are queued later. */
  events: QueuedEvent[];
  /** Events of it that have happened. */
  done: number;
}

export class EventQueue {
  readonly #heap: Instant[] = [];
  readonly #instants = new Map<UnixNanos, Instant>();
  /** The one that got the last event: a message to all nodes asks for it again and again. */
  #latest: Instant | undefined;
  #size = 0;

  /** `items` as another queue's `items()` gave them. */
  constructor(items: readonly QueuedEvent[] = []) {
    for (const event of items) this.push(event);
  }

  get size(): number {
    return this.#size;
  }

  /** In the order in which they will happen. */
  items(): readonly QueuedEvent[] {
    const instants = [...this.#heap].sort((a, b) => (a.time < b.time ? -1 : 1));
    return instants.flatMap(({ events, done }) => events.slice(done));
  }

  peek(): QueuedEvent | undefined {
    const first = this.#heap[0];
    return first?.events[first.done];
  }

  /** Its serial must be greater than those of all that are queued for the same time. */
  push(event: QueuedEvent): void {
    this.#instantOf(event.time).events.push(event);
    this.#size++;
  }

  pop(): QueuedEvent | undefined {
    const first = this.#heap[0];
    if (first === undefined) return undefined;
    const event = first.events[first.done++];
    this.#size--;
    if (first.done === first.events.length) this.#close(first);
    return event;
  }

  /** Replaces inputs where they are; `swap` must not change when or where they happen. */
  mapInputs(swap: (input: Input) => Input): void {
    for (const instant of this.#heap)
      instant.events = instant.events.map((event) => {
        const input = swap(event.input);
        return input === event.input ? event : { ...event, input };
      });
  }

  #instantOf(time: UnixNanos): Instant {
    if (this.#latest?.time === time) return this.#latest;
    let instant = this.#instants.get(time);
    if (instant === undefined) {
      instant = { time, events: [], done: 0 };
      this.#instants.set(time, instant);
      this.#rise(instant);
    }
    this.#latest = instant;
    return instant;
  }

  /** Nothing is left of the first instant. */
  #close(first: Instant): void {
    this.#instants.delete(first.time);
    if (this.#latest === first) this.#latest = undefined;
    const last = this.#heap.pop() as Instant;
    if (last !== first) this.#sink(last);
  }

  #rise(instant: Instant): void {
    const heap = this.#heap;
    let at = heap.length;
    while (at > 0) {
      const up = (at - 1) >> 1;
      const parent = heap[up] as Instant;
      if (parent.time <= instant.time) break;
      heap[at] = parent;
      at = up;
    }
    heap[at] = instant;
  }

  #sink(instant: Instant): void {
    const heap = this.#heap;
    let at = 0;
    for (let down = 1; down < heap.length; down = 2 * at + 1) {
      const right = heap[down + 1];
      if (right !== undefined && right.time < (heap[down] as Instant).time) down++;
      const child = heap[down] as Instant;
      if (child.time >= instant.time) break;
      heap[at] = child;
      at = down;
    }
    heap[at] = instant;
  }
}
