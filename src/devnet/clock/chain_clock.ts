/**
 * Says what time the next header of a chain carries. It follows the devnet's clock (`options/clock.ts`) with an offset, unless
 * the next time is fixed or all times are a step apart. Changes are on disk, so that they outlive the process.
 */
import { CLOCK_KEY } from '../../chain/block_store/keys.js';
import { equalBytes } from '../../kernel/bytes.js';
import { fromUtf8, utf8 } from '../../kernel/text.js';
import { NANOS_PER_SECOND, type UnixNanos, unixSeconds } from '../../kernel/time.js';
import { LATEST_BLOCK_TIME } from '../../settings/bounds.js';
import type { Store, WriteOp } from '../../storage/store.js';
import type { Clock } from '../platform.js';
import { Timeline } from './timeline.js';

/** What is this chain's alone. */
interface OwnSettings {
  /** Of the next header alone. */
  readonly next: UnixNanos | undefined;
  /** Nanoseconds from each header to the next. */
  readonly step: bigint | undefined;
}

interface Settings extends OwnSettings {
  /** Nanoseconds that the chain is ahead of the host. */
  readonly offset: bigint;
}

export interface ChainClockSnapshot {
  readonly settings: Settings;
  /** What the clock showed. */
  readonly now: UnixNanos;
  readonly taken: UnixNanos;
}

const UNCHANGED: Settings = { offset: 0n, next: undefined, step: undefined };

export class ChainClock {
  #settings: OwnSettings;
  #saved: Settings;
  #taken: UnixNanos = 0n;
  /** Undefined: the chain's own block store is not known, so no other chain follows it. */
  #tip: (() => UnixNanos) | undefined;
  readonly #newestHere = (): UnixNanos => this.newest(this.#tip?.() ?? 0n);

  /**
   * Goes on as `store` holds it; the timeline is that of all chains of a devnet. A new chain may begin at `beginsAt`, in Unix
   * seconds, and goes on from there.
   */
  constructor(
    private readonly host: Clock,
    store: Store,
    private readonly timeline = new Timeline(),
    private readonly beginsAt?: bigint,
  ) {
    const kept = store.get(CLOCK_KEY);
    const settings = kept === undefined ? UNCHANGED : decode(kept);
    this.#settings = settings;
    this.#saved = settings;
    // What another chain has kept may be older.
    if (settings.offset > timeline.offset) timeline.offset = settings.offset;
    else if (timeline.offset === 0n) timeline.offset = settings.offset;
    if (beginsAt !== undefined) this.set(beginsAt);
  }

  /** Has the other chains of the timeline follow this one, whose newest block has this time. */
  lead(tip: () => UnixNanos): void {
    this.#tip = tip;
    this.timeline.join(this.#newestHere);
  }

  get now(): UnixNanos {
    const now = this.host.now() + this.timeline.offset;
    const others = this.#others;
    return now > others ? now : others;
  }

  /** No header here may be before it. */
  get #others(): UnixNanos {
    return this.timeline.newestBut(this.#newestHere);
  }

  /** Nanoseconds that it is ahead of the host. */
  get offset(): bigint {
    return this.timeline.offset;
  }

  /** Whether headers are a step apart. */
  get hasStep(): boolean {
    return this.#settings.step !== undefined;
  }

  /** Whether the next header has a time of its own. */
  get isFixed(): boolean {
    return this.#settings.next !== undefined;
  }

  /** Whether the next header's time moves on with the host's clock. */
  get runsFree(): boolean {
    return !this.isFixed && !this.hasStep;
  }

  /** What the header after one of `last` would carry: always a later whole second. */
  peek(last: UnixNanos): UnixNanos {
    const { next, step } = this.#settings;
    const wished = next ?? (step === undefined ? this.now : later(last + step, this.#others));
    const latest = LATEST_BLOCK_TIME * NANOS_PER_SECOND;
    return nextBlockTime(last, wished < latest ? wished : latest);
  }

  /** The same, for a header that is made now. A time that was fixed is used up. */
  take(last: UnixNanos): UnixNanos {
    const time = this.peek(last);
    const { next, step } = this.#settings;
    if (next !== undefined) {
      this.timeline.offset = time - this.host.now();
      this.#settings = { next: undefined, step };
    }
    this.#taken = time;
    return time;
  }

  /** Of the newest header that was begun, decided or not; of `last` when that is later. */
  newest(last: UnixNanos): UnixNanos {
    return this.#taken > last ? this.#taken : last;
  }

  /** Goes on by so many seconds from where the clock or the chain is, which may have run ahead of it. */
  increase(seconds: bigint, last: UnixNanos): void {
    const from = this.now > last ? this.now : last;
    this.timeline.offset = from + seconds * NANOS_PER_SECOND - this.host.now();
  }

  /** Shows this now, and goes on from there. */
  set(seconds: bigint): void {
    this.timeline.offset = seconds * NANOS_PER_SECOND - this.host.now();
  }

  fixNext(seconds: bigint): void {
    this.#settings = { ...this.#settings, next: seconds * NANOS_PER_SECOND };
  }

  /** Undefined: as the clock says. */
  setStep(seconds: bigint | undefined): void {
    this.#settings = { ...this.#settings, step: seconds === undefined ? undefined : seconds * NANOS_PER_SECOND };
  }

  /** As it is in a chain that begins. */
  reset(): void {
    this.#settings = UNCHANGED;
    if (this.beginsAt === undefined) this.timeline.offset = 0n;
    else this.set(this.beginsAt);
    this.#taken = 0n;
  }

  /** Shows the time of the newest block, as other devnets have it when blocks are taken back. A step between headers stays. */
  goBack(last: UnixNanos): void {
    this.timeline.offset = last - this.host.now();
    this.#settings = { ...this.#settings, next: undefined };
    this.#taken = last;
  }

  /** What the disk does not have yet. */
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

  /** Shows what it showed then, as other devnets have it: going back costs no time. */
  restore({ settings, now, taken }: ChainClockSnapshot): void {
    this.#taken = taken;
    this.timeline.offset = now - this.host.now();
    this.#settings = settings;
  }
}

/**
 * Returns the time of the block after one of `lastBlockTime`: now, but at least the next whole second, because EVM contracts
 * see whole seconds and expect them to increase.
 */
export function nextBlockTime(lastBlockTime: UnixNanos, now: UnixNanos): UnixNanos {
  const earliest = (unixSeconds(lastBlockTime) + 1n) * NANOS_PER_SECOND;
  return now > earliest ? now : earliest;
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

/** Whether a clock has written this. */
export function isClockRecord(value: Uint8Array): boolean {
  try {
    return equalBytes(encode(decode(value)), value);
  } catch {
    return false;
  }
}
