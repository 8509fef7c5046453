/** Implements `debug_startCPUProfile`. It writes `.cpuprofile` files for DevTools, and any other file for pprof. */
import { NO_FOLDER } from '../../examples.js';
import { file, profilingMethod } from '../tracing/profiling_method.js';

export const debug_startCPUProfile = profilingMethod({
  name: 'debug_startCPUProfile',
  summary: 'Starts a CPU profile of at most ten minutes; debug_stopCPUProfile writes it.',
  params: [file],
  result: 'null',
  handler: async ({ evm }, path) => {
    await evm.startCpu(path);
    return null;
  },
  example: { params: ['/nonexistent/halley.prof'], result: undefined, alone: NO_FOLDER },
});
