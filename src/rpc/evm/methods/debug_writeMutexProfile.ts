/** Implements `debug_writeMutexProfile`: writes what `debug_setMutexProfileFraction` has counted. */
import { NO_FOLDER } from '../../examples.js';
import { file, profilingMethod } from '../tracing/profiling_method.js';

export const debug_writeMutexProfile = profilingMethod({
  name: 'debug_writeMutexProfile',
  summary: 'Writes the counted delays of the event loop to a file for go tool pprof.',
  params: [file],
  result: 'null',
  handler: async ({ evm }, path) => {
    await evm.writeMutexes(path);
    return null;
  },
  example: { params: ['/nonexistent/halley.prof'], result: undefined, alone: NO_FOLDER },
});
