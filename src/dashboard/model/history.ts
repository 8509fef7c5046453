/**
 * Keeps the events of the past, with the state at some of them, so that the state at any retained instant is found by
 * applying few events. Events are numbered from the first one that arrived; the oldest are dropped.
 */
import type { RoundMessage, RoundsMessage } from '../../backend/rounds.js';
import { BlockAxis } from './axis.js';
import { BlockLetters } from './block_letters.js';
import {
  applyEvent,
  type DecidedHeight,
  type ModelMessage,
  type NetworkState,
  restore,
  type SavedState,
  save,
  stateFromPicture,
  type TimedEvent,
} from './network_state.js';

/** Most events that are retained. */
const DEFAULT_LIMIT = 100_000;
/** Share of the limit that is dropped at once, so that the rest is not copied too often. */
const DROPPED = 0.05;
/** Events between two retained states. */
const DEFAULT_INTERVAL = 1000;
/** Heights before the oldest retained one whose descriptions of messages are kept. */
const MESSAGE_HEIGHTS = 3;
/** Most axes that are retained. */
const MAX_AXES = 60;

interface Keyframe {
  /** Number of the first event after it. */
  readonly index: number;
  readonly state: SavedState;
  /** Whether a picture made it, which can say what no event does. */
  readonly isPicture: boolean;
}

/** Beginning of a height. */
interface HeightStart {
  readonly height: number;
  /** Number of its first event. */
  readonly index: number;
  readonly at: number;
}

export interface HistoryOptions {
  readonly limit?: number;
  readonly interval?: number;
}

export class History {
  readonly letters = new BlockLetters();
  #messages = new Map<number, RoundMessage>();
  #keyframes: Keyframe[] = [];
  #events: TimedEvent[] = [];
  /** Heights whose beginning is retained, oldest first. */
  #starts: HeightStart[] = [];
  /** Axes by the numbers of their first events. */
  readonly #axes = new Map<number, BlockAxis>();
  #undone: readonly DecidedHeight[] = [];
  #first = 0;
  #origin = 0;
  #live: NetworkState | undefined;
  readonly #limit: number;
  readonly #interval: number;

  constructor({ limit = DEFAULT_LIMIT, interval = DEFAULT_INTERVAL }: HistoryOptions = {}) {
    this.#limit = limit;
    this.#interval = interval;
  }

  /** Number of the oldest retained event. */
  get first(): number {
    return this.#first;
  }

  /** Number of the first event since the last revert, which may be dropped since. */
  get origin(): number {
    return this.#origin;
  }

  /** Number after that of the newest event. */
  get end(): number {
    return this.#first + this.#events.length;
  }

  /** State after all events; undefined before the first picture. It changes with further events. */
  get live(): NetworkState | undefined {
    return this.#live;
  }

  readonly messageOf = (number: number): RoundMessage | undefined => this.#messages.get(number);

  take(message: ModelMessage): void {
    if (message.type === 'picture') {
      this.#begin(message);
      return;
    }
    for (const event of message.events) {
      if (event[0] === 'message') this.#describe(event[1], event[2]);
      else this.#append(event);
    }
    this.#dropOldest();
  }

  /** Returns the event of a number; undefined for one that is not retained. */
  event(index: number): TimedEvent | undefined {
    return this.#events[index - this.#first];
  }

  /** Returns the state before the event of a number, the nearest retained one. It must not be changed. */
  at(index: number): NetworkState | undefined {
    const wanted = Math.max(this.#first, index);
    if (wanted >= this.end) return this.#live;
    const keyframe = this.#keyframes.findLast((entry) => entry.index <= wanted);
    if (keyframe === undefined) return undefined;
    const state = restore(keyframe.state);
    for (let at = keyframe.index; at < wanted; at++)
      applyEvent(state, this.#events[at - this.#first] as TimedEvent, this.messageOf);
    return state;
  }

  /** Returns the number of the first event after an instant. */
  indexAfter(at: number): number {
    let low = 0;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#events[middle]?.[1] ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return this.#first + low;
  }

  /** Returns whether a picture came before the event of a number. */
  hasPicture(index: number): boolean {
    return this.#keyframes.findLast((entry) => entry.index <= index && entry.isPicture)?.index === index;
  }

  /** Blocks that the last revert took back, oldest first. */
  get undone(): readonly DecidedHeight[] {
    return this.#undone;
  }

  /** Returns the axis of the block of which the state before an event is a part. */
  axisAt(index: number): BlockAxis {
    // What comes before the first event is a part of its block.
    const after = Math.max(index, this.#first + 1);
    const place = this.#starts.findLastIndex((start) => start.index < after);
    const [start, next] = [this.#starts[place], this.#starts[place + 1]];
    const first = start?.index ?? this.#first;
    const height = start?.height ?? this.#keyframes[0]?.state.height ?? 0;
    const axis = this.#axes.get(first) ?? this.#newAxis(first, height);
    axis.extend(next?.index ?? this.end, next !== undefined);
    return axis;
  }

  #newAxis(first: number, height: number): BlockAxis {
    const axis = new BlockAxis(this, height, first);
    this.#axes.set(first, axis);
    for (const oldest of this.#axes.keys()) if (this.#axes.size > MAX_AXES) this.#axes.delete(oldest);
    return axis;
  }

  /** Returns the newest height that began before the event of a number. */
  heightBefore(index: number): HeightStart | undefined {
    return this.#starts.findLast((start) => start.index < index);
  }

  /** Returns the number of the first event of a height, or of the next one that is retained. */
  startOf(height: number): number {
    return this.#starts.find((start) => start.height >= height)?.index ?? this.end;
  }

  /** Returns the number of the first event of the next height that begins after an event. */
  startAfter(index: number): number | undefined {
    return this.#starts.find((start) => start.index > index)?.index;
  }

  /** Returns the number of the first event of a height; `undefined` unless it is retained. */
  blockStart(height: number): number | undefined {
    return this.#starts.find((start) => start.height === height)?.index;
  }

  #begin({ cause, picture }: Extract<RoundsMessage, { type: 'picture' }>): void {
    const goesOn = cause !== 'start' && cause !== 'revert' && picture.at >= (this.#live?.at ?? Infinity);
    if (cause === 'revert') this.#undone = this.#live?.decided.filter(({ height }) => height >= picture.height) ?? [];
    if (!goesOn) this.#forget();
    for (const [number, message] of Object.entries(picture.messages)) this.#describe(Number(number), message);
    this.#live = stateFromPicture(picture, goesOn ? this.#live : undefined);
    this.#keyframes = this.#keyframes.filter(({ index }) => index < this.end);
    this.#keyframes.push({ index: this.end, state: save(this.#live), isPicture: true });
  }

  #forget(): void {
    this.#first = this.end;
    this.#origin = this.#first;
    this.#events = [];
    this.#starts = [];
    this.#axes.clear();
    this.#keyframes = [];
    this.#messages = new Map();
    this.letters.clear();
  }

  #describe(number: number, message: RoundMessage): void {
    this.#messages.set(number, message);
    if (typeof message.block === 'string') this.letters.add(message.height, message.block);
  }

  #append(event: TimedEvent): void {
    if (this.#live === undefined) return;
    if (event[0] === 'proposal' || event[0] === 'committed') this.letters.add(event[3], event[5]);
    if (event[0] === 'newRound' && event[3] > (this.#starts.at(-1)?.height ?? -1))
      this.#starts.push({ height: event[3], index: this.end, at: event[1] });
    this.#events.push(event);
    applyEvent(this.#live, event, this.messageOf);
    const newest = this.#keyframes.at(-1);
    if (newest === undefined || this.end - newest.index >= this.#interval)
      this.#keyframes.push({ index: this.end, state: save(this.#live), isPicture: false });
  }

  /** Drops events up to a retained state, and what only they need. */
  #dropOldest(): void {
    if (this.#events.length <= this.#limit) return;
    const retained = this.#limit * (1 - DROPPED);
    const oldest = this.#keyframes.findIndex(({ index }) => this.end - index <= retained);
    const keyframe = this.#keyframes[oldest];
    if (keyframe === undefined || oldest === 0) return;
    this.#events = this.#events.slice(keyframe.index - this.#first);
    this.#first = keyframe.index;
    this.#starts = this.#starts.filter(({ index }) => index >= keyframe.index);
    this.#keyframes = this.#keyframes.slice(oldest);
    const lowest = keyframe.state.height - MESSAGE_HEIGHTS;
    for (const [number, { height }] of this.#messages) if (height < lowest) this.#messages.delete(number);
    this.letters.forgetBelow(lowest);
  }
}
