/** Implements `debug_gcStats` with the members of Go’s `debug.GCStats`. */
import { profilingMethod } from '../tracing/profiling_method.js';

export const debug_gcStats = profilingMethod({
  name: 'debug_gcStats',
  summary: 'Lists the pauses of garbage collections, newest first.',
  params: [],
  result: 'object',
  handler: ({ evm }) => evm.gcStats(),
  example: { params: [], result: {} },
});
