/** Gives a chain's clients access to the profiler of the process. */
import type { EvmProfiling } from '../../../backend/evm/profiling.js';

/** Makes the backend from the one profiler of all chains. Its methods need no `this`. */
export const evmProfiling = (profiler: EvmProfiling): EvmProfiling => ({
  freeMemory: () => profiler.freeMemory(),
  setGcPercent: (percent) => profiler.setGcPercent(percent),
  memStats: () => profiler.memStats(),
  gcStats: () => profiler.gcStats(),
  stacks: () => profiler.stacks(),
  setBlockRate: (nanos) => profiler.setBlockRate(nanos),
  setMutexFraction: (oneIn) => profiler.setMutexFraction(oneIn),
  writeBlocks: (path) => profiler.writeBlocks(path),
  writeMutexes: (path) => profiler.writeMutexes(path),
  profileBlocks: (path, seconds) => profiler.profileBlocks(path, seconds),
  profileMutexes: (path, seconds) => profiler.profileMutexes(path, seconds),
  writeMemory: (path) => profiler.writeMemory(path),
  startCpu: (path) => profiler.startCpu(path),
  stopCpu: () => profiler.stopCpu(),
  profileCpu: (path, seconds) => profiler.profileCpu(path, seconds),
});
