/**
 * The chain's clock: what time the next header carries. It follows the host's clock (`clock.ts`) with an offset, unless
 * the next time is fixed or all times are a step apart. What was changed of it outlives the process.
 */
import { CLOCK_KEY } from '../../chain/block_store/keys.js';
import { equalBytes } from '../../kernel/bytes.js';
import { fromUtf8, utf8 } from '../../kernel/text.js';
import { NANOS_PER_SECOND, type UnixNanos } from '../../kernel/time.js';
import type { Store, WriteOp } from '../../storage/port.js';
import type { Clock } from '../host.js';
import { nextBlockTime } from './clock.js';

interface Settings {
  /** Nanoseconds that the chain is ahead of the host. */
  readonly offset: bigint;
  /** Of the next header alone. */
  readonly next: UnixNanos | undefined;
  /** Nanoseconds from each header to the next. */
  readonly step: bigint | undefined;
}

export interface ChainClockSnapshot {
  readonly settings: Settings;
  /** What the clock showed. */
  readonly now: UnixNanos;
  readonly taken: UnixNanos;
}

/** 2261-01-01 in Unix seconds: a year of blocks fits before the last nanosecond that 64 bits can count. */
export const LATEST = 9_183_110_400n;

const UNCHANGED: Settings = { offset: 0n, next: undefined, step: undefined };

export class ChainClock {
  #settings: Settings;
  #saved: Settings;
  #taken: UnixNanos = 0n;

  /** As it was left in `store`. */
  constructor(
    private readonly host: Clock,
    store: Store,
  ) {
    const kept = store.get(CLOCK_KEY);
    this.#settings = kept === undefined ? UNCHANGED : decode(kept);
    this.#saved = this.#settings;
  }

  get now(): UnixNanos {
    return this.host.now() + this.#settings.offset;
  }

  /** Nanoseconds that it is ahead of the host. */
  get offset(): bigint {
    return this.#settings.offset;
  }

  /** Whether headers are a step apart. */
  get hasStep(): boolean {
    return this.#settings.step !== undefined;
  }

  /** What the header after one of `last` would carry: always a later whole second. */
  peek(last: UnixNanos): UnixNanos {
    const { next, step } = this.#settings;
    const wished = next ?? (step === undefined ? this.now : last + step);
    const latest = LATEST * NANOS_PER_SECOND;
    return nextBlockTime(last, wished < latest ? wished : latest);
  }

  /** The same, for a header that is made now. A time that was fixed is used up. */
  take(last: UnixNanos): UnixNanos {
    const time = this.peek(last);
    const { next, step } = this.#settings;
    if (next !== undefined) this.#settings = { offset: time - this.host.now(), next: undefined, step };
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
    this.#settings = { ...this.#settings, offset: from + seconds * NANOS_PER_SECOND - this.host.now() };
  }

  fixNext(seconds: bigint): void {
    this.#settings = { ...this.#settings, next: seconds * NANOS_PER_SECOND };
  }

  /** Undefined: as the clock says. */
  setStep(seconds: bigint | undefined): void {
    this.#settings = { ...this.#settings, step: seconds === undefined ? undefined : seconds * NANOS_PER_SECOND };
  }

  /** What the disk does not have yet. */
  writes(): readonly WriteOp[] {
    if (this.#settings === this.#saved) return NOTHING;
    this.#saved = this.#settings;
    return [{ type: 'put', key: CLOCK_KEY, value: encode(this.#settings) }];
  }

  snapshot(): ChainClockSnapshot {
    return { settings: this.#settings, now: this.now, taken: this.#taken };
  }

  /** Shows what it showed then, as other devnets have it: going back costs no time. */
  restore({ settings, now, taken }: ChainClockSnapshot): void {
    this.#taken = taken;
    const offset = now - this.host.now();
    this.#settings = offset === settings.offset ? settings : { ...settings, offset };
  }
}

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
