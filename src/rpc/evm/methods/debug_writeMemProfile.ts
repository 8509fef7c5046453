/**
 * Implements `debug_writeMemProfile`. It writes `.heapprofile` and `.heapsnapshot` files for DevTools, and any other
 * file for pprof.
 */
import { NO_FOLDER } from '../../examples.js';
import { file, profilingMethod } from '../tracing/profiling_method.js';

export const debug_writeMemProfile = profilingMethod({
  name: 'debug_writeMemProfile',
  summary: 'Writes a V8 heap profile to a file; its extension selects go tool pprof or DevTools.',
  params: [file],
  result: 'null',
  handler: async ({ evm }, path) => {
    await evm.writeMemory(path);
    return null;
  },
  example: { params: ['/nonexistent/halley.prof'], result: undefined, alone: NO_FOLDER },
});
