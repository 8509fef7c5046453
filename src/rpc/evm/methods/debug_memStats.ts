/**
 * Implements `debug_memStats` with the members of Go’s `runtime.MemStats`. Those that only Go’s allocator has are 0.
 */
import { profilingMethod } from '../tracing/profiling_method.js';

export const debug_memStats = profilingMethod({
  name: 'debug_memStats',
  summary: 'Returns figures of memory and garbage collection.',
  params: [],
  result: 'object of numbers',
  handler: ({ evm }) => evm.memStats(),
  example: { params: [], result: { Lookups: 0, EnableGC: true, DebugGC: false } },
});
