/** `debug_gcStats`: the members of Go’s `debug.GCStats`. */
import { profilingMethod } from '../tracing/profiling_method.js';

export const debug_gcStats = profilingMethod({
  name: 'debug_gcStats',
  summary: 'Pauses of garbage collections, the newest first.',
  params: [],
  result: 'object',
  handler: ({ evm }) => evm.gcStats(),
  example: { params: [], result: {} },
});
