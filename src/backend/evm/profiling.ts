/**
 * The process and its profiles. Whatever writes a file rejects with HalleyError for a path outside the home folder and
 * the folder of temporary files, and for a file that is there already.
 */
export interface EvmProfiling {
  /** Collects garbage and hands memory back. */
  freeMemory(): Promise<void>;
  /** By how many per cent the heap may grow between two collections; answers the percentage before. */
  setGcPercent(percent: number): number;
  /** Go's `runtime.MemStats`. */
  memStats(): Promise<Readonly<Record<string, unknown>>>;
  /** Go's `debug.GCStats`. */
  gcStats(): Promise<Readonly<Record<string, unknown>>>;
  /** What runs, and what it waits for, as text. */
  stacks(): string;
  /** Counts delays from so many nanoseconds on; 0 and less: none any more. */
  setBlockRate(nanos: number): void;
  /** Counts each so manieth delay; 0: none any more. */
  setMutexFraction(oneIn: number): void;
  writeBlocks(path: string): Promise<void>;
  writeMutexes(path: string): Promise<void>;
  /** Counts for so many seconds, then writes. */
  profileBlocks(path: string, seconds: number): Promise<void>;
  profileMutexes(path: string, seconds: number): Promise<void>;
  writeMemory(path: string): Promise<void>;
  /** Rejects with HalleyError while one runs. */
  startCpu(path: string): Promise<void>;
  /** Writes it. Rejects with HalleyError when none runs. */
  stopCpu(): Promise<void>;
  profileCpu(path: string, seconds: number): Promise<void>;
}
