/**
 * Implements cross-origin responses (evm-json-rpc.md 9.6; Fetch standard, CORS protocol), by the rules of the handler
 * of Go nodes (rs/cors 1.11). There are no credentials. A response to a forbidden origin has no CORS headers, and the
 * browser hides it from the page.
 */
import { FAULT_HEADER, type Headers, type Middleware, type ProtocolResponse } from '../rpc/protocol_handler.js';

export interface CorsPolicy {
  /**
   * Allowed origins. `*` allows all; one `*` inside matches any text, as in `https://*.example.com`. Empty disables
   * CORS.
   */
  readonly origins: readonly string[];
  /** Allowed methods in upper case. Empty means GET, POST, HEAD. */
  readonly methods: readonly string[];
  /**
   * Allowed headers in lower case. `*` allows all. Empty means those that need no permission, and `x-requested-with`.
   */
  readonly headers: readonly string[];
}

/** Default policy of a node's EVM listener. */
export const OPEN_CORS: CorsPolicy = {
  origins: ['*'],
  methods: ['GET', 'POST', 'HEAD'],
  headers: ['accept', 'content-type', FAULT_HEADER, 'x-requested-with'],
};

export const NO_CORS: CorsPolicy = { origins: [], methods: [], headers: [] };

/** Host names whose pages may open a WebSocket: default of a node (evm-json-rpc.md 2.2, `ws-origins`). */
export const DEFAULT_WEB_SOCKET_ORIGINS: readonly string[] = ['127.0.0.1', 'localhost'];

type ResponseHeaders = Readonly<Record<string, string>>;

const NO_HEADERS: ResponseHeaders = {};
const VARY: ResponseHeaders = { vary: 'Origin' };

/** Matches an origin. One `*` of a pattern matches any text; case is ignored. */
export function matchesOrigin(pattern: string, origin: string): boolean {
  const [wanted, given] = [pattern.toLowerCase(), origin.toLowerCase()];
  const star = wanted.indexOf('*');
  if (star < 0) return wanted === given;
  const [head, tail] = [wanted.slice(0, star), wanted.slice(star + 1)];
  return given.length >= head.length + tail.length && given.startsWith(head) && given.endsWith(tail);
}

const allowsOrigin = ({ origins }: CorsPolicy, origin: string): boolean =>
  origins.some((pattern) => matchesOrigin(pattern, origin));

/** Applies when the policy lists no methods. OPTIONS, the preflight's own method, is always allowed. */
const SIMPLE_METHODS = ['GET', 'POST', 'HEAD'];
const SIMPLE_HEADERS = ['accept', 'content-type', FAULT_HEADER, 'x-requested-with'];

const allowsMethod = ({ methods }: CorsPolicy, method: string): boolean =>
  method === 'OPTIONS' || (methods.length === 0 ? SIMPLE_METHODS : methods).includes(method);

/** Most empty elements of a header list (RFC 9110, 5.6.1). */
const MAX_EMPTY_NAMES = 16;

/**
 * Checks requested headers. A browser sends the names in lower case, sorted, each once, with at most one space around
 * them; other forms are refused.
 */
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

/** Returns the headers of the response to a preflight. Its status is 204 whether it is allowed or not. */
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

/** Returns the CORS headers of any other response. */
export function corsHeaders(policy: CorsPolicy, method: string, origin: string | undefined): ResponseHeaders {
  if (policy.origins.length === 0) return NO_HEADERS;
  if (origin === undefined || origin === '' || !allowsMethod(policy, method) || !allowsOrigin(policy, origin))
    return VARY;
  return { vary: 'Origin', 'access-control-allow-origin': allowedOrigin(policy, origin) };
}

/** Cache of the last two objects that were joined, because most responses have the headers of the one before. */
const last = { own: NO_HEADERS, extra: NO_HEADERS, both: NO_HEADERS };

function joined(own: ResponseHeaders, extra: ResponseHeaders): ResponseHeaders {
  if (own === last.own && extra === last.extra) return last.both;
  // This avoids two spreads: in Node.js 20 an object that gains members after a spread gets its own hidden class, which
  // costs a microsecond.
  const both = Object.assign({}, own, extra);
  Object.assign(last, { own, extra, both });
  return both;
}

/**
 * Answers preflights, and adds the CORS headers to other responses, where the policy allows any origin. `own` returns
 * further headers of the response to a preflight.
 */
export const crossOrigin =
  (policy: CorsPolicy, own: () => ResponseHeaders = () => NO_HEADERS): Middleware =>
  (next) => {
    if (policy.origins.length === 0) return next;
    return (request) => {
      const { method, headers } = request;
      if (isPreflight(method, headers))
        return { status: 204, headers: { ...own(), ...preflightHeaders(policy, headers) }, body: '' };
      const response = next(request);
      const extra = corsHeaders(policy, method, headers['origin']);
      const withExtra = (settled: ProtocolResponse): ProtocolResponse => ({
        ...settled,
        headers: joined(settled.headers, extra),
      });
      return response instanceof Promise ? response.then(withExtra) : withExtra(response);
    };
  };
