/** Implements `debug_setMutexProfileFraction`. The event loop is the only lock, and its delays are the contention. */
import { profilingMethod, whole } from '../tracing/profiling_method.js';

export const debug_setMutexProfileFraction = profilingMethod({
  name: 'debug_setMutexProfileFraction',
  summary: 'Counts every nth delay of the event loop, where n is the argument; 0 counts none.',
  params: [whole('fraction')],
  result: 'null',
  handler: async ({ evm }, fraction) => {
    evm.setMutexFraction(fraction);
    return null;
  },
  example: { params: [0], result: null },
});
