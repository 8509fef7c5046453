/**
 * Moves over the past of a history: to an event, forward in slow motion, or with the newest. All events of one instant
 * happen at once, and the way to the next instant takes the same time however long the wait was in the network.
 */
import type { History } from './history.js';
import { applyEvent, copyOf, type NetworkState } from './network_state.js';

/** Is how long the way from one instant to the next takes at speed 1. */
const INSTANT_MS = 250;
/** Limits the events of one advance, so that a frame stays short: the others of an instant follow in the next ones. */
const MAX_EVENTS = 300;
/** Counts the heights that a replay may be behind before it goes on with the last ones. */
const MAX_BEHIND = 2;

export class Player {
  #state: NetworkState | undefined;
  #index = 0;
  /** Is the instant that is shown, between those of the last and the next event. */
  #at = 0;
  #follows = true;
  #plays = false;
  speed = 1;

  constructor(private readonly history: History) {}

  /** Is the state at the shown instant. It must not be changed. */
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

  /** Shows the newest, now and from now on. */
  newest(): void {
    this.#follows = true;
    this.#plays = false;
    this.#state = undefined;
  }

  /** Shows the state before the event of a number, and stays there. */
  seek(index: number): void {
    const { first, end } = this.history;
    this.#index = Math.min(Math.max(index, first), end);
    const state = this.history.at(this.#index);
    this.#state = state === this.history.live && state !== undefined ? copyOf(state) : state;
    this.#at = state?.at ?? 0;
    this.#follows = false;
    this.#plays = false;
  }

  play(): void {
    if (this.#follows) this.seek(this.history.first);
    this.#plays = true;
  }

  pause(): void {
    if (this.#follows) this.seek(this.history.end);
    this.#plays = false;
  }

  /** Shows the events since a number in slow motion, which arrived together, and then the newest. */
  replayFrom(index: number): void {
    if (!this.#follows) return;
    this.seek(index);
    this.#plays = true;
  }

  /** Drops what the history does not have any more, and what belongs to a past that a revert has undone. */
  adjust(): void {
    if (this.#follows) return;
    if (this.#index < this.history.first || this.#index > this.history.end) this.newest();
    else if (this.#plays && this.#heightsBehind() > MAX_BEHIND) this.#skip();
  }

  /** Plays for some milliseconds. Returns whether anything moved. */
  advance(elapsedMs: number): boolean {
    if (!this.#plays || this.#state === undefined) return false;
    let left = elapsedMs * this.speed;
    const last = this.#index + MAX_EVENTS;
    while (left > 0 && this.#index < last) {
      const next = this.history.event(this.#index);
      if (next === undefined) {
        this.newest();
        return true;
      }
      const [start, goal] = [this.#state.at, Math.max(next[1], this.#state.at)];
      const part = goal === start ? 1 : (this.#at - start) / (goal - start);
      const needed = (1 - part) * INSTANT_MS;
      if (needed > left) {
        this.#at += (left / INSTANT_MS) * (goal - start);
        return true;
      }
      left -= needed;
      this.#apply(goal, last);
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
    }
    this.#at = instant;
  }

  #heightsBehind(): number {
    return (this.history.live?.height ?? 0) - (this.#state?.height ?? 0);
  }

  /** Goes on with the last heights. */
  #skip(): void {
    const next = this.history.startOf((this.history.live?.height ?? 0) - MAX_BEHIND + 1);
    this.seek(Math.max(next, this.#index));
    this.#plays = true;
  }
}
