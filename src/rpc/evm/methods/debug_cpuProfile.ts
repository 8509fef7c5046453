/** `debug_cpuProfile`: answers when it is written. */
import { NO_FOLDER } from '../../examples.js';
import { file, profilingMethod, seconds } from '../tracing/profiling_method.js';

export const debug_cpuProfile = profilingMethod({
  name: 'debug_cpuProfile',
  summary: 'Profiles the CPU for so many seconds, then writes what it found.',
  params: [file, seconds],
  result: 'null',
  handler: async ({ evm }, path, duration) => {
    await evm.profileCpu(path, duration);
    return null;
  },
  example: { params: ['/nonexistent/halley.prof', 1], result: undefined, alone: NO_FOLDER },
});
