/**
 * What will happen, ordered by time and then by serial number. A message goes to all nodes at once, so thousands of
 * events have one time and few times are ahead: a list of instants, each with what was queued for it in order of arrival.
 * What goes to all other nodes is queued as one thing. No map finds an instant by its time: V8 lets the table of a map
 * that was given and lost many entries hold on to the tables after it, and so to every height until a full collection.
 */
import type { Input } from '../../consensus/input.js';
import type { UnixNanos } from '../../kernel/time.js';

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

/** What is left of a delivery: the same input for the nodes from `node` on, up to `end` and without `but`. */
interface Delivery {
  /** Of the first of them; the others follow. */
  serial: number;
  node: number;
  readonly end: number;
  readonly but: number;
  input: Input;
}

interface Instant {
  readonly time: UnixNanos;
  /** By serial, since later ones are queued later. */
  readonly deliveries: Delivery[];
  /** How many are over. */
  over: number;
}

const NOBODY = -1;

export class EventQueue {
  /** The earliest last. */
  readonly #instants: Instant[] = [];
  /** The one that was added to last: the messages of a step are all queued for one time. */
  #latest: Instant | undefined;
  /** What comes next, once somebody has looked. */
  #next: QueuedEvent | undefined;
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

  /** Its serial must be greater than those of all that are queued for the same time. */
  push({ time, serial, node, input }: QueuedEvent): void {
    this.#add(time, { serial, node, end: node + 1, but: NOBODY, input }, 1);
  }

  /** One for each of `nodes` nodes but one; the first has `serial`. Answers how many there are. */
  pushToOthers(time: UnixNanos, serial: number, but: number, nodes: number, input: Input): number {
    if (nodes > 1) this.#add(time, { serial, node: but === 0 ? 1 : 0, end: nodes, but, input }, nodes - 1);
    return nodes - 1;
  }

  pop(): QueuedEvent | undefined {
    const event = this.peek();
    const first = this.#instants.at(-1);
    if (event === undefined || first === undefined) return undefined;
    this.#next = undefined;
    this.#size--;
    if (!advance(first.deliveries[first.over] as Delivery) && ++first.over === first.deliveries.length)
      this.#close(first);
    return event;
  }

  /** Replaces inputs where they are; `swap` must not change when or where they happen. */
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

  /** Of the first instant in the list that is not after `time`. */
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

  /** Nothing is left of the first instant. */
  #close(first: Instant): void {
    this.#instants.pop();
    if (this.#latest === first) this.#latest = undefined;
  }
}

/** Goes on to the next node; false when there is none. */
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
