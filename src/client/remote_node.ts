/**
 * Calls methods of a remote EVM node. Calls of one turn of the event loop share one HTTP request, up to a limit.
 * Temporary failures are retried: too many requests, server errors, lost connections, damaged and missing responses.
 * The URL and the headers may contain secrets, so errors have only the label, and texts of the node without the
 * secrets.
 */
import { HalleyError } from '../kernel/errors.js';
import { quoted } from '../kernel/text.js';
import type { Answer, AnswerError } from './answer.js';
import { backoffMs, type Schedule, timers } from './backoff.js';
import { type BatchOutcome, judge, limitedBy } from './batch_response.js';
import { type Endpoint, parseEndpoint } from './endpoint.js';
import { HttpPoster } from './http_post.js';
import { budgetMs, isRateLimit } from './rate_limit.js';
import { secretsOf, withoutSecrets } from './secrets.js';

/** Defaults of Anvil. */
export const REMOTE_DEFAULTS = {
  retries: 5,
  retryBackoffMs: 1000,
  timeoutMs: 45_000,
  computeUnitsPerSecond: 330,
} as const;
/** Most HTTP requests in flight. */
const MAX_REQUESTS = 16;
/** Most calls in a request, which most hosted nodes accept. It falls for a node that accepts fewer. */
const MAX_BATCH_CALLS = 100;
/** Most characters of a request with several calls. */
const MAX_BATCH_LENGTH = 512 * 1024;
/** Most bytes of a response. Halley's own responses have a lower limit by default. */
const MAX_RESPONSE_BYTES = 32 * 1024 * 1024;
/**
 * Most bytes of a response to calls whose results are short, so that a node cannot exhaust memory or delay other
 * clients.
 */
const MAX_SHORT_BYTES = 16 * 1024 * 1024;
/** Methods whose results are short. They are most calls of a fork, and are sent without a request of the user. */
const SHORT: ReadonlySet<string> = new Set([
  ...['eth_getBalance', 'eth_getTransactionCount', 'eth_getCode', 'eth_getStorageAt'],
  ...['eth_chainId', 'eth_blockNumber'],
]);
/** Longest delay that the node has not requested. */
const MAX_BACKOFF_MS = 60_000;
/** Longest wait that a node may request. */
const MAX_WAIT_MS = 60_000;
/** Divisor of the size of a batch that a node refuses. */
const SMALLER = 4;

export interface RemoteNodeOptions {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Most retries of a call. The default is 5. */
  readonly retries?: number;
  /** Delay before the first retry; it doubles each time. The default is 1000. */
  readonly retryBackoffMs?: number;
  /** Longest time of one HTTP request. The default is 45000. */
  readonly timeoutMs?: number;
  /**
   * Compute units per second that retries assume after the node has reported too many requests. The default is 330; 0
   * turns this off.
   */
  readonly computeUnitsPerSecond?: number;
  readonly schedule?: Schedule;
}

const DEFAULT_PORT = 8545;

export interface RemoteCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

interface OpenCall extends RemoteCall {
  readonly id: number;
  readonly text: string;
  /** Number of calls that were open when this one was made. */
  readonly ahead: number;
  /** Number of requests that contained the call. */
  attempts: number;
  /** Most calls in the request that carries it next. */
  most: number;
  resolve(result: unknown): void;
  reject(error: HalleyError): void;
}

/** Target of requests. */
interface Target extends Endpoint {
  /** Removes the secrets of the URL and the headers from a text. */
  readonly clean: (text: string) => string;
}

/** Throws HalleyError `invalid-argument` for an invalid URL. */
function targetOf(url: string, headers: Readonly<Record<string, string>>): Target {
  const endpoint = parseEndpoint(url, DEFAULT_PORT);
  const secrets = secretsOf(endpoint, [...Object.values(endpoint.headers), ...Object.values(headers)]);
  const clean = (text: string) => withoutSecrets(text, secrets);
  return { ...endpoint, headers: { ...endpoint.headers, ...headers }, clean };
}

/** Makes the error of a call without a result. `reason` continues a sentence that begins with the node's name. */
function failureOf(
  { method, attempts }: OpenCall,
  { label }: Target,
  code: 'unavailable' | 'limit-exceeded',
  reason: string,
): HalleyError {
  const times = attempts > 1 ? `${method}, the last of ${attempts} attempts` : method;
  return new HalleyError(code, `${label} ${reason} (${times})`, { method, attempts });
}

/** Converts an error of the node to the error of a call. */
function remoteErrorOf({ method }: OpenCall, { label, clean }: Target, error: AnswerError): HalleyError {
  const { code, data } = error;
  const message = typeof error.message === 'string' ? clean(error.message) : undefined;
  const text = message === undefined ? 'an error without a message' : `an error: ${quoted(message)}`;
  const facts = { method, code, message, data: typeof data === 'string' ? clean(data) : data };
  return new HalleyError('remote-error', `${label} answered ${method} with ${text}`, facts);
}

/** Returns whether the result is short. A block with `false` has only the hashes of its transactions. */
const isShort = ({ method, params }: RemoteCall): boolean =>
  SHORT.has(method) || (method === 'eth_getBlockByNumber' && params[1] === false);

type Again = Extract<BatchOutcome, { readonly type: 'again' }>;

export class RemoteNode {
  readonly #schedule: Schedule;
  readonly #http: HttpPoster;
  readonly #open = new Set<OpenCall>();
  readonly #cancels = new Set<() => void>();
  #target: Target;
  #waiting: OpenCall[] = [];
  #ids = 0;
  #requests = 0;
  /** Number of delays during which nothing is sent. */
  #pauses = 0;
  #maxBatch = MAX_BATCH_CALLS;
  #isFlushPlanned = false;
  /** Error with which the node was closed; `undefined` while it is open. */
  #closedBy: HalleyError | undefined;

  /** Throws HalleyError `invalid-argument` for an invalid URL. */
  constructor(private readonly options: RemoteNodeOptions) {
    this.#schedule = options.schedule ?? timers;
    this.#http = new HttpPoster(this.#schedule, MAX_REQUESTS);
    this.#target = targetOf(options.url, options.headers ?? {});
  }

  /** Name of the node in messages: protocol, host and port. */
  get label(): string {
    return this.#target.label;
  }

  /**
   * Calls a method. Rejects with HalleyError `remote-error` for an error of the node, with its `code`, `message` and
   * `data` as facts; with `unavailable` without a response, and with `limit-exceeded` for one that is too long.
   */
  call(method: string, params: readonly unknown[]): Promise<unknown> {
    if (this.#closedBy !== undefined) return Promise.reject(this.#closedBy);
    const id = ++this.#ids;
    const text = JSON.stringify({ jsonrpc: '2.0', id, method, params });
    return new Promise((resolve, reject) => {
      const call = { method, params, id, text, ahead: this.#open.size, attempts: 0, most: MAX_BATCH_CALLS };
      const open = { ...call, resolve, reject };
      this.#open.add(open);
      this.#waiting.push(open);
      this.#flushLater();
    });
  }

  /** Calls methods together; the results have the order of the calls. Rejects as `call` does, for the first failure. */
  calls(calls: readonly RemoteCall[]): Promise<readonly unknown[]> {
    return Promise.all(calls.map(({ method, params }) => this.call(method, params)));
  }

  /** Uses another node from now on. Headers of the options are sent there only if it has the label of their node. */
  setUrl(url: string): void {
    const { url: first, headers = {} } = this.options;
    const next = targetOf(url, {});
    this.#target = next.label === targetOf(first, {}).label ? targetOf(url, headers) : next;
    this.#maxBatch = MAX_BATCH_CALLS;
  }

  /** Closes the connections. Open calls and later ones reject with `why`. */
  close(why: HalleyError = this.#closed()): void {
    this.#closedBy ??= why;
    for (const cancel of this.#cancels) cancel();
    for (const call of this.#open) call.reject(why);
    this.#open.clear();
    this.#waiting = [];
    this.#http.close();
  }

  #closed(): HalleyError {
    return new HalleyError('unavailable', `the connection to ${this.label} was closed`);
  }

  /** Waits for the end of the turn, in which more calls may be made. */
  #flushLater(): void {
    if (this.#isFlushPlanned) return;
    this.#isFlushPlanned = true;
    setImmediate(() => {
      this.#isFlushPlanned = false;
      this.#flush();
    });
  }

  #flush(): void {
    while (
      this.#waiting.length > 0 &&
      this.#requests < MAX_REQUESTS &&
      this.#pauses === 0 &&
      this.#closedBy === undefined
    )
      void this.#send(this.#nextBatch());
  }

  #nextBatch(): readonly OpenCall[] {
    const batch: OpenCall[] = [];
    let length = 0;
    let most = this.#maxBatch;
    for (const call of this.#waiting) {
      most = Math.min(most, call.most);
      length += call.text.length;
      if (batch.length > 0 && (batch.length >= most || length > MAX_BATCH_LENGTH)) break;
      batch.push(call);
    }
    this.#waiting.splice(0, batch.length);
    return batch;
  }

  async #send(batch: readonly OpenCall[]): Promise<void> {
    const target = this.#target;
    const [first] = batch as readonly [OpenCall];
    const body = batch.length === 1 ? first.text : `[${batch.map(({ text }) => text).join()}]`;
    const { timeoutMs = REMOTE_DEFAULTS.timeoutMs } = this.options;
    for (const call of batch) call.attempts++;
    this.#requests++;
    const maxBytes = batch.every(isShort) ? MAX_SHORT_BYTES : MAX_RESPONSE_BYTES;
    const limits = { timeoutMs, maxBytes };
    const result = await this.#http.post({ url: target.http, headers: target.headers, body, ...limits });
    const ids = batch.map(({ id }) => id);
    const outcome = await judge(result, { ids, clean: target.clean, maxBytes });
    this.#requests--;
    if (this.#closedBy !== undefined) return;
    this.#take(batch, outcome, target);
    this.#flush();
  }

  #take(batch: readonly OpenCall[], outcome: BatchOutcome, target: Target): void {
    if (outcome.type === 'answers') this.#takeAnswers(batch, outcome.answers, target);
    else if (outcome.type === 'again') this.#again(batch, outcome, target);
    else if (outcome.type === 'failed') this.#fail(batch, 'unavailable', outcome.reason, target);
    else if (batch.length > 1) this.#sendSmaller(batch);
    else this.#fail(batch, 'limit-exceeded', outcome.reason, target);
  }

  #takeAnswers(batch: readonly OpenCall[], answers: ReadonlyMap<unknown, Answer>, target: Target): void {
    const missing: OpenCall[] = [];
    const limited: OpenCall[] = [];
    for (const call of batch) {
      const answer = answers.get(call.id);
      const error = answer?.error ?? undefined;
      if (answer === undefined) missing.push(call);
      else if (error === undefined) this.#settle(call, () => call.resolve(answer.result));
      else if (isRateLimit(error)) limited.push(call);
      else this.#settle(call, () => call.reject(remoteErrorOf(call, target, error)));
    }
    const [first] = limited;
    if (first !== undefined) this.#again(limited, limitedBy(answers.get(first.id)?.error ?? {}, target.clean), target);
    this.#again(missing, { type: 'again', reason: 'did not answer with the id of the call' }, target);
  }

  /** Sends calls again later, or gives up those that were sent too often. */
  #again(calls: readonly OpenCall[], { reason, isRateLimit: isLimited, waitMs = 0 }: Again, target: Target): void {
    const { retries = REMOTE_DEFAULTS.retries } = this.options;
    const isLast = ({ attempts }: OpenCall) => attempts > retries || waitMs > MAX_WAIT_MS;
    const wait = waitMs > MAX_WAIT_MS ? `, and asks to wait ${Math.ceil(waitMs / 1000)} s` : '';
    this.#fail(calls.filter(isLast), 'unavailable', `${reason}${wait}`, target);
    const rest = calls.filter((call) => !isLast(call));
    const [first] = rest;
    if (first === undefined) return;
    // A request may fail because of its size, or because of one call in it.
    if (!isLimited) for (const call of rest) call.most = Math.max(1, Math.ceil(calls.length / 2));
    this.#later(this.#delayMs(first, isLimited === true, waitMs), rest, isLimited === true);
  }

  #delayMs({ attempts, ahead }: OpenCall, isLimited: boolean, waitMs: number): number {
    const {
      retryBackoffMs = REMOTE_DEFAULTS.retryBackoffMs,
      computeUnitsPerSecond = REMOTE_DEFAULTS.computeUnitsPerSecond,
    } = this.options;
    const budget = isLimited ? budgetMs(computeUnitsPerSecond, this.#open.size, ahead) : 0;
    return Math.max(waitMs, backoffMs(attempts, retryBackoffMs, MAX_BACKOFF_MS)) + budget;
  }

  #later(delayMs: number, calls: readonly OpenCall[], isPause: boolean): void {
    if (isPause) this.#pauses++;
    const cancel = this.#schedule(delayMs, () => {
      this.#cancels.delete(cancel);
      if (isPause) this.#pauses--;
      this.#waiting.unshift(...calls);
      this.#flush();
    });
    this.#cancels.add(cancel);
  }

  #sendSmaller(batch: readonly OpenCall[]): void {
    this.#maxBatch = Math.min(this.#maxBatch, Math.max(1, Math.floor(batch.length / SMALLER)));
    for (const call of batch) call.attempts--;
    this.#waiting.unshift(...batch);
  }

  #settle(call: OpenCall, settle: () => void): void {
    if (this.#open.delete(call)) settle();
  }

  #fail(calls: readonly OpenCall[], code: 'unavailable' | 'limit-exceeded', reason: string, target: Target): void {
    for (const call of calls) this.#settle(call, () => call.reject(failureOf(call, target, code, reason)));
  }
}
