/**
 * Chooses the time of the next header of a chain. It follows the devnet's clock (`options/clock.ts`) with an offset,
 * unless the next time is fixed or all times are a step apart. Changes are on disk, so that they outlive the process.
 * Settings are times of the EVM, which go on where headers cannot (`kernel/time.ts`).
 */
import { CLOCK_KEY } from '../../chain/block_store/keys.js';
import { equalBytes } from '../../kernel/bytes.js';
import { fromUtf8, utf8 } from '../../kernel/text.js';
import {
  evmNanos,
  evmTimestamp,
  headerTime,
  isBeyondHeaders,
  LATEST_TIMESTAMP,
  NANOS_PER_SECOND,
  type UnixNanos,
} from '../../kernel/time.js';
import type { Store, WriteOp } from '../../storage/store.js';
import type { Clock } from '../platform.js';
import { Timeline } from './timeline.js';

/** Settings that the chain does not share. */
interface OwnSettings {
  /** Fixes the time of the next header alone. */
  readonly next: UnixNanos | undefined;
  /** Nanoseconds from each header to the next. */
  readonly step: bigint | undefined;
}

interface Settings extends OwnSettings {
  /** Nanoseconds by which the chain is ahead of the platform's clock. */
  readonly offset: bigint;
}

export interface ChainClockSnapshot {
  readonly settings: Settings;
  /** Time that the clock showed. */
  readonly now: UnixNanos;
  readonly taken: UnixNanos;
}

const UNCHANGED: Settings = { offset: 0n, next: undefined, step: undefined };

/** Time of the next block, for views of it. */
export interface ClockView {
  readonly offset: bigint;
  /** Whether the clock runs on between two blocks. */
  readonly runsFree: boolean;
  /** Returns the time that the header after a block of the time `last` would have now. */
  peek(last: UnixNanos): UnixNanos;
}

export class ChainClock implements ClockView {
  #settings: OwnSettings;
  #saved: Settings;
  #taken: UnixNanos = 0n;
  /**
   * Returns the time of the last decided block. It is undefined while the block store is not known; then no other chain
   * follows this one.
   */
  #newestOwn: (() => UnixNanos) | undefined;
  readonly #newestHere = (): UnixNanos => this.newest(this.#newestOwn?.() ?? 0n);

  /**
   * Continues with the settings in `store`. `timeline` is shared by all chains of a devnet. A new chain may begin at
   * `beginsAt`, in Unix seconds, and continues from there. `leastStep` is the shortest time from one header to the next
   * in nanoseconds; without it each has a later whole second.
   */
  constructor(
    private readonly host: Clock,
    store: Store,
    private readonly timeline = new Timeline(),
    private readonly beginsAt?: bigint,
    private readonly leastStep?: bigint,
  ) {
    const stored = store.get(CLOCK_KEY);
    const settings = stored === undefined ? UNCHANGED : decode(stored);
    this.#settings = settings;
    this.#saved = settings;
    // The offset that another chain has stored may be older.
    if (settings.offset > timeline.offset) timeline.offset = settings.offset;
    else if (timeline.offset === 0n) timeline.offset = settings.offset;
    if (beginsAt !== undefined) this.set(beginsAt);
  }

  /** Makes the other chains of the timeline follow this one, whose newest block has the time `newest`. */
  lead(newest: () => UnixNanos): void {
    this.#newestOwn = newest;
    this.timeline.join(this.#newestHere);
  }

  get now(): UnixNanos {
    const now = this.host.now() + this.timeline.offset;
    const others = this.#others;
    return now > others ? now : others;
  }

  /** Returns the time of the newest block of other chains. No block of this chain may be before it. */
  get #others(): UnixNanos {
    return evmNanos(this.timeline.newestBut(this.#newestHere));
  }

  /** Nanoseconds by which the chain is ahead of the platform's clock. */
  get offset(): bigint {
    return this.timeline.offset;
  }

  /** Whether block times use a fixed step. */
  get hasStep(): boolean {
    return this.#settings.step !== undefined;
  }

  /** Whether the next header has a fixed time. */
  get isFixed(): boolean {
    return this.#settings.next !== undefined;
  }

  /** Whether the next header's time advances with the platform's clock. */
  get runsFree(): boolean {
    return !this.isFixed && !this.hasStep;
  }

  /** Returns the time of the header after one of time `last`, which is always later. */
  peek(last: UnixNanos): UnixNanos {
    const { next, step } = this.#settings;
    const wished = next ?? (step === undefined ? this.now : later(evmNanos(last) + step, this.#others));
    const latest = LATEST_TIMESTAMP * NANOS_PER_SECOND;
    return nextBlockTime(last, wished < latest ? wished : latest, this.leastStep);
  }

  /** Returns the time of a header that is made now. A fixed time is used up. */
  take(last: UnixNanos): UnixNanos {
    const time = this.peek(last);
    const { next, step } = this.#settings;
    if (next !== undefined) {
      this.timeline.offset = evmNanos(time) - this.host.now();
      this.#settings = { next: undefined, step };
    }
    this.#taken = time;
    return time;
  }

  /** Returns the time of the newest header that was begun, decided or not; or `last` when that is later. */
  newest(last: UnixNanos): UnixNanos {
    return this.#taken > last ? this.#taken : last;
  }

  /** Advances by `seconds` from the time of the clock or of the chain, which may be ahead of the clock. */
  increase(seconds: bigint, last: UnixNanos): void {
    const from = later(this.now, evmNanos(last));
    this.timeline.offset = from + seconds * NANOS_PER_SECOND - this.host.now();
  }

  /** Sets the clock to this time in Unix seconds, from which it continues. */
  set(seconds: bigint): void {
    this.timeline.offset = seconds * NANOS_PER_SECOND - this.host.now();
  }

  /** Fixes the time of the next header. With undefined, it follows the clock. */
  fixNext(seconds: bigint | undefined): void {
    this.#settings = { ...this.#settings, next: seconds === undefined ? undefined : seconds * NANOS_PER_SECOND };
  }

  /** Sets the step between headers. With undefined, times follow the clock. */
  setStep(seconds: bigint | undefined): void {
    this.#settings = { ...this.#settings, step: seconds === undefined ? undefined : seconds * NANOS_PER_SECOND };
  }

  /**
   * Takes over the settings of another chain's clock, whose newest header has the time `last`. A fixed next time was that of
   * the newest header here, and is used up.
   */
  takeOver(other: ChainClock, last: UnixNanos): void {
    const { offset, next, step } = other.snapshot().settings;
    this.timeline.offset = next === undefined ? offset : evmNanos(other.peek(last)) - this.host.now();
    this.#settings = { next: undefined, step };
  }

  /** Restores the settings of a new chain. */
  reset(): void {
    this.#settings = UNCHANGED;
    if (this.beginsAt === undefined) this.timeline.offset = 0n;
    else this.set(this.beginsAt);
    this.#taken = 0n;
  }

  /**
   * Sets the clock to the time of the newest block, as other devnets do when blocks are reverted. A step between
   * headers stays.
   */
  goBack(last: UnixNanos): void {
    this.timeline.offset = evmNanos(last) - this.host.now();
    this.#settings = { ...this.#settings, next: undefined };
    this.#taken = last;
  }

  /** Goes on as at a snapshot, after blocks were made since. A fixed time is used up unless it is after `last`. */
  goOn({ settings: { offset, next, step } }: ChainClockSnapshot, last: UnixNanos): void {
    this.timeline.offset = offset;
    this.#settings = { next: next !== undefined && next > evmNanos(last) ? next : undefined, step };
  }

  /** Returns the writes for what is not yet on disk. */
  writes(): readonly WriteOp[] {
    const { offset } = this.timeline;
    const { next, step } = this.#settings;
    if (offset === this.#saved.offset && next === this.#saved.next && step === this.#saved.step) return NOTHING;
    this.#saved = { offset, next, step };
    return [{ type: 'put', key: CLOCK_KEY, value: encode(this.#saved) }];
  }

  snapshot(): ChainClockSnapshot {
    const { next, step } = this.#settings;
    return { settings: { offset: this.offset, next, step }, now: this.host.now() + this.offset, taken: this.#taken };
  }

  /** Restores the time that the clock showed at the snapshot, as other devnets do: a revert takes no time. */
  restore({ settings, now, taken }: ChainClockSnapshot): void {
    this.#taken = taken;
    this.timeline.offset = now - this.host.now();
    this.#settings = settings;
  }
}

/**
 * Returns the time of the header after one of `lastBlockTime`: that for now, but at least `leastStep` later, or without it
 * the next whole second. EVM contracts see whole seconds and expect them to increase.
 */
export function nextBlockTime(lastBlockTime: UnixNanos, now: UnixNanos, leastStep?: bigint): UnixNanos {
  const isWhole = leastStep === undefined || isBeyondHeaders(lastBlockTime);
  const least = isWhole ? (evmTimestamp(lastBlockTime) + 1n) * NANOS_PER_SECOND : lastBlockTime + leastStep;
  return headerTime(later(now, least));
}

const later = (a: UnixNanos, b: UnixNanos): UnixNanos => (a > b ? a : b);

const NOTHING: readonly WriteOp[] = [];

const encode = ({ offset, next, step }: Settings): Uint8Array =>
  utf8(JSON.stringify({ offset: `${offset}`, next: next?.toString(), step: step?.toString() }));

function decode(value: Uint8Array): Settings {
  const { offset, next, step } = JSON.parse(fromUtf8(value)) as { offset: string; next?: string; step?: string };
  return {
    offset: BigInt(offset),
    next: next === undefined ? undefined : BigInt(next),
    step: step === undefined ? undefined : BigInt(step),
  };
}

/** Returns whether the bytes are a record that a clock has written. */
export function isClockRecord(value: Uint8Array): boolean {
  try {
    return equalBytes(encode(decode(value)), value);
  } catch {
    return false;
  }
}
