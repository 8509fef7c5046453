/**
 * Serves the CometBFT RPC (consensus-rpc.md) in all dialects at once. The root uses the configured dialect. Each
 * dialect is also mounted under its prefix (`/v<version>`), with its own `/websocket`.
 */

import type { CometBackend } from '../../backend/comet.js';
import { HalleyError } from '../../kernel/errors.js';
import { fromUtf8 } from '../../kernel/text.js';
import { unixSeconds } from '../../kernel/time.js';
import type { ProtocolHandler, ProtocolRequest, ProtocolResponse } from '../protocol_handler.js';
import { outcomeOf, panicText } from './call.js';
import type { Dialect } from './dialects/dialect.js';
import { COMET_DIALECTS } from './dialects/index.generated.js';
import { GenesisText } from './genesis_text.js';
import { isCacheable } from './http/caching.js';
import { type Batch, BODY_TOO_LARGE, checkEarly } from './http/early_checks.js';
import { handlePost } from './http/post.js';
import { answers, failure, html, NOT_FOUND, panic, text } from './http/response.js';
import { type CometLimits, type CometOptions, DEFAULT_COMET_LIMITS } from './options.js';
import { type ArgValues, decodeUriArgs } from './protocol/decode_args.js';
import { EnginePanic } from './protocol/engine_panic.js';
import { encodeResponse, NO_ID } from './protocol/envelope.js';
import { invalidParams, METHOD_NOT_FOUND } from './protocol/error.js';
import { GoError } from './protocol/go_error.js';
import { ResponseCache } from './response_cache.js';
import type { Route } from './route.js';
import { COMET_ROUTES } from './routes/index.generated.js';
import { meteredRoute, type Served, serve } from './served.js';
import { CometSocket } from './socket.js';
import { SubscriptionHub } from './subscriptions/hub.js';
import { TxProofs } from './tx_proof.js';

const DEFAULT_DIALECT = '0.37';
const SOCKET_NAME = 'websocket';
/** Gives the reason for which subscriptions end when the node stops. CometBFT 0.34 sends the same text. */
const EXITED = 'CometBFT exited';
/** Is the response to a request for the WebSocket route that does not ask for an upgrade. */
const NO_UPGRADE = text(400, 'Bad Request\n', { 'sec-websocket-version': '13' });

function mount(backend: CometBackend, options: CometOptions, limits: CometLimits): readonly Served[] {
  const rest = {
    backend,
    limits,
    strict: options.strict ?? true,
    closeOnSlowClient: options.closeOnSlowClient ?? false,
    proofs: new TxProofs(backend),
    scheduler: options.scheduler,
  };
  const version = options.dialect ?? DEFAULT_DIALECT;
  const contexts = COMET_DIALECTS.map((unbound: Dialect) => {
    const dialect = unbound.bind?.(backend) ?? unbound;
    return { ...rest, dialect, cache: new ResponseCache(), genesisText: new GenesisText(backend, dialect) };
  });
  const root = contexts.find(({ dialect }) => dialect.version === version);
  if (root === undefined) {
    const known = contexts.map(({ dialect }) => dialect.version).join(', ');
    throw new HalleyError(
      'invalid-config',
      `unknown dialect "${version}" of the CometBFT RPC; choose one of ${known}`,
      {
        version,
      },
    );
  }
  const routes: readonly Route[] = COMET_ROUTES;
  const { meter } = options;
  const offered = routes.filter(({ unsafe }) => unsafe !== true || options.unsafe === true);
  const all = meter === undefined ? offered : offered.map((route) => meteredRoute(route, meter));
  const prefixOf = ({ prefix, version: name }: Dialect): string => prefix ?? `/v${name}`;
  return [...contexts.map((context) => serve(prefixOf(context.dialect), context, all)), serve('', root, all)];
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Finds the dialect that a path belongs to. `name` is the rest of the path: empty, or the name of a route. */
function locate(
  mounts: readonly Served[],
  rawPath: string,
): { readonly served: Served; readonly name: string } | undefined {
  const path = decodePath(rawPath);
  for (const served of mounts) {
    if (path === served.prefix) return { served, name: '' };
    if (path.startsWith(`${served.prefix}/`)) return { served, name: path.slice(served.prefix.length + 1) };
  }
  return undefined;
}

/** Escapes text inside HTML like Go's `html.EscapeString`. */
const ENTITIES: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&#34;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string => text.replace(/[<>&"']/g, (char) => ENTITIES[char] ?? char);

/**
 * Renders the list of endpoints at `/` (consensus-rpc.md 1.4). The markup is the engine's, including its invalid
 * `</br>` tags. Returns the page. `host` is the request's Host header; `prefix` is the path under which the dialect is
 * mounted.
 */
function indexPage(routes: Iterable<Route>, host: string, prefix: string): string {
  const links = [...routes]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, args }) => {
      const link = `//${escapeHtml(host)}${prefix}/${name}?${args.map((arg) => `${arg.name}=_`).join('&')}`;
      return `<a href="${link}">${link}</a></br>`;
    });
  return `<html><body><br>Available endpoints:<br><br>Endpoints that require arguments:<br>${links.join('')}</body></html>`;
}

/** Cleans a path like Go's `path.Clean`, except that a trailing slash stays. */
function cleaned(path: string): string {
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  const slash = path.endsWith('/') && segments.length > 0 ? '/' : '';
  return `/${segments.join('/')}${slash}`;
}

/**
 * Redirects paths with empty, `.` or `..` segments to the clean path, as the engine's mux does (net/http, ServeMux).
 * Returns the redirect, or undefined when the path is clean.
 */
function redirected({ method, path, query }: ProtocolRequest): ProtocolResponse | undefined {
  if (!/\/(\/|\.\.?(\/|$))/.test(path)) return undefined;
  const location = cleaned(path) + (query === '' ? '' : `?${query}`);
  const isRead = method === 'GET' || method === 'HEAD';
  return {
    status: 307,
    headers: { location, ...(isRead && { 'content-type': 'text/html; charset=utf-8' }) },
    body: method === 'GET' ? `<a href="${escapeHtml(location)}">Temporary Redirect</a>.\n\n` : '',
  };
}

const WITH_FORM: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** Parses query strings and form bodies like Go's `url.ParseQuery`: a pair with a broken escape or a `;` is dropped. */

function unescapeComponent(text: string): string | undefined {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/** Returns the first value of each name. */
function parseQueryString(query: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const pair of query.split('&')) {
    if (pair === '' || pair.includes(';')) continue;
    const equals = pair.indexOf('=');
    const name = unescapeComponent(equals < 0 ? pair : pair.slice(0, equals));
    const value = unescapeComponent(equals < 0 ? '' : pair.slice(equals + 1));
    if (name !== undefined && value !== undefined && !values.has(name)) values.set(name, value);
  }
  return values;
}

/** Reads parameters from the query string first, then from a form in the body. */
function parameterLookup({ method, query, headers, body }: ProtocolRequest): (name: string) => string {
  const fromQuery = parseQueryString(query);
  const isForm = headers['content-type']?.toLowerCase().startsWith('application/x-www-form-urlencoded') ?? false;
  const fromForm = WITH_FORM.has(method) && isForm ? parseQueryString(fromUtf8(body)) : new Map<string, string>();
  return (name) => fromQuery.get(name) || fromForm.get(name) || '';
}

/** Handles URI over HTTP: `GET /<method>?<name>=<value>` (consensus-rpc.md 1.3, 1.7). The HTTP method is ignored. */
async function handleUri(served: Served, route: Route, request: ProtocolRequest): Promise<ProtocolResponse> {
  if (route.transport === 'websocket') return failure(404, METHOD_NOT_FOUND, NO_ID);
  let args: ArgValues;
  try {
    args = decodeUriArgs(route.args, parameterLookup(request));
  } catch (error) {
    if (!(error instanceof GoError)) throw error;
    return failure(500, invalidParams(`error converting http params to arguments: ${error.message}`), NO_ID);
  }
  const outcome = await outcomeOf(() => route.call(served.context, args));
  if ('error' in outcome) return failure(500, outcome.error, NO_ID);
  return answers([encodeResponse(NO_ID, outcome)], isCacheable(route, args, served.context.strict));
}

async function route(
  mounts: readonly Served[],
  request: ProtocolRequest,
  batch: Batch | undefined,
): Promise<ProtocolResponse> {
  const elsewhere = redirected(request);
  if (elsewhere !== undefined) return elsewhere;
  const located = locate(mounts, request.path);
  if (located === undefined) return NOT_FOUND;
  const { served, name } = located;
  if (name === SOCKET_NAME) return NO_UPGRADE;
  if (name !== '') {
    const found = served.routes.get(name);
    return found === undefined ? NOT_FOUND : handleUri(served, found, request);
  }
  if (request.body.length > 0) return handlePost(served, request, batch);
  return html(indexPage(served.routes.values(), request.headers['host'] ?? '', served.prefix));
}

/**
 * Creates the protocol handler of the CometBFT RPC. Throws HalleyError `invalid-config` for a dialect that does not
 * exist.
 */
export function createCometHandler(backend: CometBackend, options: CometOptions): ProtocolHandler {
  const limits = { ...DEFAULT_COMET_LIMITS, ...options.limits };
  const mounts = mount(backend, options, limits);
  const hub = new SubscriptionHub(backend);
  const onBug = options.onBug ?? (() => {});

  const answer = async (request: ProtocolRequest, batch: Batch | undefined): Promise<ProtocolResponse> => {
    try {
      return await route(mounts, request, batch);
    } catch (error) {
      if (!(error instanceof EnginePanic)) onBug(error);
      return panic(panicText(error));
    }
  };

  return {
    name: 'CometBFT RPC',
    bodyTooLarge: BODY_TOO_LARGE,
    async handle(request) {
      const early = checkEarly(request.body, limits);
      if (early.type === 'refused') return early.response;
      const response = await answer(request, early.batch);
      const time = { 'x-server-time': unixSeconds(options.now()).toString() };
      return { ...response, headers: Object.assign({}, response.headers, time) };
    },
    openSocket(connection) {
      const located = locate(mounts, connection.path);
      if (located?.name !== SOCKET_NAME) return undefined;
      return new CometSocket(located.served, hub, connection, onBug);
    },
    stop: () => hub.cancelAll(EXITED),
  };
}
