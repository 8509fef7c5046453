/** Implements `debug_setGCPercent` by V8’s `--heap-growing-percent`, which applies to the whole process. */
import { profilingMethod, whole } from '../tracing/profiling_method.js';

export const debug_setGCPercent = profilingMethod({
  name: 'debug_setGCPercent',
  summary: 'Sets by how many percent the heap may grow between garbage collections; below 1, V8 decides.',
  params: [whole('percent')],
  result: 'the previous percentage, as a number',
  handler: ({ evm }, percent) => evm.setGcPercent(percent),
  example: { params: [100], result: 100 },
});
