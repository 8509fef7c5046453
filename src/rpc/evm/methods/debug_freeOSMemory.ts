/** `debug_freeOSMemory`: a full collection by V8, which hands free pages back. */
import { profilingMethod } from '../tracing/profiling_method.js';

export const debug_freeOSMemory = profilingMethod({
  name: 'debug_freeOSMemory',
  summary: 'Collects garbage at once and hands memory back to the system.',
  params: [],
  result: 'null',
  handler: async ({ evm }) => {
    await evm.freeMemory();
    return null;
  },
  example: { params: [], result: null },
});
