/**
 * Cross-origin answers (evm-json-rpc.md 9.6; Fetch standard, CORS protocol), by the rules of Go nodes' handler
 * (rs/cors 1.11): no credentials; an origin that is not allowed gets its answer without CORS headers, and the browser
 * keeps it from the page.
 */
import type { Headers } from '../rpc/protocol_handler.js';

export interface CorsPolicy {
  /** `*` allows all; one `*` inside stands for any text, as in `https://*.example.com`. Empty: no CORS. */
  readonly origins: readonly string[];
  /** Upper case. Empty: GET, POST, HEAD. */
  readonly methods: readonly string[];
  /** Lower case. `*` allows all. Empty: those that a page needs no leave for, and `x-requested-with`. */
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
const VARY: ResponseHeaders = { vary: 'Origin' };

/** One `*` of a pattern stands for any text; letters of either case are the same. */
export function matchesOrigin(pattern: string, origin: string): boolean {
  const [wanted, given] = [pattern.toLowerCase(), origin.toLowerCase()];
  const star = wanted.indexOf('*');
  if (star < 0) return wanted === given;
  const [head, tail] = [wanted.slice(0, star), wanted.slice(star + 1)];
  return given.length >= head.length + tail.length && given.startsWith(head) && given.endsWith(tail);
}

const allowsOrigin = ({ origins }: CorsPolicy, origin: string): boolean =>
  origins.some((pattern) => matchesOrigin(pattern, origin));

/** Without a list these; a preflight's own method is always allowed beside others. */
const SIMPLE_METHODS = ['GET', 'POST', 'HEAD'];
const SIMPLE_HEADERS = ['accept', 'content-type', 'x-requested-with'];

const allowsMethod = ({ methods }: CorsPolicy, method: string): boolean =>
  method === 'OPTIONS' || (methods.length === 0 ? SIMPLE_METHODS : methods).includes(method);

/** Elements of a list that may be empty before it is refused (RFC 9110, 5.6.1). */
const MAX_EMPTY_NAMES = 16;

/** A browser sends the names in lower case, sorted, each once, with a space at most around them; nothing else passes. */
function allowsHeaders({ headers }: CorsPolicy, asked: string): boolean {
  if (headers.includes('*')) return true;
  const allowed = headers.length === 0 ? SIMPLE_HEADERS : headers;
  const listed = asked.split(',').map((name) => name.replace(/^[ \t]?(.*?)[ \t]?$/, '$1'));
  const names = listed.filter((name) => name !== '');
  if (listed.length - names.length > MAX_EMPTY_NAMES) return false;
  return names.every((name, i) => allowed.includes(name) && (i === 0 || name > (names[i - 1] as string)));
}

const allowedOrigin = (policy: CorsPolicy, origin: string): string => (policy.origins.includes('*') ? '*' : origin);

export const isPreflight = (method: string, headers: Headers): boolean =>
  method === 'OPTIONS' && (headers['access-control-request-method'] ?? '') !== '';

/** Headers of the answer to a preflight, whose status is 204 whether it is allowed or not. */
export function preflightHeaders(policy: CorsPolicy, headers: Headers): ResponseHeaders {
  const vary = { vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers' };
  const { origin } = headers;
  const method = headers['access-control-request-method'] ?? '';
  const asked = headers['access-control-request-headers'] ?? '';
  if (origin === undefined || origin === '' || !allowsOrigin(policy, origin)) return vary;
  if (!allowsMethod(policy, method) || !allowsHeaders(policy, asked)) return vary;
  return {
    ...vary,
    'access-control-allow-origin': allowedOrigin(policy, origin),
    'access-control-allow-methods': method,
    ...(asked === '' ? {} : { 'access-control-allow-headers': asked }),
  };
}

/** Headers that any other answer gets beside its own. */
export function corsHeaders(policy: CorsPolicy, method: string, origin: string | undefined): ResponseHeaders {
  if (policy.origins.length === 0) return NOTHING;
  if (origin === undefined || origin === '' || !allowsMethod(policy, method) || !allowsOrigin(policy, origin))
    return VARY;
  return { vary: 'Origin', 'access-control-allow-origin': allowedOrigin(policy, origin) };
}
