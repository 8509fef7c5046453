/**
 * Cross-origin answers (reference 9.6; Fetch standard, CORS protocol), by the rules of the handler that Go nodes use:
 * an origin that is not allowed gets its answer without CORS headers, and the browser keeps it from the page.
 */
import type { Headers } from '../rpc/surface.js';

export interface CorsPolicy {
  /** `*` allows all; one `*` inside stands for any text, as in `https://*.example.com`. Empty: no CORS. */
  readonly origins: readonly string[];
  readonly methods: readonly string[];
  /** Lower case; the simple headers need no mention. `*` allows all. */
  readonly headers: readonly string[];
}

/** What a node's EVM listener allows by default. */
export const OPEN_CORS: CorsPolicy = {
  origins: ['*'],
  methods: ['GET', 'POST', 'HEAD'],
  headers: ['accept', 'content-type', 'x-requested-with'],
};

export const NO_CORS: CorsPolicy = { origins: [], methods: [], headers: [] };

type ResponseHeaders = Readonly<Record<string, string>>;

const NOTHING: ResponseHeaders = {};

function allowsOrigin({ origins }: CorsPolicy, origin: string): boolean {
  return origins.some((pattern) => {
    const star = pattern.indexOf('*');
    if (star < 0) return pattern.toLowerCase() === origin.toLowerCase();
    const [head, tail] = [pattern.slice(0, star), pattern.slice(star + 1)];
    return origin.length >= head.length + tail.length && origin.startsWith(head) && origin.endsWith(tail);
  });
}

function allowsHeaders({ headers }: CorsPolicy, asked: string): boolean {
  if (headers.includes('*')) return true;
  const names = asked.split(',').map((name) => name.trim().toLowerCase());
  return names.every((name) => name === '' || name === 'origin' || headers.includes(name));
}

const allowedOrigin = (policy: CorsPolicy, origin: string): string => (policy.origins.includes('*') ? '*' : origin);

export const isPreflight = (method: string, headers: Headers): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

/** Headers of the answer to a preflight, whose status is 204 whether it is allowed or not. */
export function preflightHeaders(policy: CorsPolicy, headers: Headers): ResponseHeaders {
  const vary = { vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers' };
  const { origin } = headers;
  const method = headers['access-control-request-method'] ?? '';
  const asked = headers['access-control-request-headers'] ?? '';
  if (origin === undefined || !allowsOrigin(policy, origin)) return vary;
  if (!policy.methods.includes(method.toUpperCase()) || !allowsHeaders(policy, asked)) return vary;
  return {
    ...vary,
    'access-control-allow-origin': allowedOrigin(policy, origin),
    'access-control-allow-methods': method.toUpperCase(),
    ...(asked === '' ? {} : { 'access-control-allow-headers': asked }),
  };
}

/** Headers that any other answer gets beside its own. */
export function corsHeaders(policy: CorsPolicy, method: string, origin: string | undefined): ResponseHeaders {
  if (policy.origins.length === 0) return NOTHING;
  if (origin === undefined || !policy.methods.includes(method) || !allowsOrigin(policy, origin))
    return { vary: 'Origin' };
  return { vary: 'Origin', 'access-control-allow-origin': allowedOrigin(policy, origin) };
}
