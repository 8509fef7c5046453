/** Implements `debug_stopCPUProfile`. */
import { profilingMethod } from '../tracing/profiling_method.js';

export const debug_stopCPUProfile = profilingMethod({
  name: 'debug_stopCPUProfile',
  summary: 'Stops the CPU profile and writes it to its file.',
  params: [],
  result: 'null',
  handler: async ({ evm }) => {
    await evm.stopCpu();
    return null;
  },
  example: { params: [], result: undefined, alone: 'CPU profiling not in progress' },
});
