/**
 * Serves the CometBFT RPC (consensus-rpc.md) in all dialects at once. The root uses the configured dialect. Each
 * dialect is also mounted under its prefix (`/v<version>`), with its own `/websocket`.
 */
import type { ChainSlot } from '../../backend/chain_slot.js';
import type { CometBackend } from '../../backend/comet.js';
import { HalleyError } from '../../kernel/errors.js';
import { isGone } from '../../kernel/fair_scheduler.js';
import { once } from '../../kernel/once.js';
import { fromUtf8 } from '../../kernel/text.js';
import { unixSeconds } from '../../kernel/time.js';
import type { ProtocolHandler, ProtocolRequest, ProtocolResponse } from '../protocol_handler.js';
import { idRule, outcomeOf, panicText, paramsToArgs, type Served } from './call.js';
import type { Dialect } from './dialects/dialect.js';
import { COMET_DIALECTS } from './dialects/index.generated.js';
import { GenesisText } from './genesis_text.js';
import { type Batch, BODY_TOO_LARGE, checkEarly } from './http/early_checks.js';
import { answers, failure, html, isCacheable, NOT_FOUND, panic, text } from './http/response.js';
import { handleUri } from './http/uri.js';
import { type CometLimits, type CometOptions, DEFAULT_COMET_LIMITS, DEFAULT_DIALECT } from './options.js';
import type { ArgValues } from './protocol/decode_args.js';
import { encodeResponse, type Outcome } from './protocol/envelope.js';
import { EnginePanic, GoError, invalidParams, METHOD_NOT_FOUND, parseError, type RpcError } from './protocol/error.js';
import { type RpcRequest, readRequests } from './protocol/request.js';
import { ResponseCache } from './response_cache.js';
import type { Route, RouteContext } from './route.js';
import { COMET_ROUTES } from './routes/index.generated.js';
import { CometSocket } from './socket.js';
import { SubscriptionHub } from './subscriptions/hub.js';
import { TxProofs } from './tx_proof.js';

const SOCKET_NAME = 'websocket';
/** Reason for which subscriptions end when the node stops. CometBFT 0.34 sends the same text. */
const EXITED = 'CometBFT exited';
/** Response to a request for the WebSocket route that does not ask for an upgrade. */
const NO_UPGRADE = text(400, 'Bad Request\n', { 'sec-websocket-version': '13' });

/**
 * Creates the protocol handler of the CometBFT RPC. Throws HalleyError `invalid-config` for a dialect that does not
 * exist.
 */
export function createCometHandler(
  slot: ChainSlot<{ readonly comet: CometBackend }>,
  options: CometOptions,
): ProtocolHandler {
  const limits = { ...DEFAULT_COMET_LIMITS, ...options.limits };
  const mounts = mount(slot, options, limits);
  const hub = new SubscriptionHub(slot);
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

function mount(
  slot: ChainSlot<{ readonly comet: CometBackend }>,
  options: CometOptions,
  limits: CometLimits,
): readonly Served[] {
  const rest = {
    limits,
    strict: options.strict ?? true,
    closeOnSlowClient: options.closeOnSlowClient ?? false,
    proofs: new TxProofs(),
    scheduler: options.scheduler,
  };
  const version = options.dialect ?? DEFAULT_DIALECT;
  const contexts = COMET_DIALECTS.map((unbound: Dialect) => {
    const dialect = unbound.bind?.((height) => slot.now.comet.validators(height)) ?? unbound;
    return {
      ...rest,
      get backend() {
        return slot.now.comet;
      },
      dialect,
      cache: new ResponseCache(),
      genesisText: new GenesisText(dialect),
    };
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
  const offered = routes.filter(({ unsafe }) => unsafe !== true || options.unsafe === true);
  const serve = (prefix: string, context: RouteContext): Served => {
    // Few clients use more than one dialect.
    const routes = once(() => routesOf(context.dialect, offered));
    return {
      prefix,
      context,
      get routes() {
        return routes();
      },
      meter: options.meter,
    };
  };
  const prefixOf = ({ prefix, version: name }: Dialect): string => prefix ?? `/v${name}`;
  return [...contexts.map((context) => serve(prefixOf(context.dialect), context)), serve('', root)];
}

/** Returns the offered routes that a dialect has, with the arguments that it adds. */
const routesOf = ({ absentRoutes, moreArgs }: Dialect, offered: readonly Route[]): ReadonlyMap<string, Route> =>
  new Map(
    offered
      .filter(({ name }) => !absentRoutes.includes(name))
      .map((route) => {
        const more = moreArgs?.[route.name];
        return [route.name, more === undefined ? route : { ...route, args: [...route.args, ...more] }];
      }),
  );

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

const HTML_ENTITIES: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&#34;',
  "'": '&#39;',
};

/** Escapes text inside HTML like Go's `html.EscapeString`. */
const escapeHtml = (text: string): string => text.replace(/[<>&"']/g, (char) => HTML_ENTITIES[char] ?? char);

/**
 * Renders the list of endpoints at `/` (consensus-rpc.md 1.4). The markup is the engine's, including its invalid
 * `</br>` tags. `host` is the request's Host header; `prefix` is the path under which the dialect is mounted.
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

type Call = RpcRequest & { readonly type: 'call' };
interface Answer {
  readonly outcome: Outcome;
  readonly cacheable: boolean;
}

const refused = (error: RpcError): Answer => ({ outcome: { error }, cacheable: false });

async function answer(served: Served, { method, params }: Call): Promise<Answer> {
  const route = served.routes.get(method);
  if (route === undefined || route.transport === 'websocket') return refused(METHOD_NOT_FOUND);
  let args: ArgValues;
  try {
    args = paramsToArgs(route.args, params, served.context.strict);
  } catch (error) {
    if (!(error instanceof GoError)) throw error;
    return refused(invalidParams(`error converting json params to arguments: ${error.message}`));
  }
  const outcome = await outcomeOf(served, route, () => route.call(served.context, args));
  const succeeds = served.context.strict || 'result' in outcome;
  return { outcome, cacheable: succeeds && isCacheable(route, args, served.context.strict) };
}

function read(
  { context }: Served,
  { body }: ProtocolRequest,
  batch: Batch | undefined,
): readonly RpcRequest[] | ProtocolResponse {
  const ids = idRule(context);
  if (batch !== undefined && ids === 'cut') return batch;
  try {
    return readRequests(fromUtf8(body), ids);
  } catch (error) {
    if (!(error instanceof GoError)) throw error;
    return failure(500, parseError(`error unmarshaling request: ${error.message}`));
  }
}

/**
 * Handles JSON-RPC over HTTP: one request or a batch in the body of a request to `/` (consensus-rpc.md 1.3, 1.5, 1.6).
 * `batch` is defined when an earlier check has read the body as a batch. The calls of a batch run in the time slices of
 * their client, and stop when the client has disconnected.
 */
async function handlePost(
  served: Served,
  request: ProtocolRequest,
  batch: Batch | undefined,
): Promise<ProtocolResponse> {
  const requests = read(served, request, batch);
  if ('status' in requests) return requests;
  const responses: string[] = [];
  let cacheable = true;
  for (const call of requests) {
    if (call.type === 'notification') continue;
    const slice = requests.length === 1 ? undefined : await served.context.scheduler?.begin(request.peer);
    if (slice !== undefined && isGone(slice.client)) {
      slice.end();
      return answers([], false);
    }
    // The time that a call spends waiting is not charged to the batch.
    const answering = answer(served, call);
    slice?.end();
    const { outcome, cacheable: keeps } = await answering;
    cacheable &&= keeps;
    responses.push(encodeResponse(call.id, outcome));
  }
  return answers(responses, cacheable);
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
