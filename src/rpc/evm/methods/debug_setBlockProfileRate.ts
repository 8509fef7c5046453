/** `debug_setBlockProfileRate`: blocking is the event loop’s delay here, in steps of a millisecond. */
import { profilingMethod, whole } from '../tracing/profiling_method.js';

export const debug_setBlockProfileRate = profilingMethod({
  name: 'debug_setBlockProfileRate',
  summary: 'Counts delays of the event loop that last as many nanoseconds, none below 1.',
  params: [whole('rate')],
  result: 'null',
  handler: async ({ evm }, rate) => {
    evm.setBlockRate(rate);
    return null;
  },
  example: { params: [0], result: null },
});
