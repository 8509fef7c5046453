/** Implements `debug_setBlockProfileRate`. Blocking means delays of the event loop here, in steps of a millisecond. */
import { profilingMethod, whole } from '../tracing/profiling_method.js';

export const debug_setBlockProfileRate = profilingMethod({
  name: 'debug_setBlockProfileRate',
  summary: 'Sets how many nanoseconds a delay of the event loop must last to be counted; below 1, none is counted.',
  params: [whole('rate')],
  result: 'null',
  handler: async ({ evm }, rate) => {
    evm.setBlockRate(rate);
    return null;
  },
  example: { params: [0], result: null },
});
