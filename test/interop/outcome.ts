/**
 * Reduces a response to what two nodes with different chains must agree on. That is status, headers, which requests are
 * answered and under which id, and error texts. `scripts/compare` compares results.
 */
import type { HttpAnswer } from '../../scripts/compare/wire.js';

export interface Outcome {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Body, parsed if it is JSON, without results. */
  readonly body: unknown;
}

/** Headers of the connection, not of the response, and dates. */
const UNCOMPARED_HEADERS: ReadonlySet<string> = new Set([
  'date',
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
]);

/**
 * Texts that depend on the Go release of the engine's build, or on the content of a chain. Both sides get the same
 * replacement.
 */
const NORMALISATIONS: readonly (readonly [pattern: RegExp, replacement: string, reason: string])[] = [
  [/[0-9A-F]{64,}/g, '<hash>', "a hash of the node's chain, as bytes or as the bytes of its digits"],
  [/!= \d{4}-\d\d-\d\d [\d:.]+ \+0000 UTC/, '!= <time>', "the time of a block of the node's chain"],
  [/\[\d+( \d+){30,}\]/g, '[<bytes>]', 'the same, if Go prints a parameter as a list of bytes'],
];

const normalised = (text: string): string =>
  NORMALISATIONS.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text);

function envelope(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { result, error, ...rest } = value as Record<string, unknown>;
  const keys = Object.keys(value).join(' ');
  if (error === undefined) return { keys, ...rest, result: result === null ? null : 'some' };
  const { data, ...facts } = error as { data?: unknown };
  return { keys, ...rest, error: { ...facts, ...(typeof data === 'string' && { data: normalised(data) }) } };
}

/** Returns undefined for text that is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reduces one message. Text that is not JSON stays unchanged. */
export function bodyOutcome(text: string): unknown {
  const json = parsed(text);
  if (json === undefined) return text;
  return Array.isArray(json) ? json.map(envelope) : envelope(json);
}

/**
 * Reduces a response. `url` is that of the node's dialect, because a page of addresses and a redirection contain it.
 */
export function httpOutcome({ status, headers, text }: HttpAnswer, url: string): Outcome {
  const { host, pathname } = new URL(url);
  const prefix = pathname === '/' ? '' : pathname;
  const anywhere = (value: string): string =>
    (prefix === '' ? value : value.replaceAll(prefix, '')).replaceAll(host, '<host>');
  const compared = Object.entries(headers)
    .filter(([name]) => !UNCOMPARED_HEADERS.has(name))
    .map(([name, value]): [string, string] => [name, name === 'x-server-time' ? 'a time' : value])
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    status,
    headers: Object.fromEntries(compared.map(([name, value]) => [name, anywhere(value)])),
    body: bodyOutcome(anywhere(text)),
  };
}
