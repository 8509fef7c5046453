/**
 * A long text on its way from who makes it to who reads it: the maker waits while the reader is behind, so that no more
 * than a part or two of it is ever held.
 */

/** Where a long text goes, a piece at a time. */
export interface TextSink {
  /** Undefined to go on; otherwise what to wait for before more is written. */
  write(text: string): Promise<void> | undefined;
  /** Nobody reads on: what is written is lost. */
  readonly closed: boolean;
}

/** A text in parts. Who reads no further says so by `return`. */
export interface TextParts extends AsyncIterableIterator<string, undefined> {
  return(): Promise<IteratorResult<string, undefined>>;
}

/** Characters that are handed on together; only a single piece can make a part longer than twice that. */
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
  /** How it ended, once it has. */
  #end: { readonly error?: unknown } | undefined;
  #reader: Reader | undefined;
  #writer: Writer | undefined;

  /** `produce` begins when the first part is asked for; what it throws is thrown behind the last part. */
  constructor(
    private readonly produce: (sink: TextSink) => Promise<void>,
    private readonly partLength = PART_LENGTH,
  ) {}

  get closed(): boolean {
    return this.#closed;
  }

  /** Nothing comes behind what was handed out. */
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

  /** One call at a time. */
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
