/** Defines a call that waits for its result, the node to which it is sent, and the errors when it fails. */
import { HalleyError } from '../kernel/errors.js';
import { quoted } from '../kernel/text.js';
import type { AnswerError } from './answer.js';
import { type Endpoint, parseEndpoint } from './endpoint.js';
import { secretsOf, withoutSecrets } from './secrets.js';

const DEFAULT_PORT = 8545;

export interface RemoteCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

export interface OpenCall extends RemoteCall {
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
export interface Target extends Endpoint {
  /** Removes the secrets of the URL and the headers from a text. */
  readonly clean: (text: string) => string;
}

/** Throws HalleyError `invalid-argument` for an invalid URL. */
export function targetOf(url: string, headers: Readonly<Record<string, string>>): Target {
  const endpoint = parseEndpoint(url, DEFAULT_PORT);
  const secrets = secretsOf(endpoint, [...Object.values(endpoint.headers), ...Object.values(headers)]);
  const clean = (text: string) => withoutSecrets(text, secrets);
  return { ...endpoint, headers: { ...endpoint.headers, ...headers }, clean };
}

/** Makes the error of a call without a result. `reason` continues a sentence that begins with the node's name. */
export function failureOf(
  { method, attempts }: OpenCall,
  { label }: Target,
  code: 'unavailable' | 'limit-exceeded',
  reason: string,
): HalleyError {
  const times = attempts > 1 ? `${method}, the last of ${attempts} attempts` : method;
  return new HalleyError(code, `${label} ${reason} (${times})`, { method, attempts });
}

/** Converts an error of the node to the error of a call. */
export function remoteErrorOf({ method }: OpenCall, { label, clean }: Target, error: AnswerError): HalleyError {
  const { code, data } = error;
  const message = typeof error.message === 'string' ? clean(error.message) : undefined;
  const text = message === undefined ? 'an error without a message' : `an error: ${quoted(message)}`;
  const facts = { method, code, message, data: typeof data === 'string' ? clean(data) : data };
  return new HalleyError('remote-error', `${label} answered ${method} with ${text}`, facts);
}
