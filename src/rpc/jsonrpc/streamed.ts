/**
 * Represents a result that is sent while it is made, because it may be too long for memory: its JSON, in parts. Callers
 * that can pass parts on do so without a limit on the length. All others, such as batches, collect it up to a limit.
 */
import { type TextParts, type TextSink, TextStream } from '../../kernel/text_stream.js';
import { type RpcError, responseTooLarge } from './errors.js';

export class Streamed {
  /**
   * Takes `produce`, which writes one JSON value and runs only when the result is read. When it throws, its text so far
   * is nevertheless a whole value, or nothing.
   */
  constructor(
    private readonly produce: (sink: TextSink) => Promise<void>,
    private readonly tooLong: (maxLength: number) => RpcError = responseTooLarge,
  ) {}

  /** Returns the parts. After the last part it throws what `produce` throws. */
  parts(): TextStream {
    return new TextStream(this.produce);
  }

  /** Returns the whole text. Throws what `produce` throws, and RpcError for more than `maxLength` characters. */
  async text(maxLength: number): Promise<string> {
    const collector = new Collector(maxLength);
    try {
      await this.produce(collector);
    } catch (error) {
      if (!collector.closed) throw error;
    }
    if (collector.closed) throw this.tooLong(maxLength);
    return collector.pieces.join('');
  }
}

class Collector implements TextSink {
  pieces: string[] = [];
  #left: number;

  constructor(maxLength: number) {
    this.#left = maxLength;
  }

  get closed(): boolean {
    return this.#left < 0;
  }

  write(text: string): undefined {
    this.#left -= text.length;
    if (this.closed) this.pieces = [];
    else this.pieces.push(text);
  }
}

/**
 * Joins `head`, the parts, and `tail`, which depends on how they ended. Nothing is buffered. Sent text cannot be
 * withdrawn, so an error follows it.
 */
export class Wrapped implements TextParts {
  #state: 'head' | 'parts' | 'done' = 'head';

  constructor(
    private readonly head: string,
    private readonly parts: TextParts,
    private readonly tail: (error: { readonly thrown: unknown } | undefined) => string,
  ) {}

  async next(): Promise<IteratorResult<string, undefined>> {
    if (this.#state === 'done') return { done: true, value: undefined };
    if (this.#state === 'head') {
      this.#state = 'parts';
      return { done: false, value: this.head };
    }
    try {
      const part = await this.parts.next();
      if (part.done !== true) return part;
      this.#state = 'done';
      return { done: false, value: this.tail(undefined) };
    } catch (thrown) {
      this.#state = 'done';
      return { done: false, value: this.tail({ thrown }) };
    }
  }

  return(): Promise<IteratorResult<string, undefined>> {
    this.#state = 'done';
    return this.parts.return();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
