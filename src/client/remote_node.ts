/** Calls methods of a remote EVM node by HTTP, many in one request. */
import { HalleyError } from '../kernel/errors.js';
import { quoted } from '../kernel/printable.js';
import { type Endpoint, parseEndpoint } from './endpoint.js';
import { connectionFailure } from './json_rpc_client.js';
import { limitedText } from './limited_body.js';

const TIMEOUT_MS = 45_000;
const MAX_RESPONSE_BYTES = 256 * 1024 * 1024;
const DEFAULT_PORT = 8545;

export interface RemoteCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

export interface RemoteNodeOptions {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Limits how often a request is repeated. The default is 5. */
  readonly retries?: number;
  /** Sets the first delay before a repetition. The default is 1000. */
  readonly retryBackoffMs?: number;
  /** Limits the time of one HTTP request. The default is 45000. */
  readonly timeoutMs?: number;
  /** Limits the load on a node that limits rates. The default is 330; 0 means no limit. */
  readonly computeUnitsPerSecond?: number;
}

interface Answer {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code?: unknown; readonly message?: unknown; readonly data?: unknown };
}

export class RemoteNode {
  #endpoint: Endpoint;

  constructor(private readonly options: RemoteNodeOptions) {
    this.#endpoint = parseEndpoint(options.url, DEFAULT_PORT);
  }

  /** Names the node in messages: protocol, host and port. */
  get label(): string {
    return this.#endpoint.label;
  }

  /** Calls a method. Rejects with HalleyError `remote-error` or `unavailable`. */
  async call(method: string, params: readonly unknown[]): Promise<unknown> {
    return (await this.calls([{ method, params }]))[0];
  }

  /** Calls methods together; the results have the order of the calls. Rejects as `call` does, for the first failure. */
  async calls(calls: readonly RemoteCall[]): Promise<readonly unknown[]> {
    if (calls.length === 0) return [];
    const requests = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }));
    const answers = JSON.parse(await this.#post(JSON.stringify(requests))) as readonly Answer[];
    const byId = new Map(answers.map((answer) => [answer.id, answer]));
    return calls.map((call, id) => this.#resultOf(call, byId.get(id) ?? {}));
  }

  setUrl(url: string): void {
    this.#endpoint = parseEndpoint(url, DEFAULT_PORT);
  }

  close(): void {}

  #resultOf({ method }: RemoteCall, { result, error }: Answer): unknown {
    if (error === undefined || error === null) return result;
    const { code, data, message } = error;
    const text = typeof message === 'string' ? quoted(message) : 'an error without a message';
    throw new HalleyError('remote-error', `${this.label} answered ${method} with an error: ${text}`, {
      method,
      code,
      data,
      message,
    });
  }

  async #post(body: string): Promise<string> {
    const { http, headers, label } = this.#endpoint;
    const signal = AbortSignal.timeout(this.options.timeoutMs ?? TIMEOUT_MS);
    try {
      const response = await fetch(http, {
        ...{ method: 'POST', signal, redirect: 'manual', body },
        headers: { ...headers, ...this.options.headers, 'content-type': 'application/json' },
      });
      const text = await limitedText(response.body, MAX_RESPONSE_BYTES);
      if (text !== undefined) return text;
    } catch (error) {
      throw new HalleyError('unavailable', `cannot reach ${label}: ${connectionFailure(error)}`);
    }
    throw new HalleyError('limit-exceeded', `${label} answered with more than ${MAX_RESPONSE_BYTES} bytes`);
  }
}
