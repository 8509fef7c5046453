/** Controls V8's profilers over an inspector session. Nothing is switched on before the first use. */
import type { Session } from 'node:inspector';
import { isMainThread } from 'node:worker_threads';
import { HalleyError } from '../../kernel/errors.js';
import type { CpuProfile, HeapProfile } from './v8_profiles.js';

/** Sampling interval of the CPU in Go: a hundred samples a second. */
export const CPU_INTERVAL_US = 10_000;
/** Bytes between two samples of the heap, as in Go. */
export const HEAP_INTERVAL_BYTES = 524_288;

/** Events of a trace: work of Node.js and its asynchronous calls, and V8's compilation and garbage collection. */
const TRACE_CATEGORIES = ['node', 'node.async_hooks', 'v8'];
/** Most characters of a trace, which is in memory; later events are left out. */
const MAX_TRACE_LENGTH = 128 * 1024 * 1024;

export class V8Session {
  #session: Promise<Session> | undefined;
  #samplesHeap = false;
  /** Events of the trace in progress as JSON, without the brackets of their lists. */
  #events: string[] = [];

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

  /** Starts a trace of the process. Throws HalleyError `unavailable` outside of the main thread. */
  async startTrace(): Promise<void> {
    if (!isMainThread) throw new HalleyError('unavailable', 'only a devnet in the main thread can trace the process');
    const session = await this.#open();
    this.#events = [];
    let length = 0;
    session.on('NodeTracing.dataCollected', ({ params: { value } }) => {
      const text = JSON.stringify(value).slice(1, -1);
      length += text.length;
      if (text !== '' && length <= MAX_TRACE_LENGTH) this.#events.push(text);
    });
    await this.#post('NodeTracing.start', { traceConfig: { includedCategories: TRACE_CATEGORIES } });
  }

  /** Ends the trace, and returns its events in parts. */
  async stopTrace(): Promise<readonly string[]> {
    const session = await this.#open();
    const complete = new Promise((resolve) => session.once('NodeTracing.tracingComplete', resolve));
    await this.#post('NodeTracing.stop');
    await complete;
    session.removeAllListeners('NodeTracing.dataCollected');
    return this.#events.splice(0);
  }

  /** Starts to sample the heap; a second call changes nothing. */
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
   * Takes a heap snapshot, and blocks the process until the last part is passed to `part`. Throws what `part` throws;
   * then no other part follows.
   *
   * A snapshot contains the line of each function. V8 counts a script's lines from its beginning for every function,
   * unless a debugger has recorded the line ends. For one bundle with many functions this takes twenty seconds, or one
   * with a debugger.
   */
  async heapSnapshot(part: (text: string) => void): Promise<void> {
    const session = await this.#open();
    await this.#post('Debugger.enable');
    await this.#post('Debugger.disable');
    let failure: { readonly thrown: unknown } | undefined;
    // The inspector only warns about an error that a listener throws.
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
