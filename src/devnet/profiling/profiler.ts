/**
 * Implements Go's profiling of a node (evm-json-rpc.md 1.6) with V8: CPU profiles, sampled heaps, whole heap snapshots
 * and garbage collections. Delays of the event loop replace blocking and contention. A file's extension selects its
 * format: `.cpuprofile`, `.heapprofile` and `.heapsnapshot` open in Chrome's DevTools, all others with `go tool pprof`.
 * A trace has the events of Node.js and V8 in Chrome's format.
 */
import { getHeapStatistics } from 'node:v8';
import type { EvmProfiling } from '../../backend/evm/node.js';
import { HalleyError } from '../../kernel/errors.js';
import { hostSchedule, hostTicker, monotonicMs, systemClock } from '../platform.js';
import { DelayWatch } from './delay_watch.js';
import { collectGarbage, GcWatch, setGcPercent } from './gc_watch.js';
import { gcStats, memStats } from './mem_stats.js';
import { encodePprof, type Sample, type ValueType } from './pprof.js';
import { ProfileFiles } from './profile_files.js';
import { cpuSamples, heapSamples } from './v8_profiles.js';
import { CPU_INTERVAL_US, HEAP_INTERVAL_BYTES, V8Session } from './v8_session.js';

/** Longest CPU profile or trace; a longer one ends by itself, because its samples are in memory. */
const MAX_RUN_MS = 600_000;
const MAX_SECONDS = 600;
/** Largest heap of a snapshot. The file is about as large, and no request is served while it is made. */
const MAX_SNAPSHOT_HEAP_BYTES = 512 * 1024 * 1024;

const NANOS_PER_MS = 1e6;
const NANOSECONDS = 'nanoseconds';
const CONTENTIONS: ValueType = { type: 'contentions', unit: 'count' };
const DELAY: ValueType = { type: 'delay', unit: NANOSECONDS };
const CPU: ValueType = { type: 'cpu', unit: NANOSECONDS };
const SPACE: ValueType = { type: 'inuse_space', unit: 'bytes' };

/** Recordings that are started and stopped, by their names in Go's errors. */
const RECORDINGS = { cpu: 'CPU profiling', trace: 'trace' };

type Recording = keyof typeof RECORDINGS;

interface ActiveProfile {
  readonly path: string;
  readonly sinceMs: number;
  readonly cancel: () => void;
}

const conflict = (text: string): HalleyError => new HalleyError('conflict', text);

export class ProcessProfiler implements EvmProfiling {
  readonly #files: ProfileFiles;
  readonly #v8 = new V8Session();
  readonly #blocks = new DelayWatch(monotonicMs, hostTicker);
  readonly #mutexes = new DelayWatch(monotonicMs, hostTicker);
  readonly #sinceMs = monotonicMs();
  #gcWatch: GcWatch | undefined;
  #snapshotting = false;
  readonly #active = new Map<Recording, ActiveProfile>();
  /** Function for each timed profile in progress, which ends it early. */
  readonly #pauses = new Set<() => void>();

  /** Allows files in the folder of the chain, if it is persistent. */
  constructor(home: string | undefined) {
    this.#files = new ProfileFiles(home);
  }

  async freeMemory(): Promise<void> {
    const gc = this.#gc();
    collectGarbage();
    await gc.settle();
  }

  setGcPercent(percent: number): number {
    return setGcPercent(percent);
  }

  async memStats(): Promise<Readonly<Record<string, unknown>>> {
    const gc = this.#gc();
    await gc.settle();
    return memStats(gc);
  }

  async gcStats(): Promise<Readonly<Record<string, unknown>>> {
    const gc = this.#gc();
    await gc.settle();
    return gcStats(gc);
  }

  stacks(): string {
    const stack = (new Error().stack ?? '').split('\n').slice(1).join('\n');
    const waiting = new Map<string, number>();
    for (const name of process.getActiveResourcesInfo()) waiting.set(name, (waiting.get(name) ?? 0) + 1);
    const lines = [...waiting].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, count]) => `    ${count} ${name}`);
    return `main thread [running]:\n${stack}\n\nwaiting for [event loop]:\n${lines.join('\n')}\n`;
  }

  setBlockRate(nanos: number): void {
    this.#blocks.watch(nanos, nanos > 0 ? 1 : 0);
  }

  setMutexFraction(oneIn: number): void {
    // In Go a negative one only reads the rate.
    if (oneIn >= 0) this.#mutexes.watch(0, oneIn);
  }

  writeBlocks(path: string): Promise<void> {
    return this.#writeDelays(path, this.#blocks, 'delays of the event loop');
  }

  writeMutexes(path: string): Promise<void> {
    return this.#writeDelays(path, this.#mutexes, 'delays of the event loop, which is the only lock');
  }

  async profileBlocks(path: string, seconds: number): Promise<void> {
    this.#files.check(path);
    mustBeShort(seconds);
    this.setBlockRate(1);
    try {
      await this.#pause(seconds);
      await this.writeBlocks(path);
    } finally {
      this.setBlockRate(0);
    }
  }

  async profileMutexes(path: string, seconds: number): Promise<void> {
    this.#files.check(path);
    mustBeShort(seconds);
    this.setMutexFraction(1);
    try {
      await this.#pause(seconds);
      await this.writeMutexes(path);
    } finally {
      this.setMutexFraction(0);
    }
  }

  async writeMemory(path: string): Promise<void> {
    this.#files.check(path);
    if (path.endsWith('.heapsnapshot')) return this.#writeSnapshot(path);
    await this.#v8.sampleHeap();
    const profile = await this.#v8.heapProfile();
    if (path.endsWith('.heapprofile'))
      return this.#files.write(path, (append) =>
        append(JSON.stringify({ head: profile.head, samples: profile.samples })),
      );
    const types = [{ type: 'inuse_objects', unit: 'count' }, SPACE];
    const comment = 'allocated since the first heap profile of the process, and not collected';
    await this.#writePprof(path, types, heapSamples(profile), { type: SPACE, every: HEAP_INTERVAL_BYTES }, comment);
  }

  startCpu(path: string): Promise<void> {
    return this.#begin('cpu', path, () => this.#v8.startCpu());
  }

  async stopCpu(): Promise<void> {
    const { path, sinceMs } = this.#end('cpu');
    const profile = await this.#v8.stopCpu();
    if (path.endsWith('.cpuprofile')) return this.#files.write(path, (append) => append(JSON.stringify(profile)));
    const types = [{ type: 'samples', unit: 'count' }, CPU];
    const period = { type: CPU, every: CPU_INTERVAL_US * 1000 };
    await this.#writePprof(path, types, cpuSamples(profile), period, 'V8’s CPU profile', sinceMs);
  }

  async profileCpu(path: string, seconds: number): Promise<void> {
    mustBeShort(seconds);
    await this.startCpu(path);
    await this.#pause(seconds);
    await this.stopCpu();
  }

  startTrace(path: string): Promise<void> {
    return this.#begin('trace', path, () => this.#v8.startTrace());
  }

  async stopTrace(): Promise<void> {
    const { path } = this.#end('trace');
    const parts = await this.#v8.stopTrace();
    await this.#files.write(path, (append) => {
      for (const [i, part] of parts.entries()) append(`${i === 0 ? '{"traceEvents":[' : ',\n'}${part}`);
      append(parts.length === 0 ? '{"traceEvents":[]}' : ']}');
    });
  }

  async profileTrace(path: string, seconds: number): Promise<void> {
    mustBeShort(seconds);
    await this.startTrace(path);
    await this.#pause(seconds);
    await this.stopTrace();
  }

  /** Starts a recording. Throws HalleyError `conflict` while one of its kind runs. */
  async #begin(recording: Recording, path: string, start: () => Promise<void>): Promise<void> {
    if (this.#active.has(recording)) throw conflict(`${RECORDINGS[recording]} already in progress`);
    this.#files.check(path);
    const cancel = hostSchedule(MAX_RUN_MS, () => void this.#stop(recording).catch(() => undefined));
    this.#active.set(recording, { path, sinceMs: monotonicMs(), cancel });
    try {
      await start();
    } catch (error) {
      this.#end(recording);
      throw error;
    }
  }

  #end(recording: Recording): ActiveProfile {
    const active = this.#active.get(recording);
    if (active === undefined) throw conflict(`${RECORDINGS[recording]} not in progress`);
    this.#active.delete(recording);
    active.cancel();
    return active;
  }

  #stop(recording: Recording): Promise<void> {
    return recording === 'cpu' ? this.stopCpu() : this.stopTrace();
  }

  /** Ends the profiler. It first writes the recordings in progress, as a node does when it ends. */
  async close(): Promise<void> {
    for (const recording of this.#active.keys()) await this.#stop(recording).catch(() => undefined);
    for (const end of this.#pauses) end();
    this.#blocks.watch(0, 0);
    this.#mutexes.watch(0, 0);
    this.#gcWatch?.close();
    await this.#v8.close();
  }

  /** Waits, or ends when the devnet closes, because a timer of minutes must not keep the process alive. */
  #pause(seconds: number): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        cancel();
        this.#pauses.delete(end);
        resolve();
      };
      const cancel = hostSchedule(1000 * seconds, end);
      this.#pauses.add(end);
    });
  }

  #gc(): GcWatch {
    this.#gcWatch ??= new GcWatch();
    return this.#gcWatch;
  }

  #writeDelays(path: string, watch: DelayWatch, comment: string): Promise<void> {
    const period = { type: CONTENTIONS, every: 1 };
    return this.#writePprof(path, [CONTENTIONS, DELAY], watch.samples(), period, comment);
  }

  #writePprof(
    path: string,
    types: readonly ValueType[],
    samples: readonly Sample[],
    period: { readonly type: ValueType; readonly every: number },
    comment: string,
    sinceMs = this.#sinceMs,
  ): Promise<void> {
    const durationNs = BigInt(Math.round((monotonicMs() - sinceMs) * NANOS_PER_MS));
    const bytes = encodePprof({ types, samples, period, time: systemClock.now() - durationNs, durationNs, comment });
    return this.#files.write(path, (append) => append(bytes));
  }

  async #writeSnapshot(path: string): Promise<void> {
    const { used_heap_size: used } = getHeapStatistics();
    if (used > MAX_SNAPSHOT_HEAP_BYTES)
      throw conflict(
        `the heap has ${used} bytes, too many for a snapshot (${MAX_SNAPSHOT_HEAP_BYTES}): a file that ends in .heapprofile holds a sample of it`,
      );
    if (this.#snapshotting) throw conflict('a heap snapshot is already in progress');
    this.#snapshotting = true;
    try {
      await this.#files.write(path, (append) => this.#v8.heapSnapshot(append));
    } finally {
      this.#snapshotting = false;
    }
  }
}

function mustBeShort(seconds: number): void {
  if (seconds > MAX_SECONDS) throw conflict(`a profile of ${seconds} s is too long, expected at most ${MAX_SECONDS} s`);
}
