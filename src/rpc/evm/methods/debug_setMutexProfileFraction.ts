/** Implements `debug_setMutexProfileFraction`. The event loop is the only lock, and its delays are the contention. */
import { profilingMethod, whole } from '../tracing/profiling_method.js';

export const debug_setMutexProfileFraction = profilingMethod({
  name: 'debug_setMutexProfileFraction',
  summary: 'Counts one in every given number of delays of the event loop; 0 counts none.',
  params: [whole('fraction')],
  result: 'null',
  handler: async ({ evm }, fraction) => {
    evm.setMutexFraction(fraction);
    return null;
  },
  example: { params: [0], result: null },
});
