/**
 * The time axis of one block, on which the stage plays and the diagram of messages is drawn. Its unit is the second of
 * play: a millisecond of the network takes a second, and a longer wait takes only a little more.
 */
import type { TimedEvent } from './network_state.js';

/** Shortest way between two instants, in seconds of play. */
export const LEAST_S = 0.1;
const LONGEST_S = 2.6;
/** Shortest gap that is a wait, in microseconds. */
export const WAIT_US = 100_000;

/** Returns how long the way between two instants is played, in seconds. */
export function playSeconds(us: number): number {
  const wait = Math.max(1, 0.75 + 0.5 * Math.log2(1 + us / 1_000_000));
  return Math.max(LEAST_S, Math.min(us / 1000, wait, LONGEST_S));
}

/**
 * Events that are no instant of an axis by themselves. Gossip repeats messages in every wait; one that matters changes a
 * validator when it is sent or arrives, and that is an event of its own.
 */
const GOSSIP: ReadonlySet<string> = new Set(['sent', 'received', 'dropped', 'refused', 'written']);

export type Phase = 'propose' | 'prevote' | 'precommit' | 'commit';

const PHASES = ['propose', 'prevote', 'precommit', 'commit'] as const;

/** Part of a block's axis, until the next one begins. */
export interface Segment {
  readonly phase: Phase;
  readonly round: number;
  /** Seconds of play at which it begins. */
  readonly from: number;
}

/** Gap without events, with its true length in microseconds. */
export interface LongWait {
  readonly from: number;
  readonly to: number;
  readonly us: number;
}

/** Part of the log that an axis reads. */
interface Log {
  event(index: number): TimedEvent | undefined;
}

export class BlockAxis {
  readonly segments: Segment[] = [];
  readonly waits: LongWait[] = [];
  /**
   * Times of the instants, in microseconds; places of them, in seconds of play; numbers of their first events. The last
   * one stands for the newest gossip, if that came after.
   */
  readonly #times: number[] = [];
  readonly #places: number[] = [];
  readonly #firsts: number[] = [];
  #next: number;
  #rank = -1;
  #proposer = -1;
  #isClosed = false;
  #endsInGossip = false;

  constructor(
    private readonly log: Log,
    readonly height: number,
    /** Number of the first event. */
    readonly first: number,
  ) {
    this.#next = first;
  }

  /** Length in seconds of play. */
  get length(): number {
    return this.#places.at(-1) ?? 0;
  }

  /** Time of the first event, in microseconds. */
  get start(): number {
    return this.#times[0] ?? 0;
  }

  /** Takes the events up to a number. With `isClosed`, that event begins the next block, and ends the axis. */
  extend(end: number, isClosed: boolean): void {
    if (this.#isClosed) return;
    for (; this.#next < end; this.#next++) {
      const event = this.log.event(this.#next);
      if (event !== undefined) this.#take(event);
    }
    const next = isClosed ? this.log.event(end) : undefined;
    if (next === undefined) return;
    this.#isClosed = true;
    this.#reach(next[1], false);
  }

  /** Returns the place of a time, in seconds of play. */
  placeOf(time: number): number {
    const after = countUpTo(this.#times, time);
    if (after === 0) return 0;
    const [from = 0, to] = [this.#times[after - 1], this.#times[after]];
    const place = this.#places[after - 1] ?? 0;
    if (to === undefined) return time > from ? place + playSeconds(time - from) : place;
    return place + ((time - from) / (to - from)) * ((this.#places[after] ?? place) - place);
  }

  /** Returns the time at a place. */
  timeAt(place: number): number {
    const after = Math.max(1, countUpTo(this.#places, place));
    const [from = 0, to] = [this.#places[after - 1], this.#places[after]];
    const time = this.#times[after - 1] ?? 0;
    if (to === undefined) return time;
    return time + ((place - from) / (to - from)) * ((this.#times[after] ?? time) - time);
  }

  /** Returns the number of the first event after a place. */
  indexAt(place: number): number {
    const after = Math.max(1, countUpTo(this.#places, place));
    const time = this.timeAt(place);
    let [low, high] = [this.#firsts[after - 1] ?? this.#next, this.#firsts[after] ?? this.#next];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.log.event(middle)?.[1] ?? 0) <= time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Returns the segment at a place. */
  segmentAt(place: number): Segment | undefined {
    return this.segments.findLast(({ from }) => from <= place) ?? this.segments[0];
  }

  /** Returns the places of the instants. */
  get instants(): readonly number[] {
    return this.#places;
  }

  #take(event: TimedEvent): void {
    const isGossip = GOSSIP.has(event[0]);
    const place = this.#reach(event[1], isGossip);
    // The first event begins the axis, whatever it is.
    if (isGossip && this.segments.length > 0) return;
    const [kind, round] = this.#positionOf(event);
    const rank = kind === 3 ? Number.POSITIVE_INFINITY : round * 3 + kind;
    if (rank <= this.#rank) return;
    this.#rank = rank;
    this.segments.push({ phase: PHASES[kind] ?? 'propose', round, from: place });
  }

  /** Adds the instant of a time, if it is a new one, in place of gossip before it. Returns its place. */
  #reach(time: number, isGossip: boolean): number {
    if (this.#times.length > 0 && time <= (this.#times.at(-1) ?? 0)) {
      this.#endsInGossip &&= isGossip;
      return this.length;
    }
    if (this.#endsInGossip && this.#times.length > 1) {
      const place = this.#places.pop();
      this.#times.pop();
      this.#firsts.pop();
      if (this.waits.at(-1)?.to === place) this.waits.pop();
    }
    this.#endsInGossip = isGossip;
    const last = this.#times.at(-1);
    const place = this.#places.at(-1) ?? 0;
    const next = last === undefined ? 0 : place + playSeconds(time - last);
    if (last !== undefined && time - last >= WAIT_US) this.waits.push({ from: place, to: next, us: time - last });
    this.#times.push(time);
    this.#places.push(next);
    this.#firsts.push(this.#next);
    return next;
  }

  /** Returns phase and round that an event begins. The first event begins the axis, whatever it is. */
  #positionOf(event: TimedEvent): readonly [phase: number, round: number] {
    const isHere = event[3] === this.height;
    if (isHere && event[0] === 'committed') return [3, event[4]];
    // A proposer prevotes at the instant of its proposal: the step of the others is the phase.
    if (isHere && event[0] === 'vote' && !(event[5] === 1 && event[6] === this.#proposer)) return [event[5], event[4]];
    if (isHere && event[0] === 'newRound') {
      this.#proposer = event[5];
      return [0, event[4]];
    }
    return [0, this.#rank < 0 ? 0 : -1];
  }
}

/** Part of an axis that a diagram shows. */
export interface AxisView {
  readonly axis: BlockAxis;
  readonly pxPerSecond: number;
  /** Pixels of the axis that are left of the view. */
  readonly offset: number;
}

/** Least distance of two instants in a diagram, in pixels. */
const LEAST_PX = 12;
/** Part of the width at which the clock stays, where the block is wider than the diagram. */
const CLOCK_AT = 0.6;

/** Returns the view in which the clock is at a place: the whole block if its instants then are far enough apart. */
export function viewOf(axis: BlockAxis, place: number, width: number, zoom: number): AxisView {
  const room = Math.max(1, width);
  const pxPerSecond = zoom * Math.max(room / Math.max(1, axis.length), LEAST_PX / LEAST_S);
  const offset = Math.max(0, Math.min(place * pxPerSecond - CLOCK_AT * room, axis.length * pxPerSecond - room));
  return { axis, pxPerSecond, offset };
}

/** Returns how many of the ascending values are at most a limit. */
function countUpTo(values: readonly number[], limit: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
