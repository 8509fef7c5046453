/** Implements the methods of `debug` about the runtime of the process, in the terms of Go. */
import { NEW_TEXT } from '../../examples.js';
import { profilingMethod, whole } from '../tracing/profiling_method.js';

/** A full garbage collection of V8 returns free pages. */
export const debug_freeOSMemory = profilingMethod({
  name: 'debug_freeOSMemory',
  summary: 'Collects garbage immediately and returns memory to the operating system.',
  params: [],
  result: 'null',
  handler: async ({ evm }) => {
    await evm.freeMemory();
    return null;
  },
  example: { params: [], result: null },
});

/** The result has the members of Go’s `debug.GCStats`. */
export const debug_gcStats = profilingMethod({
  name: 'debug_gcStats',
  summary: 'Lists the pauses of garbage collections, newest first.',
  params: [],
  result: 'object',
  handler: ({ evm }) => evm.gcStats(),
  example: { params: [], result: {} },
});

/** The result has the members of Go’s `runtime.MemStats`. Those that only Go’s allocator has are 0. */
export const debug_memStats = profilingMethod({
  name: 'debug_memStats',
  summary: 'Returns figures of memory and garbage collection.',
  params: [],
  result: 'object of numbers',
  handler: ({ evm }) => evm.memStats(),
  example: { params: [], result: { Lookups: 0, EnableGC: true, DebugGC: false } },
});

/** The percentage is V8’s `--heap-growing-percent`, which applies to the whole process. */
export const debug_setGCPercent = profilingMethod({
  name: 'debug_setGCPercent',
  summary: 'Sets by how many percent the heap may grow between garbage collections; below 1, V8 decides.',
  params: [whole('percent')],
  result: 'the previous percentage, as a number',
  handler: ({ evm }, percent) => evm.setGcPercent(percent),
  example: { params: [100], result: 100 },
});

/** There is one thread. Below it the text lists what it waits for. */
export const debug_stacks = profilingMethod({
  name: 'debug_stacks',
  summary: 'Describes what runs in the process, and what the event loop waits for.',
  params: [],
  result: 'string',
  handler: ({ evm }) => evm.stacks(),
  example: { params: [], result: NEW_TEXT },
});
