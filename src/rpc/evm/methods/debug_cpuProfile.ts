/** Implements `debug_cpuProfile`. It responds when the file is written. */
import { NO_FOLDER } from '../../examples.js';
import { file, profilingMethod, seconds } from '../tracing/profiling_method.js';

export const debug_cpuProfile = profilingMethod({
  name: 'debug_cpuProfile',
  summary: 'Profiles the CPU for a number of seconds, then writes the profile to a file.',
  params: [file, seconds],
  result: 'null',
  handler: async ({ evm }, path, duration) => {
    await evm.profileCpu(path, duration);
    return null;
  },
  example: { params: ['/nonexistent/halley.prof', 1], result: undefined, alone: NO_FOLDER },
});
