/** `debug_memStats`: the members of Go’s `runtime.MemStats`; those that only Go’s allocator has are 0. */
import { profilingMethod } from '../tracing/profiling_method.js';

export const debug_memStats = profilingMethod({
  name: 'debug_memStats',
  summary: 'Figures of memory and garbage collections.',
  params: [],
  result: 'object of numbers',
  handler: ({ evm }) => evm.memStats(),
  example: { params: [], result: { Lookups: 0, EnableGC: true, DebugGC: false } },
});
