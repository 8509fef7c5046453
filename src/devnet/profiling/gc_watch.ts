/** V8's garbage collections from when somebody first asks: their pauses, and what they freed. */
import { constants, type PerformanceEntry, PerformanceObserver, performance } from 'node:perf_hooks';
import { GCProfiler, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** As many as Go keeps. */
const KEPT = 256;
/** V8 keeps a record of each collection until it is asked. */
const RECORDS = 256;
const NANOS_PER_MS = 1e6;

/** Milliseconds since the process began. */
type GcEntry = PerformanceEntry & { readonly detail?: { readonly flags?: number } };

interface Pause {
  /** Nanoseconds since 1970. */
  readonly end: number;
  readonly nanos: number;
}

export class GcWatch {
  readonly #observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as GcEntry[])
      this.#note(entry.startTime + entry.duration, entry.duration, entry.detail?.flags ?? 0);
  });
  #records = new GCProfiler();
  #sinceRecords = 0;
  #freed = 0;
  /** The last ones, the newest last. */
  readonly pauses: Pause[] = [];
  count = 0;
  forced = 0;
  pauseTotalNs = 0;

  constructor() {
    this.#observer.observe({ entryTypes: ['gc'] });
    this.#records.start();
  }

  /** Bytes that collections have freed. */
  freedBytes(): number {
    this.#takeRecords();
    return this.#freed;
  }

  /** Of the time since the process began, what collections took. */
  share(): number {
    return this.pauseTotalNs / (performance.now() * NANOS_PER_MS);
  }

  /** Those that have happened and that nobody has heard of yet. */
  async settle(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
  }

  close(): void {
    this.#observer.disconnect();
    this.#records.stop();
  }

  #note(endMs: number, durationMs: number, flags: number): void {
    this.count++;
    if ((flags & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) !== 0) this.forced++;
    const nanos = Math.round(durationMs * NANOS_PER_MS);
    this.pauseTotalNs += nanos;
    this.pauses.push({ end: Math.round((performance.timeOrigin + endMs) * NANOS_PER_MS), nanos });
    if (this.pauses.length > KEPT) this.pauses.shift();
    if (++this.#sinceRecords >= RECORDS) this.#takeRecords();
  }

  #takeRecords(): void {
    this.#sinceRecords = 0;
    const { statistics } = this.#records.stop();
    this.#records = new GCProfiler();
    this.#records.start();
    for (const { beforeGC, afterGC } of statistics)
      this.#freed += Math.max(0, beforeGC.heapStatistics.usedHeapSize - afterGC.heapStatistics.usedHeapSize);
  }
}

/** Collects everything that is garbage, and hands memory back: what `--expose-gc` gives. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  if (typeof collect === 'function') collect();
}

/** Go's default. */
let gcPercent = 100;
/** What V8 is told at most: a heap that may grow without end is collected when it is too late. */
const MAX_PERCENT = 400;

/**
 * By how many per cent the heap may grow between two collections, for the whole process; answers the percentage before.
 * V8 has no way not to collect at all: from 0 down it goes by its own judgement, as it does until somebody sets one.
 */
export function setGcPercent(percent: number): number {
  const before = gcPercent;
  gcPercent = percent;
  setFlagsFromString(`--heap-growing-percent=${Math.min(MAX_PERCENT, Math.max(0, percent))}`);
  return before;
}
