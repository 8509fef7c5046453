/** Sends a test's requests to the server over EVM JSON-RPC. */
import type { RequestArguments } from '../devnet/index.js';
import { HalleyError } from '../kernel/errors.js';

/**
 * Sends a request and resolves to the result. Rejects with an Error that names the method and the reason, and has `code`
 * and `data` of JSON-RPC. A call in none of the forms below rejects with HalleyError `invalid-argument`.
 */
export interface ServerRequest {
  /** Takes EIP-1193's form: `request({ method: 'eth_getBalance', params: [address, 'latest'] })`. */
  (args: RequestArguments): Promise<unknown>;
  /** Takes the method and the list of its parameters: `request('eth_getBalance', [address, 'latest'])`. */
  (method: string, params: readonly unknown[]): Promise<unknown>;
  /** Takes the method and its parameters, no single list: `request('eth_getBalance', address, 'latest')`. */
  (method: string, ...params: readonly unknown[]): Promise<unknown>;
}

/** Returns a function that sends requests to a URL. */
export const requester =
  (url: string): ServerRequest =>
  async (...given: readonly unknown[]): Promise<unknown> => {
    const { method, params } = requestOf(given);
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const { result, error } = (await answer.json()) as { result?: unknown; error?: ErrorObject };
    if (error !== undefined) throw new RequestError(method, error);
    return result;
  };

/** Error object of JSON-RPC. */
interface ErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly code: number;
  readonly data: unknown;

  constructor(method: string, { code, message, data }: ErrorObject) {
    super(`${method} failed: ${message} (${code})`);
    this.code = code;
    this.data = data;
  }
}

function requestOf([first, ...rest]: readonly unknown[]): Required<RequestArguments> {
  if (typeof first === 'string') return { method: first, params: listOf(rest) };
  if (rest.length === 0 && isRequestArguments(first)) return { method: first.method, params: first.params ?? [] };
  throw new HalleyError(
    'invalid-argument',
    `server.request cannot send ${[first, ...rest].map(shown).join(', ')}: give it { method, params }, or the method's name and its parameters`,
  );
}

const listOf = (params: readonly unknown[]): readonly unknown[] =>
  params.length === 1 && Array.isArray(params[0]) ? params[0] : params;

function isRequestArguments(value: unknown): value is RequestArguments {
  if (typeof value !== 'object' || value === null) return false;
  const { method, params } = value as Partial<RequestArguments>;
  return typeof method === 'string' && (params === undefined || (typeof params === 'object' && params !== null));
}

/** Writes a value as JSON, or as text where JSON cannot. */
function shown(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}
