/** `debug_writeMemProfile`: `.heapprofile` and `.heapsnapshot` for DevTools, anything else for pprof. */
import { NO_FOLDER } from '../../examples.js';
import { file, profilingMethod } from '../tracing/profiling_method.js';

export const debug_writeMemProfile = profilingMethod({
  name: 'debug_writeMemProfile',
  summary: 'Writes what V8 knows of the heap, for go tool pprof or, by the file’s ending, DevTools.',
  params: [file],
  result: 'null',
  handler: async ({ evm }, path) => {
    await evm.writeMemory(path);
    return null;
  },
  example: { params: ['/nonexistent/halley.prof'], result: undefined, alone: NO_FOLDER },
});
