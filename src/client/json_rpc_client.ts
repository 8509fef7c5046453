/**
 * Calls methods of a JSON-RPC 2.0 server by HTTP POST: the EVM JSON-RPC and the CometBFT RPC of any node. Each failure
 * is a HalleyError whose message names the server without the secrets of its URL. The client does not retry, and does
 * not follow redirects.
 */
import { HalleyError } from '../kernel/errors.js';
import { quoted } from '../kernel/text.js';
import type { Endpoint } from './endpoint.js';
import { limitedText } from './limited_body.js';

/** Longest time of a call, from the connection to the last byte. */
const TIMEOUT_MS = 10_000;
/** Most bytes of a response. A dump of the consensus state may have three blocks of 21 MB in base64. */
const MAX_RESPONSE_BYTES = 100_000_000;

export interface CallLimits {
  readonly timeoutMs?: number;
  readonly maxResponseBytes?: number;
}

/** Method and its parameters. */
export interface JsonRpcCall {
  readonly method: string;
  readonly params: unknown;
}

/** Parts of a response that may have any type. */
interface ResponseObject {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

export class JsonRpcClient {
  #ids = 0;

  constructor(
    readonly endpoint: Endpoint,
    private readonly limits: CallLimits = {},
  ) {}

  /**
   * Returns the result of a method. Throws HalleyError `unavailable` without a response, `limit-exceeded` for one that
   * is too long, and `remote-error` for an error or a response that is not JSON-RPC.
   */
  async call(method: string, params: unknown = [], limits: CallLimits = this.limits): Promise<unknown> {
    const { timeoutMs = TIMEOUT_MS, maxResponseBytes = MAX_RESPONSE_BYTES } = limits;
    const id = ++this.#ids;
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
    const { status, text } = await this.#post(body, method, timeoutMs, maxResponseBytes);
    const response = parseObject(text);
    if (response?.error !== undefined && response.error !== null) throw this.#remoteError(method, response.error);
    if (response === undefined || !('result' in response)) throw this.#notJsonRpc(method, status, text);
    return response.result;
  }

  /**
   * Makes calls in one batch, which the server runs in order. Returns the result of each, or a HalleyError
   * `remote-error`. Throws HalleyError as `call` does when the batch as a whole fails.
   */
  async callAll(calls: readonly JsonRpcCall[]): Promise<readonly unknown[]> {
    const { timeoutMs = TIMEOUT_MS, maxResponseBytes = MAX_RESPONSE_BYTES } = this.limits;
    const [{ method } = { method: '' }] = calls;
    const first = this.#ids + 1;
    this.#ids += calls.length;
    const body = JSON.stringify(calls.map((call, i) => ({ jsonrpc: '2.0', id: first + i, ...call })));
    const { status, text } = await this.#post(body, method, timeoutMs, maxResponseBytes);
    const responses = parseList(text);
    if (responses === undefined) throw this.#notJsonRpc(method, status, text);
    const whole = refusalOfBatch(responses);
    if (whole !== undefined && calls.length > 1) throw this.#remoteError(method, whole);
    const byId = new Map(responses.map((response) => [response.id, response]));
    return calls.map((call, i) => {
      const response = byId.get(first + i);
      if (response === undefined) return this.#notJsonRpc(call.method, status, '');
      const { error, result } = response;
      return error === undefined || error === null ? result : this.#remoteError(call.method, error);
    });
  }

  async #post(body: string, method: string, timeoutMs: number, maxBytes: number) {
    const { http, headers, label } = this.endpoint;
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(http, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
        signal,
        redirect: 'manual',
      });
      const text = await limitedText(response.body, maxBytes);
      if (text !== undefined) return { status: response.status, text };
    } catch (error) {
      if (signal.aborted)
        throw new HalleyError('unavailable', `${label} did not answer ${method} within ${timeoutMs} ms`, { method });
      throw new HalleyError('unavailable', `cannot reach ${label}: ${connectionFailure(error)}`, { method });
    }
    throw new HalleyError('limit-exceeded', `${label} answered ${method} with more than ${maxBytes} bytes`, { method });
  }

  #remoteError(method: string, error: unknown): HalleyError {
    const { code, message, data } = Object(error) as Readonly<Record<string, unknown>>;
    const details = [message, data].filter((part) => typeof part === 'string').map(quoted);
    const text = details.length === 0 ? 'an error without a message' : `an error: ${details.join(': ')}`;
    return new HalleyError('remote-error', `${this.endpoint.label} answered ${method} with ${text}`, {
      method,
      code,
      data,
    });
  }

  #notJsonRpc(method: string, status: number, text: string): HalleyError {
    const start = text.trim() === '' ? 'an empty body' : `"${quoted(text.slice(0, 60))}"`;
    return new HalleyError(
      'remote-error',
      `${this.endpoint.label} answered ${method} with HTTP status ${status} and ${start}: expected a JSON-RPC response`,
      { method, status },
    );
  }
}

function parseObject(text: string): ResponseObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function parseList(text: string): readonly ResponseObject[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    // A server answers a batch of one call with one object, as CometBFT does.
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    return list.every((item) => typeof item === 'object' && item !== null) ? (list as ResponseObject[]) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the error of a batch that the server did not run: it names none of the calls. */
function refusalOfBatch([response, ...more]: readonly ResponseObject[]): unknown {
  if (response === undefined || more.length > 0 || typeof response.id === 'number') return undefined;
  return response.error ?? undefined;
}

const NOT_TRUSTED = 'its certificate is not trusted: NODE_EXTRA_CA_CERTS names a file with that of its issuer';

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the host is unknown',
  EAI_AGAIN: 'the host is unknown at the moment',
  ECONNRESET: 'the server closed the connection',
  EPIPE: 'the server closed the connection',
  UND_ERR_SOCKET: 'the server closed the connection',
  HPE_INVALID_CONSTANT: 'the server does not speak HTTP',
  EPROTO: 'the server does not speak TLS',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the server does not speak TLS',
  DEPTH_ZERO_SELF_SIGNED_CERT: NOT_TRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: NOT_TRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: NOT_TRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: NOT_TRUSTED,
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
  ETIMEDOUT: 'the host does not answer',
  EHOSTUNREACH: 'no network leads to the host',
  ENETUNREACH: 'no network leads to the host',
  'bad port': 'HTTP clients refuse this port, which belongs to another protocol',
};

/** Explains why a connection failed, without the address, which may be secret. */
export function connectionFailure(error: unknown): string {
  const codes: string[] = [];
  for (let cause = error; cause instanceof Error && codes.length < 8; cause = cause.cause) {
    const { code } = cause as NodeJS.ErrnoException;
    codes.push(typeof code === 'string' ? code : cause.message);
  }
  const reason = codes.find((one) => Object.hasOwn(REASONS, one));
  return (reason !== undefined && REASONS[reason]) || 'the connection failed';
}
