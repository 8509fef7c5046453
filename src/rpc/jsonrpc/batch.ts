/**
 * Runs a batch: it answers the messages in order, in time slices of the client. While a call waits,
 * those behind it run too, up to the first one of another kind (`CallKind`). It stops early when the responses are too large
 * or time runs out. Finished responses stay, and every remaining call gets the same error. When the client disconnects,
 * the remaining calls do not run.
 */
import { type Client, type FairScheduler, isGone, type TimeSlice } from '../../kernel/fair_scheduler.js';
import { errorText, type Message } from './envelope.js';
import { invalidRequest, type RpcError, responseTooLarge, timedOut } from './errors.js';

/** Client whose time slices a batch uses, and for how long, in milliseconds; 0 means no limit. */
export interface BatchYieldRate {
  readonly scheduler: FairScheduler;
  readonly client: Client;
  readonly timeMs: number;
}

/**
 * Effect of calls that may wait at the same time. Reads change nothing. Sends pass signed transactions on, and changes
 * are those of a developer. Both take effect in the order in which they begin, and none of them executes a block.
 */
export type CallKind = 'read' | 'send' | 'change';

/** Most calls of a kind that run ahead of the first one that waits. Changes wait for a block. */
const MAX_AHEAD: Readonly<Record<CallKind, number>> = { read: 31, send: 31, change: 99 };

export class Batch {
  readonly #texts: string[] = [];
  /**
   * Answers by the indexes of messages that run ahead. Those of calls that change something are texts when the calls
   * have ended.
   */
  readonly #ahead = new Map<number, string | Promise<string>>();
  #next = 0;
  #bytes = 0;
  #abandoned = false;
  readonly #deadline: number;

  constructor(
    readonly messages: readonly Message[],
    readonly maxBytes: number,
    /** Returns the response, which is empty when the message gets none. It never rejects. */
    readonly answer: (message: Message) => string | Promise<string>,
    /** Time limit of the batch. Without it the batch runs without a pause. */
    readonly yieldRate: BatchYieldRate | undefined,
    /** Returns the kind of a message, undefined for one that runs alone. Without it all run one after another. */
    readonly kindOf: (message: Message) => CallKind | undefined = () => undefined,
  ) {
    this.#deadline = !yieldRate?.timeMs ? Number.POSITIVE_INFINITY : yieldRate.scheduler.now() + yieldRate.timeMs;
  }

  /** Returns the whole response, empty when no message gets one. */
  run(): string | Promise<string> {
    const { yieldRate } = this;
    if (yieldRate === undefined) return this.#work(undefined);
    const slice = yieldRate.scheduler.begin(yieldRate.client);
    return slice instanceof Promise ? slice.then((begun) => this.#resume(begun)) : this.#resume(slice);
  }

  /** Continues after a wait, when the batch may have ended or the client may be gone. */
  #resume(slice: TimeSlice): string | Promise<string> {
    if (!this.#abandoned && !isGone(slice.client) && slice.now() <= this.#deadline) return this.#work(slice);
    slice.end();
    return this.#abandoned || isGone(slice.client) ? '' : this.abandon(timedOut());
  }

  /** Answers messages until one takes time. A slow message has its own time slices or needs none. */
  #work(slice: TimeSlice | undefined): string | Promise<string> {
    for (let message = this.messages[this.#next]; message !== undefined; message = this.messages[this.#next]) {
      const text = this.#answerOf(this.#next, message);
      if (typeof text !== 'string') {
        this.#runAhead(this.kindOf(message));
        slice?.end();
        return text.then((settled) => this.#continue(settled));
      }
      if (this.#take(text)) {
        slice?.end();
        return this.#endTooLarge();
      }
      const rest = slice?.yieldIfDue();
      if (slice !== undefined && rest !== undefined) return rest.then(() => this.#resume(slice));
    }
    slice?.end();
    return this.#joined();
  }

  /** Begins the calls of a kind that follow the message which waits. */
  #runAhead(kind: CallKind | undefined): void {
    if (kind === undefined) return;
    for (let index = this.#next + 1; index <= this.#next + MAX_AHEAD[kind]; index++) {
      const message = this.messages[index];
      if (message === undefined || this.kindOf(message) !== kind) return;
      if (!this.#ahead.has(index)) this.#begin(index, message, kind);
    }
  }

  #begin(index: number, message: Message, kind: CallKind): void {
    const answer = this.answer(message);
    this.#ahead.set(index, answer);
    if (typeof answer === 'string' || kind === 'read') return;
    void answer.then((text) => {
      if (this.#ahead.has(index)) this.#ahead.set(index, text);
    });
  }

  #answerOf(index: number, message: Message): string | Promise<string> {
    const begun = this.#ahead.get(index);
    this.#ahead.delete(index);
    return begun ?? this.answer(message);
  }

  /** Answers the remaining messages with `error`, except calls that have changed something. */
  abandon(error: RpcError): string {
    this.#abandoned = true;
    for (let index = this.#next; index < this.messages.length; index++) {
      const ended = this.#ahead.get(index);
      this.#push(typeof ended === 'string' ? ended : refusalOf(this.messages[index] as Message, error));
    }
    return this.#joined();
  }

  /**
   * Ends a batch whose responses are too large. Calls that have begun to change something get their own responses, which
   * are short.
   */
  #endTooLarge(): string | Promise<string> {
    if (this.#abandoned) return '';
    const message = this.messages[this.#next];
    const begun = this.#ahead.get(this.#next);
    if (message === undefined || begun === undefined || this.kindOf(message) === 'read') {
      this.#ahead.clear();
      return this.abandon(responseTooLarge());
    }
    if (typeof begun !== 'string') return begun.then(() => this.#endTooLarge());
    this.#take(begun);
    return this.#endTooLarge();
  }

  #continue(settled: string): string | Promise<string> {
    if (this.#abandoned) return '';
    return this.#take(settled) ? this.#endTooLarge() : this.run();
  }

  /** Adds a response. Returns true when the responses so far are too large. */
  #take(text: string): boolean {
    this.#next++;
    this.#push(text);
    this.#bytes += text.length;
    return this.#bytes > this.maxBytes;
  }

  #push(text: string): void {
    if (text !== '') this.#texts.push(text);
  }

  #joined(): string {
    return this.#texts.length === 0 ? '' : `[${this.#texts.join(',')}]`;
  }
}

/** Returns the response to a message that does not run; empty when it gets none. */
function refusalOf(message: Message, error: RpcError): string {
  if (message.type === 'invalid') return errorText(message.id, invalidRequest());
  return message.type === 'call' && message.id !== undefined ? errorText(message.id, error) : '';
}
