/**
 * Profiles the process. Methods that write a file reject with HalleyError for a path outside the home folder and the
 * folder of temporary files, and for a file that exists.
 */
export interface EvmProfiling {
  /** Collects garbage and returns memory to the system. */
  freeMemory(): Promise<void>;
  /** Sets by what percentage the heap may grow between two collections. Returns the previous percentage. */
  setGcPercent(percent: number): number;
  /** Resolves to Go's `runtime.MemStats`. */
  memStats(): Promise<Readonly<Record<string, unknown>>>;
  /** Resolves to Go's `debug.GCStats`. */
  gcStats(): Promise<Readonly<Record<string, unknown>>>;
  /** Returns as text what is running and what it waits for. */
  stacks(): string;
  /** Counts delays of at least so many nanoseconds; 0 and less turn counting off. */
  setBlockRate(nanos: number): void;
  /** Counts one delay in `oneIn`; 0 turns counting off. */
  setMutexFraction(oneIn: number): void;
  writeBlocks(path: string): Promise<void>;
  writeMutexes(path: string): Promise<void>;
  /** Counts for the given seconds, then writes. */
  profileBlocks(path: string, seconds: number): Promise<void>;
  profileMutexes(path: string, seconds: number): Promise<void>;
  writeMemory(path: string): Promise<void>;
  /** Rejects with HalleyError while a profile runs. */
  startCpu(path: string): Promise<void>;
  /** Writes the profile. Rejects with HalleyError when none runs. */
  stopCpu(): Promise<void>;
  profileCpu(path: string, seconds: number): Promise<void>;
}
