/** Implements `debug_writeBlockProfile`: writes what `debug_setBlockProfileRate` has counted. */
import { NO_FOLDER } from '../../examples.js';
import { file, profilingMethod } from '../tracing/profiling_method.js';

export const debug_writeBlockProfile = profilingMethod({
  name: 'debug_writeBlockProfile',
  summary: 'Writes the counted delays of the event loop to a file for go tool pprof.',
  params: [file],
  result: 'null',
  handler: async ({ evm }, path) => {
    await evm.writeBlocks(path);
    return null;
  },
  example: { params: ['/nonexistent/halley.prof'], result: undefined, alone: NO_FOLDER },
});
