/** Watches V8's garbage collections from the first use on: their pauses, and the memory that they freed. */
import { constants, type PerformanceEntry, PerformanceObserver, performance } from 'node:perf_hooks';
import { GCProfiler, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Most pauses that are retained, as in Go. */
const RETAINED_PAUSES = 256;
/** Most records that V8 collects before they are read. V8 retains one for each collection until then. */
const RECORDS = 256;
const NANOS_PER_MS = 1e6;

/** Entry with times in milliseconds since the process began. */
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
  /** Last pauses, the newest last. */
  readonly pauses: Pause[] = [];
  count = 0;
  forced = 0;
  pauseTotalNs = 0;

  constructor() {
    this.#observer.observe({ entryTypes: ['gc'] });
    this.#records.start();
  }

  /** Returns the bytes that collections have freed. */
  freedBytes(): number {
    this.#takeRecords();
    return this.#freed;
  }

  /** Returns the share of the process's time that collections took. */
  share(): number {
    return this.pauseTotalNs / (performance.now() * NANOS_PER_MS);
  }

  /** Resolves when all collections until now were reported. */
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
    if (this.pauses.length > RETAINED_PAUSES) this.pauses.shift();
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

/** Collects all garbage, and returns memory to the system, as `--expose-gc` allows. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  if (typeof collect === 'function') collect();
}

/** Begins with Go's default. */
let gcPercent = 100;
/** Highest percentage that is passed to V8: a heap that may grow without limit would be collected too late. */
const MAX_PERCENT = 400;

/**
 * Sets by how many per cent the heap may grow between two collections, for the whole process; returns the percentage
 * before. V8 cannot turn collection off: from 0 down it uses its own rule, as it does before the first call.
 */
export function setGcPercent(percent: number): number {
  const before = gcPercent;
  gcPercent = percent;
  setFlagsFromString(`--heap-growing-percent=${Math.min(MAX_PERCENT, Math.max(0, percent))}`);
  return before;
}
