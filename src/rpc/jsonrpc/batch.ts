/**
 * A batch on its way: its messages are answered one after the other, in order. It stops early when the answers grow too
 * large or time runs out; then what was answered stays, and every call left gets the same error.
 */
import { errorText, type Message } from './envelope.js';
import { invalidRequest, type RpcError, responseTooLarge } from './errors.js';

export class Batch {
  readonly #texts: string[] = [];
  #next = 0;
  #bytes = 0;
  #abandoned = false;

  constructor(
    readonly messages: readonly Message[],
    readonly maxBytes: number,
    /** Empty when the message gets no answer; never rejects. */
    readonly answer: (message: Message) => string | Promise<string>,
  ) {}

  /** The whole answer, empty when no message gets one. */
  run(): string | Promise<string> {
    for (let message = this.messages[this.#next]; message !== undefined; message = this.messages[this.#next]) {
      const text = this.answer(message);
      if (typeof text !== 'string') return text.then((settled) => this.#continue(settled));
      if (this.#take(text)) return this.abandon(responseTooLarge());
    }
    return this.#joined();
  }

  /** Answers what is left with `error`. */
  abandon(error: RpcError): string {
    this.#abandoned = true;
    for (const message of this.messages.slice(this.#next)) {
      if (message.type === 'invalid') this.#texts.push(errorText(message.id, invalidRequest()));
      else if (message.type === 'call' && message.id !== undefined) this.#texts.push(errorText(message.id, error));
    }
    return this.#joined();
  }

  #continue(settled: string): string | Promise<string> {
    if (this.#abandoned) return '';
    return this.#take(settled) ? this.abandon(responseTooLarge()) : this.run();
  }

  /** True when the answers so far are too large. */
  #take(text: string): boolean {
    this.#next++;
    if (text !== '') this.#texts.push(text);
    this.#bytes += text.length;
    return this.#bytes > this.maxBytes;
  }

  #joined(): string {
    return this.#texts.length === 0 ? '' : `[${this.#texts.join(',')}]`;
  }
}
