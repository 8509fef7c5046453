/** `debug_setGCPercent`: V8’s `--heap-growing-percent`, for the whole process. */
import { profilingMethod, whole } from '../tracing/profiling_method.js';

export const debug_setGCPercent = profilingMethod({
  name: 'debug_setGCPercent',
  summary: 'By how many per cent the heap may grow between collections; below 1 V8 judges by itself.',
  params: [whole('percent')],
  result: 'the percentage before, as a number',
  handler: ({ evm }, percent) => evm.setGcPercent(percent),
  example: { params: [100], result: 100 },
});
