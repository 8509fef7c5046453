/**
 * A result that is told while it comes into being, because it may be longer than anybody wants to hold: its JSON, in
 * parts. Who can hand parts on does so, and the length of the text has no bound but what makes it; everybody else, a
 * batch among them, collects it, up to a bound.
 */
import { type TextParts, type TextSink, TextStream } from '../../kernel/text_stream.js';
import { type RpcError, responseTooLarge } from './errors.js';

export class Streamed {
  /**
   * `produce` writes one JSON value, and does nothing before somebody wants it. When it throws, what it has written is
   * nevertheless a whole value, or nothing.
   */
  constructor(
    private readonly produce: (sink: TextSink) => Promise<void>,
    private readonly tooLong: (maxLength: number) => RpcError = responseTooLarge,
  ) {}

  /** Throws what `produce` throws behind the last part. */
  parts(): TextStream {
    return new TextStream(this.produce);
  }

  /** All of it. Throws what `produce` throws, and RpcError for more than `maxLength` characters. */
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
 * `head`, the parts, then `tail` of what they ended with. Nothing of it is held: what has been sent cannot be taken back,
 * so a failure stands behind it.
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
