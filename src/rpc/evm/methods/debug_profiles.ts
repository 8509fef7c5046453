/**
 * Implements the methods of `debug` that write profiles of the process. Those that count for some seconds respond when
 * the file is written.
 */
import { NO_FOLDER } from '../../examples.js';
import { file, profilingMethod, seconds, whole } from '../tracing/profiling_method.js';

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

/** A file `.cpuprofile` is for DevTools, and any other file for pprof. */
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

export const debug_stopCPUProfile = profilingMethod({
  name: 'debug_stopCPUProfile',
  summary: 'Stops the CPU profile and writes it to its file.',
  params: [],
  result: 'null',
  handler: async ({ evm }) => {
    await evm.stopCpu();
    return null;
  },
  example: { params: [], result: undefined, alone: 'CPU profiling not in progress' },
});

/** The file has Chrome's format of traces, which Perfetto and `chrome://tracing` open. */
export const debug_goTrace = profilingMethod({
  name: 'debug_goTrace',
  summary: 'Traces the process for a number of seconds, then writes the events of Node.js and V8 to a file.',
  params: [file, seconds],
  result: 'null',
  handler: async ({ evm }, path, duration) => {
    await evm.profileTrace(path, duration);
    return null;
  },
  example: { params: ['/nonexistent/halley.prof', 1], result: undefined, alone: NO_FOLDER },
});

export const debug_startGoTrace = profilingMethod({
  name: 'debug_startGoTrace',
  summary: 'Starts a trace of the process of at most ten minutes; debug_stopGoTrace writes it.',
  params: [file],
  result: 'null',
  handler: async ({ evm }, path) => {
    await evm.startTrace(path);
    return null;
  },
  example: { params: ['/nonexistent/halley.prof'], result: undefined, alone: NO_FOLDER },
});

export const debug_stopGoTrace = profilingMethod({
  name: 'debug_stopGoTrace',
  summary: 'Stops the trace and writes it to its file.',
  params: [],
  result: 'null',
  handler: async ({ evm }) => {
    await evm.stopTrace();
    return null;
  },
  example: { params: [], result: undefined, alone: 'trace not in progress' },
});

/** Files `.heapprofile` and `.heapsnapshot` are for DevTools, and any other file is for pprof. */
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

export const debug_blockProfile = profilingMethod({
  name: 'debug_blockProfile',
  summary: 'Counts delays of the event loop for a number of seconds, then writes the profile to a file.',
  params: [file, seconds],
  result: 'null',
  handler: async ({ evm }, path, duration) => {
    await evm.profileBlocks(path, duration);
    return null;
  },
  example: { params: ['/nonexistent/halley.prof', 1], result: undefined, alone: NO_FOLDER },
});

/** Blocking means delays of the event loop here, in steps of a millisecond. */
export const debug_setBlockProfileRate = profilingMethod({
  name: 'debug_setBlockProfileRate',
  summary: 'Sets how many nanoseconds a delay of the event loop must last to be counted; below 1, none is counted.',
  params: [whole('rate')],
  result: 'null',
  handler: async ({ evm }, rate) => {
    evm.setBlockRate(rate);
    return null;
  },
  example: { params: [0], result: null },
});

/** The delays are those that `debug_setBlockProfileRate` has counted. */
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

/** The event loop is the only lock, and its delays are the contention. */
export const debug_setMutexProfileFraction = profilingMethod({
  name: 'debug_setMutexProfileFraction',
  summary: 'Counts every nth delay of the event loop, where n is the argument; 0 counts none.',
  params: [whole('fraction')],
  result: 'null',
  handler: async ({ evm }, fraction) => {
    evm.setMutexFraction(fraction);
    return null;
  },
  example: { params: [0], result: null },
});

/** The delays are those that `debug_setMutexProfileFraction` has counted. */
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
