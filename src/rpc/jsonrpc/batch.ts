/**
 * A batch on its way: its messages are answered one after the other, in order, in slices of its client's turns. It stops
 * early when the answers grow too large or time runs out; then what was answered stays, and every call left gets the same
 * error. When the client is gone, what is left is not run.
 */
import { type Client, type FairScheduler, isGone, type TimeSlice } from '../../kernel/fair_scheduler.js';
import { errorText, type Message } from './envelope.js';
import { invalidRequest, type RpcError, responseTooLarge, timedOut } from './errors.js';

/** Whose turns a batch takes, and for how long; 0 for any time. */
export interface BatchYieldRate {
  readonly scheduler: FairScheduler;
  readonly client: Client;
  readonly timeMs: number;
}

export class Batch {
  readonly #texts: string[] = [];
  #next = 0;
  #bytes = 0;
  #abandoned = false;
  readonly #deadline: number;

  constructor(
    readonly messages: readonly Message[],
    readonly maxBytes: number,
    /** Empty when the message gets no answer; never rejects. */
    readonly answer: (message: Message) => string | Promise<string>,
    /** Without it the batch runs through. */
    readonly pace: BatchYieldRate | undefined,
  ) {
    this.#deadline = !pace?.timeMs ? Number.POSITIVE_INFINITY : pace.scheduler.now() + pace.timeMs;
  }

  /** The whole answer, empty when no message gets one. */
  run(): string | Promise<string> {
    const { pace } = this;
    if (pace === undefined) return this.#work(undefined);
    const slice = pace.scheduler.begin(pace.client);
    return slice instanceof Promise ? slice.then((begun) => this.#resume(begun)) : this.#resume(slice);
  }

  /** After a wait, in which anything may have happened. */
  #resume(slice: TimeSlice): string | Promise<string> {
    if (!this.#abandoned && !isGone(slice.client) && slice.now() <= this.#deadline) return this.#work(slice);
    slice.end();
    return this.#abandoned || isGone(slice.client) ? '' : this.abandon(timedOut());
  }

  /** A message that takes its time has turns of its own, or needs none. */
  #work(slice: TimeSlice | undefined): string | Promise<string> {
    for (let message = this.messages[this.#next]; message !== undefined; message = this.messages[this.#next]) {
      const text = this.answer(message);
      if (typeof text !== 'string') {
        slice?.end();
        return text.then((settled) => this.#continue(settled));
      }
      if (this.#take(text)) {
        slice?.end();
        return this.abandon(responseTooLarge());
      }
      const rest = slice?.yieldIfDue();
      if (slice !== undefined && rest !== undefined) return rest.then(() => this.#resume(slice));
    }
    slice?.end();
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
