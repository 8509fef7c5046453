/** Measures the process: memory, processor time, and how late its event loop is. */
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import type { Metric } from '../../backend/monitoring.js';

const NANOS_PER_SECOND = 1e9;
const MICROS_PER_SECOND = 1e6;
/** Is the time between two measurements of the delay, in milliseconds. */
const RESOLUTION_MS = 10;

let delays: IntervalHistogram | undefined;

/**
 * Returns the metrics of the process. The first call begins to measure the event loop; each later one reports the
 * delays since the call before.
 */
export function processMetrics(): readonly Metric[] {
  const { rss, external } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  const gauge = (name: string, help: string, value: number): Metric => ({
    ...{ name, help, type: 'gauge' },
    samples: [{ labels: {}, value }],
  });
  return [
    gauge('process_resident_memory_bytes', 'Resident memory size in bytes.', rss),
    {
      name: 'process_cpu_seconds_total',
      help: 'Total user and system CPU time spent in seconds.',
      type: 'counter',
      samples: [{ labels: {}, value: (user + system) / MICROS_PER_SECOND }],
    },
    gauge(
      'halley_heap_used_bytes',
      'Memory of objects in the heap of V8, in bytes.',
      getHeapStatistics().used_heap_size,
    ),
    gauge('halley_external_memory_bytes', 'Memory of buffers outside of the heap of V8, in bytes.', external),
    {
      name: 'halley_event_loop_delay_seconds',
      help: 'Quantiles of how late the event loop was since the last scrape, in seconds.',
      type: 'gauge',
      samples: eventLoopDelays(),
    },
  ];
}

function eventLoopDelays(): Metric['samples'] {
  if (delays === undefined) {
    delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
    delays.enable();
    return [];
  }
  const histogram = delays;
  if (histogram.count === 0) return [];
  const samples = [0.5, 0.9, 0.99, 1].map((quantile) => ({
    labels: { quantile: `${quantile}` },
    value: Math.max(0, histogram.percentile(quantile * 100) / NANOS_PER_SECOND - RESOLUTION_MS / 1000),
  }));
  histogram.reset();
  return samples;
}
