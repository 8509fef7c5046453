/** V8's profilers, asked over an inspector of our own; nothing is switched on before somebody asks. */
import type { Session } from 'node:inspector';
import type { CpuProfile, HeapProfile } from './v8_profiles.js';

/** As Go samples the CPU: a hundred times a second. */
export const CPU_INTERVAL_US = 10_000;
/** Bytes between two samples of the heap, as in Go. */
export const HEAP_INTERVAL_BYTES = 524_288;

export class V8Session {
  #session: Promise<Session> | undefined;
  #samplesHeap = false;

  async startCpu(): Promise<void> {
    await this.#post('Profiler.enable');
    await this.#post('Profiler.setSamplingInterval', { interval: CPU_INTERVAL_US });
    await this.#post('Profiler.start');
  }

  async stopCpu(): Promise<CpuProfile> {
    const { profile } = await this.#post<{ profile: CpuProfile }>('Profiler.stop');
    await this.#post('Profiler.disable');
    return profile;
  }

  /** From now on; a second time changes nothing. */
  async sampleHeap(): Promise<void> {
    if (this.#samplesHeap) return;
    this.#samplesHeap = true;
    await this.#post('HeapProfiler.startSampling', { samplingInterval: HEAP_INTERVAL_BYTES });
  }

  async heapProfile(): Promise<HeapProfile> {
    const { profile } = await this.#post<{ profile: HeapProfile }>('HeapProfiler.getSamplingProfile');
    return profile;
  }

  /**
   * Everything stands still until the last part is handed out. Throws what `part` throws; then there is no other part.
   * A snapshot says of each function in which line it stands; V8 counts a script's lines from its beginning for every one
   * of them, unless a debugger has had the ends of lines noted. With one bundle of many functions that is twenty seconds
   * or one.
   */
  async heapSnapshot(part: (text: string) => void): Promise<void> {
    const session = await this.#open();
    await this.#post('Debugger.enable');
    await this.#post('Debugger.disable');
    let failure: { readonly thrown: unknown } | undefined;
    // Of what is thrown to it the inspector makes a warning.
    const hear = ({ params }: { params: { chunk: string } }): void => {
      if (failure !== undefined) return;
      try {
        part(params.chunk);
      } catch (thrown) {
        failure = { thrown };
      }
    };
    session.on('HeapProfiler.addHeapSnapshotChunk', hear);
    try {
      await this.#post('HeapProfiler.takeHeapSnapshot');
    } finally {
      session.off('HeapProfiler.addHeapSnapshotChunk', hear);
    }
    if (failure !== undefined) throw failure.thrown;
  }

  async close(): Promise<void> {
    (await this.#session)?.disconnect();
    this.#session = undefined;
  }

  #open(): Promise<Session> {
    this.#session ??= import('node:inspector').then(({ Session: Inspector }) => {
      const session = new Inspector();
      session.connect();
      return session;
    });
    return this.#session;
  }

  async #post<T>(method: string, parameters: object = {}): Promise<T> {
    const session = await this.#open();
    return new Promise((resolve, reject) => {
      session.post(method, parameters, (error, result) =>
        error === null ? resolve(result as T) : reject(new Error(`${method}: ${error.message}`)),
      );
    });
  }
}
