/**
 * Orders future events by time, then by serial number. A broadcast reaches all nodes at one time, so thousands of
 * events share a few times. The queue is therefore a list of instants, and each instant lists its events in order of
 * arrival. A broadcast to all other nodes is one entry.
 *
 * No map looks up an instant by its time. In V8, the table of a map that had many entries added and deleted retains the
 * tables after it. It would retain every height until a full collection.
 */
import type { Input } from '../../consensus/input.js';
import type { UnixNanos } from '../../kernel/time.js';

export interface QueuedEvent {
  readonly time: UnixNanos;
  /** Number of this event among all that were ever queued. It breaks ties, so that the order is total. */
  readonly serial: number;
  readonly node: number;
  readonly input: Input;
}

export const isBefore = (
  a: { readonly time: UnixNanos; readonly serial: number },
  b: { readonly time: UnixNanos; readonly serial: number },
): boolean => a.time < b.time || (a.time === b.time && a.serial < b.serial);

/** Rest of a delivery: the same input for the nodes from `node` up to `end`, without `but`. */
interface Delivery {
  /** Serial number of the first remaining event; the others follow in sequence. */
  serial: number;
  node: number;
  readonly end: number;
  readonly but: number;
  input: Input;
}

interface Instant {
  readonly time: UnixNanos;
  /** Sorted by serial, because later deliveries are queued later. */
  readonly deliveries: Delivery[];
  /** Deliveries that are done. */
  over: number;
}

const NOBODY = -1;

export class EventQueue {
  /** Instants with events; the earliest is last. */
  readonly #instants: Instant[] = [];
  /** Instant that was added to last: all messages of a step are queued for one time. */
  #latest: Instant | undefined;
  /** Next event after a `peek`. */
  #next: QueuedEvent | undefined;
  #size = 0;

  /** Creates a queue from the result of another queue's `items()`. */
  constructor(items: readonly QueuedEvent[] = []) {
    for (const event of items) this.push(event);
  }

  get size(): number {
    return this.#size;
  }

  /** Returns the queued events in the order in which they will happen. */
  items(): readonly QueuedEvent[] {
    return this.#instants
      .toReversed()
      .flatMap(({ time, deliveries, over }) => deliveries.slice(over).flatMap((delivery) => eventsOf(time, delivery)));
  }

  peek(): QueuedEvent | undefined {
    if (this.#next !== undefined) return this.#next;
    const first = this.#instants.at(-1);
    if (first === undefined) return undefined;
    const { serial, node, input } = first.deliveries[first.over] as Delivery;
    this.#next = { time: first.time, serial, node, input };
    return this.#next;
  }

  /** Queues an event. Its serial must be greater than all others queued for the same time. */
  push({ time, serial, node, input }: QueuedEvent): void {
    this.#add(time, { serial, node, end: node + 1, but: NOBODY, input }, 1);
  }

  /** Queues one event for each of `nodes` nodes except `but`; the first has `serial`. Returns how many it queued. */
  pushToOthers(time: UnixNanos, serial: number, but: number, nodes: number, input: Input): number {
    if (nodes > 1) this.#add(time, { serial, node: but === 0 ? 1 : 0, end: nodes, but, input }, nodes - 1);
    return nodes - 1;
  }

  pop(): QueuedEvent | undefined {
    const event = this.#next ?? this.peek();
    const first = this.#instants.at(-1);
    if (event === undefined || first === undefined) return undefined;
    this.#next = undefined;
    this.#size--;
    if (!advance(first.deliveries[first.over] as Delivery) && ++first.over === first.deliveries.length)
      this.#close(first);
    return event;
  }

  /** Replaces inputs in place. `swap` must not change the time or the node of an event. */
  mapInputs(swap: (input: Input) => Input): void {
    this.#next = undefined;
    for (const { deliveries } of this.#instants)
      for (const delivery of deliveries) delivery.input = swap(delivery.input);
  }

  #add(time: UnixNanos, delivery: Delivery, events: number): void {
    this.#instantOf(time).deliveries.push(delivery);
    this.#size += events;
    if (this.#next !== undefined && time < this.#next.time) this.#next = undefined;
  }

  #instantOf(time: UnixNanos): Instant {
    if (this.#latest?.time === time) return this.#latest;
    const at = this.#placeOf(time);
    let instant = this.#instants[at];
    if (instant?.time !== time) {
      instant = { time, deliveries: [], over: 0 };
      this.#instants.splice(at, 0, instant);
    }
    this.#latest = instant;
    return instant;
  }

  /** Returns the index of the first instant that is not later than `time`. */
  #placeOf(time: UnixNanos): number {
    let from = 0;
    let to = this.#instants.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#instants[middle] as Instant).time > time) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** Removes the first instant after its last event. */
  #close(first: Instant): void {
    this.#instants.pop();
    if (this.#latest === first) this.#latest = undefined;
  }
}

/** Advances to the next node; returns false when there is none. */
function advance(delivery: Delivery): boolean {
  delivery.serial++;
  delivery.node++;
  if (delivery.node === delivery.but) delivery.node++;
  return delivery.node < delivery.end;
}

function eventsOf(time: UnixNanos, delivery: Delivery): readonly QueuedEvent[] {
  const events: QueuedEvent[] = [];
  const rest = { ...delivery };
  do events.push({ time, serial: rest.serial, node: rest.node, input: rest.input });
  while (advance(rest));
  return events;
}
