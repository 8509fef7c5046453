/** `debug_startCPUProfile`: `.cpuprofile` for DevTools, anything else for pprof. */
import { NO_FOLDER } from '../../examples.js';
import { file, profilingMethod } from '../tracing/profiling_method.js';

export const debug_startCPUProfile = profilingMethod({
  name: 'debug_startCPUProfile',
  summary: 'Begins a CPU profile, which debug_stopCPUProfile writes, for ten minutes at most.',
  params: [file],
  result: 'null',
  handler: async ({ evm }, path) => {
    await evm.startCpu(path);
    return null;
  },
  example: { params: ['/nonexistent/halley.prof'], result: undefined, alone: NO_FOLDER },
});
