/**
 * Reports the figures of Go's `runtime.MemStats` and `debug.GCStats` under their names (evm-json-rpc.md 1.6), from V8
 * and the operating system. Figures that only Go's allocator has are 0: spans, caches, size classes, counts of objects
 * and stacks.
 */
import { getHeapStatistics } from 'node:v8';
import type { GcWatch } from './gc_watch.js';

const PAUSES = 256;
const SIZE_CLASSES = 61;
const NANOS_PER_MS = 1e6;

const NONE = {
  Lookups: 0,
  Mallocs: 0,
  Frees: 0,
  HeapObjects: 0,
  StackInuse: 0,
  StackSys: 0,
  MSpanInuse: 0,
  MSpanSys: 0,
  MCacheInuse: 0,
  MCacheSys: 0,
  BuckHashSys: 0,
  GCSys: 0,
};

export function memStats(gc: GcWatch): Readonly<Record<string, unknown>> {
  const heap = getHeapStatistics();
  const { rss, external } = process.memoryUsage();
  const used = heap.used_heap_size;
  // Go uses rings in which the newest is at (NumGC + 255) % 256.
  const ring = (of: (pause: GcWatch['pauses'][number]) => number): number[] => {
    const out: number[] = new Array(PAUSES).fill(0);
    gc.pauses.forEach((pause, index) => {
      out[(gc.count - gc.pauses.length + index) % PAUSES] = of(pause);
    });
    return out;
  };
  return {
    Alloc: used,
    TotalAlloc: used + gc.freedBytes(),
    Sys: rss,
    ...NONE,
    HeapAlloc: used,
    HeapSys: heap.total_heap_size,
    HeapIdle: Math.max(0, heap.total_heap_size - used),
    HeapInuse: used,
    HeapReleased: Math.max(0, heap.total_heap_size - heap.total_physical_size),
    OtherSys: external + heap.malloced_memory,
    NextGC: heap.heap_size_limit,
    LastGC: gc.pauses.at(-1)?.end ?? 0,
    PauseTotalNs: gc.pauseTotalNs,
    PauseNs: ring(({ nanos }) => nanos),
    PauseEnd: ring(({ end }) => end),
    NumGC: gc.count,
    NumForcedGC: gc.forced,
    GCCPUFraction: gc.share(),
    EnableGC: true,
    DebugGC: false,
    BySize: Array.from({ length: SIZE_CLASSES }, () => ({ Size: 0, Mallocs: 0, Frees: 0 })),
  };
}

/** Returns the statistics with the newest pause first. The quantiles are those of 0, 25, 50, 75 and 100 per cent. */
export function gcStats({ pauses, count, pauseTotalNs }: GcWatch): Readonly<Record<string, unknown>> {
  const newest = pauses.toReversed();
  const sorted = pauses.map(({ nanos }) => nanos).sort((a, b) => a - b);
  const at = (part: number): number => sorted[Math.floor(part * (sorted.length - 1))] ?? 0;
  return {
    LastGC: new Date((pauses.at(-1)?.end ?? 0) / NANOS_PER_MS).toISOString(),
    NumGC: count,
    PauseTotal: pauseTotalNs,
    Pause: newest.map(({ nanos }) => nanos),
    PauseEnd: newest.map(({ end }) => new Date(end / NANOS_PER_MS).toISOString()),
    PauseQuantiles: [0, 0.25, 0.5, 0.75, 1].map(at),
  };
}
