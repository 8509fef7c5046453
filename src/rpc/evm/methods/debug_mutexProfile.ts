/** Implements `debug_mutexProfile`. It responds when the file is written. */
import { NO_FOLDER } from '../../examples.js';
import { file, profilingMethod, seconds } from '../tracing/profiling_method.js';

export const debug_mutexProfile = profilingMethod({
  name: 'debug_mutexProfile',
  summary: 'Counts delays of the event loop for a number of seconds, then writes the profile to a file.',
  params: [file, seconds],
  result: 'null',
  handler: async ({ evm }, path, duration) => {
    await evm.profileMutexes(path, duration);
    return null;
  },
  example: { params: ['/nonexistent/halley.prof', 1], result: undefined, alone: NO_FOLDER },
});
