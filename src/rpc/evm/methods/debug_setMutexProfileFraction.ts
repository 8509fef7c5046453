/** `debug_setMutexProfileFraction`: the event loop is the one lock, its delays are the contention. */
import { profilingMethod, whole } from '../tracing/profiling_method.js';

export const debug_setMutexProfileFraction = profilingMethod({
  name: 'debug_setMutexProfileFraction',
  summary: 'Counts each so manieth delay of the event loop, none for 0.',
  params: [whole('fraction')],
  result: 'null',
  handler: async ({ evm }, fraction) => {
    evm.setMutexFraction(fraction);
    return null;
  },
  example: { params: [0], result: null },
});
