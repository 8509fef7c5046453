/**
 * Writes a trace's JSON to its reader during the run. A run that may start again is written only when it is complete.
 */
import type { TextSink } from '../../kernel/text_stream.js';
import type { SizeBudget } from './size_budget.js';

export interface TraceOutput {
  /** Whether some of the text has been sent to the reader. */
  readonly begun: boolean;
  write(text: string): void;
  /** Must be called after the last write. */
  flush(): void;
  /** Returns, once, the promise that the run must await before it continues. */
  yieldIfDue(): Promise<void> | undefined;
}

export class StreamedOutput implements TraceOutput {
  #begun = false;
  #rest: Promise<void> | undefined;

  /** Creates an output. `head` is written before the first text, and not at all if the trace writes nothing. */
  constructor(
    private readonly sink: TextSink,
    private readonly head: string,
  ) {}

  get begun(): boolean {
    return this.#begun;
  }

  write(text: string): void {
    this.#rest = this.sink.write(this.#begun ? text : this.head + text);
    this.#begun = true;
  }

  flush(): void {}

  yieldIfDue(): Promise<void> | undefined {
    const rest = this.#rest;
    this.#rest = undefined;
    return rest;
  }
}

export class HeldOutput implements TraceOutput {
  readonly #pieces: string[] = [];

  constructor(
    private readonly to: TraceOutput,
    private readonly budget: SizeBudget,
  ) {}

  get begun(): boolean {
    return this.to.begun;
  }

  write(text: string): void {
    if (this.budget.take(text.length)) this.#pieces.push(text);
  }

  flush(): void {
    if (!this.budget.isFull) this.to.write(this.#pieces.join(''));
  }

  yieldIfDue(): undefined {}
}
