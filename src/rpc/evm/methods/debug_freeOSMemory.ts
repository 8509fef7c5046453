/** Implements `debug_freeOSMemory` by a full garbage collection of V8, which returns free pages. */
import { profilingMethod } from '../tracing/profiling_method.js';

export const debug_freeOSMemory = profilingMethod({
  name: 'debug_freeOSMemory',
  summary: 'Collects garbage immediately and returns memory to the operating system.',
  params: [],
  result: 'null',
  handler: async ({ evm }) => {
    await evm.freeMemory();
    return null;
  },
  example: { params: [], result: null },
});
