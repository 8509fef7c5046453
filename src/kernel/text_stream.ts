/**
 * Streams a long text from its producer to its reader. The producer waits while the reader is behind, so that only a
 * part or two of the text is in memory.
 */

/** Receives a long text in pieces. */
export interface TextSink {
  /** Writes a piece. Returns undefined to continue, or the promise to wait for before the next write. */
  write(text: string): Promise<void> | undefined;
  /** Whether the reader has stopped, so that further writes are lost. */
  readonly closed: boolean;
}

/** Iterates over a text in parts. A reader that stops early calls `return`. */
export interface TextParts extends AsyncIterableIterator<string, undefined> {
  return(): Promise<IteratorResult<string, undefined>>;
}

/** Characters that are passed on together. Only a single long piece can make a part more than twice as long. */
export const PART_LENGTH = 131_072;

const DONE: IteratorResult<string, undefined> = { done: true, value: undefined };

interface Reader {
  readonly resolve: (result: IteratorResult<string, undefined>) => void;
  readonly reject: (error: unknown) => void;
}

interface Writer {
  readonly turn: Promise<void>;
  readonly resume: () => void;
}

export class TextStream implements TextSink, TextParts {
  #pieces: string[] = [];
  #length = 0;
  #begun = false;
  #closed = false;
  /** End of the producer; `undefined` while it runs. */
  #end: { readonly error?: unknown } | undefined;
  #reader: Reader | undefined;
  #writer: Writer | undefined;

  /** Creates a stream. `produce` starts when the first part is read; its error is thrown after the last part. */
  constructor(
    private readonly produce: (sink: TextSink) => Promise<void>,
    private readonly partLength = PART_LENGTH,
  ) {}

  get closed(): boolean {
    return this.#closed;
  }

  /** Whether no part follows those already read. */
  get ended(): boolean {
    return this.#end !== undefined && this.#length === 0;
  }

  write(text: string): Promise<void> | undefined {
    if (this.#closed) return undefined;
    this.#pieces.push(text);
    this.#length += text.length;
    if (this.#length < this.partLength) return undefined;
    if (this.#reader !== undefined) return this.#serve(this.#reader);
    this.#writer ??= newWriter();
    return this.#writer.turn;
  }

  /** Reads the next part. Only one call may be pending. */
  next(): Promise<IteratorResult<string, undefined>> {
    const result = new Promise<IteratorResult<string, undefined>>((resolve, reject) => {
      this.#reader = { resolve, reject };
    });
    if (!this.#begun) this.#begin();
    const isReady = this.#end !== undefined || this.#closed || this.#length >= this.partLength;
    if (isReady && this.#reader !== undefined) this.#serve(this.#reader);
    return result;
  }

  return(): Promise<IteratorResult<string, undefined>> {
    this.#closed = true;
    this.#pieces = [];
    this.#length = 0;
    this.#reader?.resolve(DONE);
    this.#reader = undefined;
    this.#resumeWriter();
    return Promise.resolve(DONE);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #begin(): void {
    this.#begun = true;
    if (this.#closed) return;
    this.produce(this).then(
      () => this.#finish({}),
      (error: unknown) => this.#finish({ error }),
    );
  }

  #finish(end: { readonly error?: unknown }): void {
    this.#end = end;
    if (this.#reader !== undefined) this.#serve(this.#reader);
  }

  #serve({ resolve, reject }: Reader): undefined {
    this.#reader = undefined;
    if (this.#length > 0) resolve({ done: false, value: this.#take() });
    else if (!this.#closed && this.#end !== undefined && 'error' in this.#end) reject(this.#end.error);
    else resolve(DONE);
  }

  #take(): string {
    const text = this.#pieces.join('');
    this.#pieces = [];
    this.#length = 0;
    this.#resumeWriter();
    return text;
  }

  #resumeWriter(): void {
    this.#writer?.resume();
    this.#writer = undefined;
  }
}

function newWriter(): Writer {
  let resume = (): void => {};
  const turn = new Promise<void>((resolve) => {
    resume = resolve;
  });
  return { turn, resume };
}
