/**
 * The clock of the page: an instant of a history, from which everything is drawn. It stands still, plays along the axes
 * of the blocks, or follows the newest event. All events of one instant happen at once.
 */
import { type BlockAxis, WAIT_US } from './axis.js';
import type { History } from './history.js';
import { applyEvent, copyOf, type NetworkState } from './network_state.js';

/** Most events of one advance, so that a frame stays short: the others of an instant follow in the next ones. */
const MAX_EVENTS = 300;
/** Most heights that a replay may be behind; further behind, it goes on with the last ones. */
const MAX_BEHIND = 2;

export const STEP_UNITS = ['event', 'phase', 'round', 'block'] as const;
export type StepUnit = (typeof STEP_UNITS)[number];

export class Player {
  #state: NetworkState | undefined;
  #index = 0;
  /** Instant that is shown, between those of the last and the next event. */
  #at = 0;
  #follows = true;
  #plays = false;
  /** Number of the event before which it stops playing. */
  #until = Number.POSITIVE_INFINITY;
  #skipped = 0;
  #wasDropped = false;
  speed = 1;

  constructor(private readonly history: History) {}

  /** State at the shown instant. It must not be changed. */
  get state(): NetworkState | undefined {
    return this.#follows ? this.history.live : this.#state;
  }

  get index(): number {
    return this.#follows ? this.history.end : this.#index;
  }

  get at(): number {
    return this.#follows ? (this.history.live?.at ?? 0) : this.#at;
  }

  get isNewest(): boolean {
    return this.#follows;
  }

  get isPlaying(): boolean {
    return this.#plays;
  }

  /** Blocks that were left out since it last stood still, because it was too far behind. */
  get skipped(): number {
    return this.#skipped;
  }

  /** Whether the instant at which it stood is not retained any more, so that it shows the oldest that is. */
  get wasDropped(): boolean {
    return this.#wasDropped;
  }

  /** Axis of the block that is shown. */
  get axis(): BlockAxis {
    return this.history.axisAt(this.index);
  }

  /** Time since that block began, in microseconds; 0 before its first event. */
  get elapsed(): number {
    const { axis } = this;
    return axis.instants.length === 0 ? 0 : this.at - axis.start;
  }

  /** Place on that axis, in seconds of play. */
  get place(): number {
    return this.axis.placeOf(this.at);
  }

  /** Shows the newest, now and from now on. */
  newest(): void {
    this.#follows = true;
    this.#stop();
    this.#state = undefined;
  }

  /** Shows the state before the event of a number, and stays there. */
  seek(index: number): void {
    const { first, end } = this.history;
    this.#index = Math.min(Math.max(index, first), end);
    this.#load();
    this.#at = this.#state?.at ?? 0;
    this.#follows = false;
    this.#stop();
  }

  /** Shows a place of an axis, and stays there. */
  seekPlace(axis: BlockAxis, place: number): void {
    this.seek(axis.indexAt(place));
    this.#at = Math.max(this.#at, axis.timeAt(place));
  }

  play(): void {
    if (this.#follows) this.seek(this.history.first);
    this.#plays = true;
  }

  /** Plays up to the event of a number, and stops there. */
  playTo(index: number): void {
    this.play();
    this.#until = index;
  }

  pause(): void {
    if (this.#follows) this.seek(this.history.end);
    this.#stop();
  }

  /** Shows the events since a number in slow motion, which arrived together, and then the newest. */
  replayFrom(index: number): void {
    if (!this.#follows) return;
    this.seek(index);
    const next = this.history.event(this.#index)?.[1] ?? 0;
    // The reader has waited for the first of them already.
    if (next - this.#at >= WAIT_US) this.#at = next;
    this.#plays = true;
  }

  /** Returns the number of the event before which a step forwards (1) or backwards (-1) ends. */
  stepFrom(unit: StepUnit, direction: 1 | -1): number {
    const { history, index } = this;
    if (unit === 'event') return index + direction;
    const axis = this.axis;
    const places =
      unit === 'block'
        ? [0]
        : axis.segments.flatMap(({ phase, from }) => (unit === 'phase' || phase === 'propose' ? [from] : []));
    const targets = places.map((place) => axis.indexAt(place));
    if (direction > 0) return targets.find((target) => target > index) ?? this.#firstAfter(axis);
    const before = targets.findLast((target) => target < index);
    if (before !== undefined || axis.first <= history.first) return before ?? history.first;
    const earlier = history.axisAt(axis.first);
    const last =
      unit === 'block' ? 0 : earlier.segments.findLast(({ phase }) => unit === 'phase' || phase === 'propose')?.from;
    return earlier.indexAt(last ?? 0);
  }

  /** Leaves a past that a revert has undone. Where events were dropped, it stays at the oldest instant. */
  adjust(): void {
    if (this.#follows) return;
    if (this.#index < this.history.origin || this.#index > this.history.end) this.newest();
    else if (this.#plays && this.#heightsBehind() > MAX_BEHIND) this.#skip();
    else if (this.#index < this.history.first) {
      const plays = this.#plays;
      this.seek(this.history.first);
      this.#plays = plays;
      this.#wasDropped = true;
    }
  }

  /** Plays for some milliseconds. Returns whether anything moved. */
  advance(elapsedMs: number): boolean {
    if (!this.#plays || this.#state === undefined) return false;
    let left = (elapsedMs / 1000) * this.speed;
    const last = this.#index + MAX_EVENTS;
    while (left > 0 && this.#index < last) {
      const next = this.history.event(this.#index);
      if (next === undefined) {
        this.newest();
        return true;
      }
      if (this.#index >= this.#until) {
        this.#stop();
        return true;
      }
      const { axis, place } = this;
      const goal = Math.max(next[1], this.#state.at);
      const needed = axis.placeOf(goal) - place;
      if (needed > left) {
        this.#at = axis.timeAt(place + left);
        return true;
      }
      left -= Math.max(0, needed);
      this.#apply(goal, Math.min(last, this.#until));
    }
    return true;
  }

  /** Applies the events of an instant, up to one of a number. */
  #apply(instant: number, last: number): void {
    const state = this.#state as NetworkState;
    while (this.#index < last) {
      const event = this.history.event(this.#index);
      if (event === undefined || event[1] > instant) break;
      applyEvent(state, event, this.history.messageOf);
      this.#index++;
      if (this.history.hasPicture(this.#index)) {
        this.#load();
        break;
      }
    }
    this.#at = Math.max(instant, this.#state?.at ?? 0);
  }

  /** Takes a state of its own from the history, which has what the pictures say. */
  #load(): void {
    const state = this.history.at(this.#index);
    this.#state = state === this.history.live && state !== undefined ? copyOf(state) : state;
  }

  #stop(): void {
    this.#plays = false;
    this.#until = Number.POSITIVE_INFINITY;
    this.#skipped = 0;
    this.#wasDropped = false;
  }

  /** Returns the number of the event after the first instant of the next block, or that after the newest one. */
  #firstAfter(axis: BlockAxis): number {
    const next = this.history.startAfter(axis.first);
    return next === undefined ? this.history.end : this.history.axisAt(next + 1).indexAt(0);
  }

  #heightsBehind(): number {
    return (this.history.live?.height ?? 0) - (this.#state?.height ?? 0);
  }

  /** Goes on with the last heights. */
  #skip(): void {
    const height = this.#state?.height ?? 0;
    const skipped = this.#skipped;
    const next = this.history.startOf((this.history.live?.height ?? 0) - MAX_BEHIND + 1);
    this.seek(Math.max(next, this.#index));
    this.#plays = true;
    this.#skipped = skipped + Math.max(0, (this.#state?.height ?? height) - height);
  }
}
