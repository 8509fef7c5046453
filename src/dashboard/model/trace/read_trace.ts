/** Reads a trace file, which `halley trace` writes, to the messages that the page receives of a running chain. */
import type { ModelMessage } from '../network_state.js';
import { TraceChain } from './trace_chain.js';
import {
  checkHeader,
  FIRST_LINE,
  type Member,
  parse,
  slicesOf,
  TraceError,
  type TraceText,
  textInMemory,
} from './trace_lines.js';
import { DamageError } from './trace_values.js';

/** Bytes of a slice, after which the page may do other work. */
const SLICE_BYTES = 512 * 1024;
/** Most events that are read; earlier ones of a longer trace are left out by the history. */
const MAX_LINES = 5_000_000;

export interface ReadOptions {
  /** Name of the file, for sentences to the reader. */
  readonly name?: string;
  /** Selects the chain; the first one of the file without it. */
  readonly chain?: string;
  /** Receives what the page shows, in order. */
  readonly onMessage: (message: ModelMessage) => void;
  /** Runs after each slice with the part that is read, 0 to 1. The next slice waits for it. */
  readonly onProgress?: (part: number) => Promise<void> | void;
  readonly signal?: AbortSignal;
  readonly sliceBytes?: number;
}

export interface TraceReport {
  /** Chains of the file. */
  readonly chains: readonly string[];
  /** Chain that was read. */
  readonly chain: string;
  readonly lines: number;
  /** Sentences about what the reader should know. */
  readonly notes: readonly string[];
}

/** Reads a trace. Rejects with TraceError, whose message is a sentence for the reader, for a file that is none. */
export async function readTrace(source: string | TraceText, options: ReadOptions): Promise<TraceReport> {
  const text = typeof source === 'string' ? textInMemory(source) : source;
  const { name = 'The file', onProgress = () => undefined, signal, sliceBytes = SLICE_BYTES } = options;
  checkHeader(await text.slice(0, Math.min(text.size, FIRST_LINE)), name);
  const reader = new TraceReader(options);
  const slices = slicesOf(text, sliceBytes);
  let read = 0;
  for (;;) {
    signal?.throwIfAborted();
    const { done, value } = await slices.next();
    if (done === true) return reader.report(name, value);
    reader.take(value);
    if (reader.isDone) return reader.report(name, '');
    read += value.reduce((sum, line) => sum + line.length + 1, 0);
    await onProgress(Math.min(1, read / text.size));
  }
}

class TraceReader {
  readonly #chains = new Set<string>();
  #chain: TraceChain | undefined;
  #chosen: string | undefined;
  #lines = 0;
  #events = 0;
  #damaged: number | undefined;

  constructor(private readonly options: ReadOptions) {
    this.#chosen = options.chain;
  }

  /** Whether no further line is shown. */
  get isDone(): boolean {
    return this.#damaged !== undefined || this.#lines >= MAX_LINES;
  }

  take(lines: readonly string[]): void {
    for (const text of lines) {
      if (this.isDone) return;
      this.#lines++;
      const line = parse(text);
      if (line === undefined || !this.#takeLine(line)) this.#damaged = this.#lines;
    }
  }

  /** Returns whether the line could be read. */
  #takeLine(line: Member): boolean {
    const { chain, type } = line;
    if (typeof chain !== 'string') return true;
    this.#chains.add(chain);
    this.#chosen ??= chain;
    if (chain !== this.#chosen) return true;
    try {
      if (type === 'chain') this.#chain = new TraceChain(line);
      else for (const message of this.#chain?.take(line) ?? []) this.#pass(message);
      return true;
    } catch (error) {
      if (error instanceof DamageError) return false;
      throw error;
    }
  }

  #pass(message: ModelMessage): void {
    this.#events += message.type === 'events' ? message.events.length : 0;
    this.options.onMessage(message);
  }

  report(name: string, rest: string): TraceReport {
    const notes: string[] = [];
    if (this.#damaged !== undefined)
      notes.push(`Line ${this.#damaged} of ${name} is damaged: the page shows what is before it.`);
    else if (rest !== '') notes.push(`${name} is cut off: the page shows it up to the last whole line.`);
    if (this.#lines >= MAX_LINES)
      notes.push(`${name} is longer than the page reads: it shows the first ${MAX_LINES} lines.`);
    if (this.#chosen === undefined || this.#chain === undefined)
      throw new TraceError(`${name} has no chain${this.options.chain === undefined ? '' : ` ${this.options.chain}`}.`);
    if (this.#events === 0) throw new TraceError(`${name} has no events of the chain ${this.#chosen}.`);
    return { chains: [...this.#chains], chain: this.#chosen, lines: this.#lines, notes };
  }
}
