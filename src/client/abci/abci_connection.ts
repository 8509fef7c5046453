/**
 * One connection to an application over ABCI's socket protocol. Calls may be pipelined; the application answers in
 * their order. As in CometBFT, a Flush follows the calls of one turn, because applications buffer until they read it.
 */
import type { Socket } from 'node:net';
import { FrameReader } from '../../abci/wire/frame_reader.js';
import { decodeResponse, requestFrame } from '../../abci/wire/messages.js';
import type { AbciRequest } from '../../abci/wire/request.js';
import type { AbciResponse } from '../../abci/wire/response.js';
import { type Bytes, joinBytes } from '../../kernel/bytes.js';
import { type ErrorCode, HalleyError } from '../../kernel/errors.js';
import { quoted } from '../../kernel/text.js';
import type { Schedule } from '../backoff.js';
import type { AnswerLimits } from './answer_limits.js';

export type CallName = AbciRequest['type'];
export type RequestOf<T extends CallName> = Extract<AbciRequest, { type: T }>['value'];
export type ResponseOf<T extends CallName> = Extract<AbciResponse, { type: T }>['value'];

export interface AbciConnectionOptions {
  /** Application in messages. */
  readonly name: string;
  readonly limits: AnswerLimits;
  readonly schedule: Schedule;
  /** Receives a line about a call that takes long. */
  readonly onSlow: (line: string) => void;
  /** Whether calls fail after `slowTimeMs`, and later ones until an answer comes. The connection stays open. */
  readonly givesUp?: boolean;
  /** Runs when the other end, or `end`, has closed the connection. */
  readonly onClose: () => void;
  /** Receives the error after which the connection is of no use. It must call `end`. */
  readonly onFailure: (error: HalleyError) => void;
}

/** Call in messages, and its height if there is one: `FinalizeBlock at height 7`. */
export interface CallSite {
  readonly name: string;
  readonly height: bigint | undefined;
  readonly text: string;
}

interface Pending {
  readonly type: CallName;
  readonly site: CallSite;
  resolve: (value: unknown) => void;
  reject: (error: HalleyError) => void;
}

const FLUSH = requestFrame({ type: 'flush', value: {} });

const ignore = (): void => {};

/** Returns the name of a call as the specification writes it: `FinalizeBlock`. */
export const specName = (type: string): string => `${type.slice(0, 1).toUpperCase()}${type.slice(1)}`;

export class AbciConnection {
  readonly #reader: FrameReader;
  #pending: Pending[] = [];
  /** Number of `#pending` that are answered. */
  #answered = 0;
  #last: Pending | undefined;
  #unsent: Bytes[] = [];
  #cancelTimer = ignore;
  #onIdle: (() => void)[] = [];
  #failure: HalleyError | undefined;
  /** Error of calls while the application does not answer the oldest one. */
  #givenUp: HalleyError | undefined;

  constructor(
    readonly socket: Socket,
    private readonly options: AbciConnectionOptions,
  ) {
    this.#reader = new FrameReader(options.limits.answerBytes);
    // A broken connection also closes, which reports it.
    socket.on('error', ignore);
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.once('close', () => options.onClose());
    if (socket.destroyed) queueMicrotask(() => options.onClose());
  }

  /** Oldest call that is not answered. */
  get current(): CallSite | undefined {
    return this.#pending[this.#answered]?.site;
  }

  /** Sends a call. Rejects with HalleyError for any answer that does not belong to it, or when none comes. */
  call<T extends CallName>(type: T, value: RequestOf<T>, site: CallSite): Promise<ResponseOf<T>> {
    return new Promise((resolve, reject) => {
      const failure = this.#failure ?? this.#givenUp;
      if (failure !== undefined) return void reject(failure);
      this.#expect({ type, site, resolve: resolve as (value: unknown) => void, reject });
      this.#send(requestFrame({ type, value } as AbciRequest));
    });
  }

  /** Resolves when all calls are answered, or have failed. */
  async idle(): Promise<void> {
    if (this.current !== undefined && this.#givenUp === undefined)
      await new Promise<void>((resolve) => this.#onIdle.push(resolve));
  }

  /** Ends the connection. Calls without an answer fail with the error, and so do later ones. */
  end(error: HalleyError): void {
    this.#failure ??= error;
    this.socket.destroy();
    const lost = this.#pending.slice(this.#answered);
    this.#clear();
    for (const { reject } of lost) reject(error);
  }

  #expect(call: Pending): void {
    this.#pending.push(call);
    if (this.#pending.length - this.#answered === 1) this.#watch();
  }

  #send(frame: Bytes): void {
    this.#unsent.push(frame);
    if (this.#unsent.length === 1) queueMicrotask(() => this.#write());
  }

  /** Writes the calls of this turn and a Flush. */
  #write(): void {
    if (this.#failure !== undefined) return;
    const site = (this.#pending.at(-1) as Pending).site;
    this.#expect({ type: 'flush', site, resolve: ignore, reject: ignore });
    this.#unsent.push(FLUSH);
    this.socket.write(joinBytes(this.#unsent));
    this.#unsent = [];
  }

  #receive(chunk: Bytes): void {
    try {
      for (const frame of this.#reader.push(chunk)) {
        this.#take(decodeResponse(frame));
        if (this.#failure !== undefined) return;
      }
    } catch (error) {
      if (!(error instanceof HalleyError)) throw error;
      const code = error.code === 'limit-exceeded' ? error.code : 'remote-error';
      this.#fail(code, 'sent an invalid answer', error.message);
    }
  }

  #take(response: AbciResponse): void {
    const call = this.#pending[this.#answered];
    if (response.type === 'exception') this.#fail('remote-error', 'sent an exception', quoted(response.value.error));
    else if (response.type === call?.type) this.#settle(call, response.value);
    else this.#fail('remote-error', `sent ${this.#mismatch(response.type, call)}`);
  }

  /** Describes an answer that is not the next one. */
  #mismatch(type: CallName, expected: Pending | undefined): string {
    if (this.#last?.type === type) return `a second answer to ${specName(type)}`;
    return `an answer to ${specName(type)} instead of ${expected === undefined ? 'none' : specName(expected.type)}`;
  }

  #settle(call: Pending, value: unknown): void {
    this.#answered += 1;
    this.#givenUp = undefined;
    if (call.type !== 'flush') this.#last = call;
    if (this.#answered < this.#pending.length) this.#watch();
    else this.#clear();
    call.resolve(value);
  }

  #clear(): void {
    this.#pending = [];
    this.#answered = 0;
    this.#cancelTimer();
    this.#resumeIdle();
  }

  #resumeIdle(): void {
    for (const resume of this.#onIdle.splice(0)) resume();
  }

  /** Lets the calls without an answer fail. Their answers, which may still come, are of no use. */
  #giveUp(): void {
    const { name, limits } = this.options;
    const error = callError(name, 'unavailable', `has sent no answer for ${limits.slowTimeMs / 1000} s`, {
      during: this.current,
    });
    this.#givenUp = error;
    for (const call of this.#pending.slice(this.#answered)) {
      call.reject(error);
      call.resolve = ignore;
      call.reject = ignore;
    }
    this.#resumeIdle();
  }

  /** Starts the time of the oldest call. */
  #watch(): void {
    const { limits, schedule, onSlow, givesUp } = this.options;
    const { answerTimeMs, slowTimeMs } = limits;
    this.#cancelTimer();
    const late = (): void => this.#fail('unavailable', `sent no answer for ${answerTimeMs / 1000} s`);
    const slow = (): void => {
      if (givesUp) this.#giveUp();
      else this.#cancelTimer = schedule(answerTimeMs - slowTimeMs, late);
      onSlow(`${this.options.name} has sent no answer for ${slowTimeMs / 1000} s during ${this.current?.text}`);
    };
    this.#cancelTimer = slowTimeMs < answerTimeMs ? schedule(slowTimeMs, slow) : schedule(answerTimeMs, late);
  }

  /** Ends the connection with an error that names the oldest call without an answer, or the last one. */
  #fail(code: ErrorCode, what: string, detail?: string): void {
    if (this.#failure !== undefined) return;
    const { name, onFailure } = this.options;
    onFailure(callError(name, code, what, { during: this.current, after: this.#last?.site }, detail));
  }
}

/** Returns an error of an application that names a call. */
export function callError(
  application: string,
  code: ErrorCode,
  what: string,
  { during, after }: { readonly during?: CallSite | undefined; readonly after?: CallSite | undefined },
  detail?: string,
): HalleyError {
  const where = during ? `during ${during.text}` : after ? `after ${after.text}` : 'before its first call';
  const { name, height } = during ?? after ?? {};
  const why = detail === undefined ? '' : `: ${detail}`;
  return new HalleyError(code, `${application} ${what} ${where}${why}`, { call: name, height });
}
