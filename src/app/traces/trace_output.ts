/**
 * Where a trace's JSON goes: straight to its reader, while the run goes on; or, where the run may have to begin anew, or
 * nothing is written before its end, held until it is whole.
 */
import type { TextSink } from '../../kernel/text_stream.js';
import type { SizeBudget } from './size_budget.js';

export interface TraceOutput {
  /** Some of the text has gone to its reader. */
  readonly begun: boolean;
  write(text: string): void;
  /** Nothing follows. */
  flush(): void;
  /** What to wait for before the run goes on; told once. */
  yieldIfDue(): Promise<void> | undefined;
}

export class StreamedOutput implements TraceOutput {
  #begun = false;
  #rest: Promise<void> | undefined;

  /** `head` stands before the first text, so there is none of a trace that writes nothing. */
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
