/**
 * Measures the traffic of each link as CometBFT's monitors do (libs/flowrate, p2p/conn). It counts bytes and samples
 * rates every 100 ms of a clock that ticks every 20 ms. What each channel sent lately shrinks by a fifth every two
 * seconds. One array holds the numbers of all links, because every message of a height is counted here. What a node
 * sends to all others waits, so that its links count many messages at once.
 */
import { NANOS_PER_MILLISECOND, type UnixNanos } from '../../kernel/time.js';
import { linkOf, pairOf } from './pair.js';
import { type Freight, USED_CHANNELS } from './wire.js';

/** Resolution of the clock. */
const TICK = 20n * NANOS_PER_MILLISECOND;
const TICKS_PER_SECOND = 50;
const TICKS_PER_SAMPLE = 5;
const TICKS_PER_DECAY = 100;
const DECAY = 0.8;

/** Offsets within the numbers of a link. Times are ticks since the network's start; rates are bytes per second. */
const At = {
  start: 0,
  sampled: 1,
  active: 2,
  /** Bytes since the last sample. */
  pending: 3,
  bytes: 4,
  samples: 5,
  rate: 6,
  average: 7,
  peak: 8,
  votes: 9,
  parts: 10,
  /** Tick at which the channels' numbers last shrank. */
  decayed: 11,
  channels: 12,
} as const;

const STRIDE = At.channels + USED_CHANNELS.length;

/** One direction of a connection, as `flowrate.Status` does. Rates are whole bytes per second. */
export interface LinkTraffic {
  /** Time that the numbers cover, in nanoseconds. `idle` is the time since the last message. */
  readonly duration: bigint;
  readonly idle: bigint;
  readonly bytes: number;
  readonly samples: number;
  readonly instRate: number;
  readonly curRate: number;
  readonly avgRate: number;
  readonly peakRate: number;
  /** Vote messages. `blockParts` counts the block part messages. */
  readonly votes: number;
  readonly blockParts: number;
  readonly channels: readonly { readonly id: number; readonly recentlySent: number }[];
}

/** Messages that a node sent to all others, oldest first. */
interface Broadcasts {
  readonly nodes: number;
  /** Pairs of nodes that are connected: those with a time. */
  readonly connections: readonly (UnixNanos | undefined)[];
  readonly messages: { readonly tick: number; readonly freight: readonly Freight[] }[];
}

/** Messages that wait at most. The numbers of a link are read from memory once for all of them. */
const MOST_MESSAGES = 64;

export class Traffic {
  readonly #start: UnixNanos;
  /** Broadcasts of each node that its links do not have yet. */
  readonly #broadcasts: (Broadcasts | undefined)[] = [];
  #numbers: Float64Array;
  /** Last time that was converted to a tick, with `#tick`. */
  #time: UnixNanos;
  #tick = 0;

  constructor(nodes: number, start: UnixNanos) {
    this.#start = start;
    this.#time = start;
    this.#numbers = new Float64Array(pairOf(0, nodes) * 2 * STRIDE);
  }

  /** Makes room for the links of `nodes` nodes. */
  grow(nodes: number): void {
    this.#settleAll();
    const numbers = new Float64Array(pairOf(0, nodes) * 2 * STRIDE);
    numbers.set(this.#numbers);
    this.#numbers = numbers;
  }

  snapshot(): Float64Array {
    this.#settleAll();
    return this.#numbers.slice();
  }

  restore(snapshot: Float64Array): void {
    this.#broadcasts.length = 0;
    this.#numbers = snapshot.slice();
  }

  /** Starts counting a new connection: both directions begin at zero. */
  open(from: number, to: number, now: UnixNanos): void {
    this.#settle(from);
    this.#settle(to);
    const tick = this.#tickAt(now);
    for (const link of [this.#link(from, to), this.#link(to, from)]) {
      this.#numbers.fill(0, link, link + STRIDE);
      for (const place of [At.start, At.sampled, At.active, At.decayed]) this.#numbers[link + place] = tick;
    }
  }

  /** Counts a message from one node to another. */
  count(from: number, to: number, freight: readonly Freight[], now: UnixNanos): void {
    this.#settle(from);
    countAt(this.#numbers, this.#link(from, to), freight, this.#tickAt(now));
  }

  /** Counts a message to all other nodes with which `from` is connected. `connections` never changes. */
  countBroadcast(
    from: number,
    nodes: number,
    connections: readonly (UnixNanos | undefined)[],
    freight: readonly Freight[],
    now: UnixNanos,
  ): void {
    let broadcasts = this.#broadcasts[from];
    if (broadcasts?.connections !== connections) {
      this.#settle(from);
      broadcasts = { nodes, connections, messages: [] };
      this.#broadcasts[from] = broadcasts;
    }
    broadcasts.messages.push({ tick: this.#tickAt(now), freight });
    if (broadcasts.messages.length === MOST_MESSAGES) this.#settle(from);
  }

  /**
   * Returns the numbers at `now`. Reading takes a sample, as reading CometBFT's monitors does, but changes nothing
   * stored here.
   */
  look(from: number, to: number, now: UnixNanos): LinkTraffic {
    this.#settle(from);
    const tick = this.#tickAt(now);
    const link = this.#link(from, to);
    const n = this.#numbers.slice(link, link + STRIDE);
    decay(n, 0, tick);
    sample(n, 0, tick);
    const get = (place: number): number => n[place] as number;
    const covered = get(At.sampled) - get(At.start);
    const isSampled = covered > 0;
    return {
      duration: BigInt(covered) * TICK,
      idle: BigInt(tick - get(At.active)) * TICK,
      bytes: get(At.bytes),
      samples: get(At.samples),
      instRate: isSampled ? Math.round(get(At.rate)) : 0,
      curRate: isSampled ? Math.round(get(At.average)) : 0,
      avgRate: isSampled ? Math.round((get(At.bytes) * TICKS_PER_SECOND) / covered) : 0,
      peakRate: Math.round(get(At.peak)),
      votes: get(At.votes),
      blockParts: get(At.parts),
      channels: USED_CHANNELS.map((id, i) => ({ id, recentlySent: get(At.channels + i) })),
    };
  }

  #settleAll(): void {
    for (let from = 0; from < this.#broadcasts.length; from++) this.#settle(from);
  }

  /** Adds a node's broadcasts to the numbers of its links. */
  #settle(from: number): void {
    const broadcasts = this.#broadcasts[from];
    if (broadcasts === undefined) return;
    this.#broadcasts[from] = undefined;
    const { nodes, connections, messages } = broadcasts;
    for (let to = 0; to < nodes; to++) {
      const link = linkOf(from, to);
      if (to === from || connections[link >> 1] === undefined) continue;
      for (const { tick, freight } of messages) countAt(this.#numbers, link * STRIDE, freight, tick);
    }
  }

  #link(from: number, to: number): number {
    return linkOf(from, to) * STRIDE;
  }

  /** Converts a time to a tick. It caches the last one, because many messages leave at one instant. */
  #tickAt(now: UnixNanos): number {
    if (now !== this.#time) {
      this.#time = now;
      this.#tick = Number((now - this.#start + TICK / 2n) / TICK);
    }
    return this.#tick;
  }
}

function countAt(n: Float64Array, at: number, freight: readonly Freight[], tick: number): void {
  if (tick - (n[at + At.decayed] as number) >= TICKS_PER_DECAY) decay(n, at, tick);
  for (const { channel, bytes, counts } of freight) {
    n[at + At.pending] = (n[at + At.pending] as number) + bytes;
    n[at + At.channels + channel] = (n[at + At.channels + channel] as number) + bytes;
    const counter = counts === 'vote' ? At.votes : At.parts;
    if (counts !== undefined) n[at + counter] = (n[at + counter] as number) + 1;
  }
  n[at + At.active] = tick;
  if (tick - (n[at + At.sampled] as number) >= TICKS_PER_SAMPLE) sample(n, at, tick);
}

function sample(n: Float64Array, link: number, tick: number): void {
  const ticks = tick - (n[link + At.sampled] as number);
  if (ticks < TICKS_PER_SAMPLE) return;
  const seconds = ticks / TICKS_PER_SECOND;
  const pending = n[link + At.pending] as number;
  const rate = pending / seconds;
  const average = n[link + At.average] as number;
  const isFirst = n[link + At.samples] === 0;
  n[link + At.rate] = rate;
  if (rate > (n[link + At.peak] as number)) n[link + At.peak] = rate;
  n[link + At.average] = isFirst ? rate : rate + Math.exp(-seconds) * (average - rate);
  n[link + At.bytes] = (n[link + At.bytes] as number) + pending;
  n[link + At.samples] = (n[link + At.samples] as number) + 1;
  n[link + At.pending] = 0;
  n[link + At.sampled] = tick;
}

/** Most decay steps: after this many, every number is zero. */
const MOST_DECAYS = 200;

function decay(n: Float64Array, link: number, tick: number): void {
  const times = Math.floor((tick - (n[link + At.decayed] as number)) / TICKS_PER_DECAY);
  if (times === 0) return;
  n[link + At.decayed] = (n[link + At.decayed] as number) + times * TICKS_PER_DECAY;
  for (let at = link + At.channels; at < link + STRIDE; at++)
    for (let i = 0; i < times && i < MOST_DECAYS && (n[at] as number) > 0; i++)
      n[at] = Math.floor((n[at] as number) * DECAY);
}
