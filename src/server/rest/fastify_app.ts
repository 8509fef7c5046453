/**
 * Creates a fastify application from a REST service; no other file uses fastify. It is called through `inject`, without
 * a socket of its own, because the listener already has limits, TLS and an orderly close.
 *
 * The shapes' own check replaces fastify's validator: it reports the first wrong member and coerces, removes and fills
 * in nothing. Responses have no response schema, because that would drop members that it does not name.
 */
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { refusalOf } from '../../kernel/errors.js';
import { type FairScheduler, runInSlices } from '../../kernel/fair_scheduler.js';
import type { ProtocolRequest, ProtocolResponse } from '../../rpc/protocol_handler.js';
import { docsPage } from '../../rpc/rest/docs_page.js';
import { jsonBody } from '../../rpc/rest/json_body.js';
import { openApi } from '../../rpc/rest/openapi.js';
import {
  INTERNAL,
  METHOD_NOT_ALLOWED,
  NOT_FOUND,
  type Problem,
  problemBody,
  UNIMPLEMENTED,
} from '../../rpc/rest/problem.js';
import { queryValues } from '../../rpc/rest/query_values.js';
import type { Method, RestAnswer, RestRoute, RestSteps } from '../../rpc/rest/route.js';
import type { RestService } from '../../rpc/rest/service.js';
import { type Known, RestValue, type Shape, WrongValue } from '../../rpc/rest/shape.js';
import { ANY_PAGE, anyPagePreflight } from './any_page.js';

/** Handles requests in place of fastify's own server. */
export type RestApp = (request: ProtocolRequest) => Promise<ProtocolResponse>;

/** Refusal on its way to the error handler. */
class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

const NOTHING_KNOWN: Known = { has: () => false };

export async function createFastifyApp(
  service: RestService,
  onBug: ((error: unknown) => void) | undefined,
  scheduler: FairScheduler | undefined,
): Promise<RestApp> {
  const app = fastify({
    // The listener's limit is lower, or set by the operator.
    bodyLimit: Number.MAX_SAFE_INTEGER,
    frameworkErrors: (_error, _request, reply) => void refuse((reply as FastifyReply).headers(ANY_PAGE), NOT_FOUND),
  });
  const refuse = (reply: FastifyReply, problem: Problem): FastifyReply =>
    send(reply.code(problem.status), 'application/json', JSON.stringify(problemBody(problem)));
  const answer = (reply: FastifyReply, given: RestAnswer): FastifyReply => {
    if ('problem' in given) return refuse(reply, given.problem);
    if ('html' in given) return send(reply, 'text/html; charset=utf-8', given.html);
    return send(reply, 'application/json', JSON.stringify(given.json));
  };
  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'OPTIONS')
      return reply
        .code(204)
        .headers(anyPagePreflight(request.headers as ProtocolRequest['headers']))
        .send();
    reply.headers(ANY_PAGE);
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: FastifyRequest, body: Buffer) => jsonBody(body));
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof Refusal) return refuse(reply, error.problem);
    onBug?.(refusalOf(error) ?? error);
    return refuse(reply, INTERNAL);
  });
  const all = [...service.routes, ...ownRoutes(service)];
  const methods = new Map(all.flatMap(({ paths, methods }) => paths.map((path) => [path, methods] as const)));
  const unserved = new Set(service.unserved);
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.replace(/\?.*$/s, '');
    const served = methods.get(path);
    if (served !== undefined)
      return refuse(reply.header('allow', [...served, 'OPTIONS'].join(', ')), METHOD_NOT_ALLOWED);
    return refuse(reply, unserved.has(path) ? UNIMPLEMENTED : NOT_FOUND);
  });
  for (const route of all)
    for (const url of route.paths)
      for (const method of route.methods) addRoute(app, route, url, method, answer, scheduler);
  await app.ready();
  return (request) => ask(app, request);
}

function addRoute(
  app: FastifyInstance,
  route: RestRoute,
  url: string,
  method: Method,
  answer: (reply: FastifyReply, given: RestAnswer) => FastifyReply,
  scheduler: FairScheduler | undefined,
): void {
  const { input } = route;
  const part = method === 'GET' ? 'query' : 'body';
  app.route({
    url,
    method,
    ...(input !== undefined && {
      schema: { [part === 'query' ? 'querystring' : 'body']: input.schema },
      validatorCompiler: () => (value: unknown) => checked(route, input, part === 'query', value),
    }),
    handler: async (request, reply) => {
      const steps = (): RestSteps => route.handle((request[part] as { readonly read?: unknown })?.read);
      return answer(reply, await runInSlices(scheduler, { id: request.ip }, stepsOf(steps)));
    },
  });
}

/** Runs the handler inside the generator, so that its first step is already in a time slice. */
function* stepsOf(handle: () => RestSteps): Generator<void, RestAnswer> {
  const given = handle();
  return Symbol.iterator in given ? yield* given : given;
}

/** Checks an input. The value is wrapped, because fastify treats an empty value as missing. */
function checked(route: RestRoute, input: Shape<unknown>, isQuery: boolean, value: unknown) {
  const given = isQuery ? queryValues(input, value as Readonly<Record<string, unknown>>) : value;
  try {
    return { value: { read: input.read(new RestValue(given, route.known ?? NOTHING_KNOWN)) } };
  } catch (error) {
    if (!(error instanceof WrongValue)) throw error;
    return { error: new Refusal(route.refusal(error)) };
  }
}

/** Returns the routes that every service has. */
function ownRoutes(service: RestService): readonly RestRoute[] {
  const get = (paths: RestRoute['paths'], summary: string, handle: () => RestAnswer): RestRoute => ({
    paths,
    methods: ['GET'],
    summary,
    answer: {},
    refusal: () => INTERNAL,
    handle,
  });
  return [
    get(['/health'], 'Returns ok while the API is up.', () => ({ json: { status: 'ok' } })),
    get(['/openapi.json'], 'The OpenAPI document of this API.', () => ({ json: openApi(service) })),
    get(['/', '/docs'], 'The documentation of this API as a web page.', () => ({ html: docsPage(service) })),
  ];
}

/** Sends bytes, because fastify adds a charset to the content type of a text, which a client may compare. */
const send = (reply: FastifyReply, contentType: string, text: string): FastifyReply =>
  reply.header('content-type', contentType).send(Buffer.from(text));

/** Headers that belong to the connection and not to the forwarded request. */
const OF_CONNECTION: ReadonlySet<string> = new Set(['connection', 'content-length', 'transfer-encoding', 'expect']);

async function ask(app: FastifyInstance, request: ProtocolRequest): Promise<ProtocolResponse> {
  const { method, path, query, body, peer } = request;
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name, value]) => !OF_CONNECTION.has(name) && value !== undefined),
  );
  const response = await app.inject({
    method: method as Method,
    url: query === '' ? path : `${path}?${query}`,
    // Any body that is JSON is accepted, whatever its content type is.
    headers: { ...headers, 'content-type': 'application/json' },
    remoteAddress: peer.address,
    ...(body.length > 0 && { payload: Buffer.from(body) }),
  });
  const { 'content-length': _, connection: __, date: ___, ...own } = response.headers;
  const flat = Object.entries(own).map(([name, value]) => [name, [value].flat().join(', ')]);
  return { status: response.statusCode, headers: Object.fromEntries(flat), body: response.rawPayload };
}
