/**
 * Serves the SDK's REST gateway: each method of the chain's services at the path of its query. Responses and errors
 * have the gateway's form; `/openapi.json` describes them.
 */
import type { SdkBackend } from '../../backend/sdk.js';
import { CodecError } from '../../codec/codec_error.js';
import { goJson } from '../../codec/go_json.js';
import { bodyFromJson, messageToJson } from '../../codec/protobuf/json.js';
import type { Bytes } from '../../kernel/bytes.js';
import { type FairScheduler, isGone, runInTurn } from '../../kernel/fair_scheduler.js';
import { fromUtf8 } from '../../kernel/text.js';
import { HEIGHT_HEADER, heightOf, queryError } from '../grpc/query_status.js';
import { GrpcCode, GrpcError } from '../grpc/status.js';
import type { ProtocolHandler, ProtocolRequest, ProtocolResponse } from '../protocol_handler.js';
import { openApiDocument } from './openapi.js';
import { requestOf } from './parameters.js';
import { type Found, Routes, unescaped } from './routes.js';
import { invalidArgument, JSON_TYPE, refusal } from './status.js';

export interface GatewayOptions {
  readonly backend: SdkBackend;
  readonly version: string;
  /** Whether the OpenAPI document is served under `/swagger` too. The default is false. */
  readonly swagger?: boolean;
  readonly scheduler?: FairScheduler;
  /** Receives a bug of ours that a request ran into. */
  readonly onBug: (error: unknown) => void;
}

/** Another name of the header with the height, which the gateway gives to headers of gRPC. */
const METADATA_HEIGHT = `grpc-metadata-${HEIGHT_HEADER}`;

/** The method that the SDK's gateway does not call as a query: its responses name no height. */
const BROADCAST = '/cosmos.tx.v1beta1.Service/BroadcastTx';

const FORM_TYPE = 'application/x-www-form-urlencoded';

export function createGatewayHandler(options: GatewayOptions): ProtocolHandler {
  const { backend, scheduler, onBug, swagger = false } = options;
  const documentPaths = ['/openapi.json', ...(swagger ? ['/swagger', '/swagger/', '/swagger/openapi.json'] : [])];
  const routes = new Routes(backend.methods);
  let openApi: string | undefined;

  const answer = (request: ProtocolRequest): ProtocolResponse | Promise<ProtocolResponse> => {
    const { method } = request;
    const path = decodedPath(request.path);
    if (path === undefined) return BAD_PATH;
    const clean = cleanPath(path);
    if (clean !== path) return moved(clean, request.query);
    const found = routes.find(path);
    for (const each of found) if (each.route.httpMethod === method) return answerMethod(options, each, request);
    if (method === 'GET' && documentPaths.includes(path)) {
      openApi ??= JSON.stringify(openApiDocument(routes.all, backend.messages, options.version));
      return { status: 200, headers: JSON_TYPE, body: openApi };
    }
    // A form that is sent to the path of a query is its parameters (grpc-gateway `isPathLengthFallback`).
    if (method !== 'POST' || request.headers['content-type'] !== FORM_TYPE || found[0] === undefined)
      throw new GrpcError(GrpcCode.unimplemented, 'Not Implemented');
    const query = [fromUtf8(request.body), request.query].filter((part) => part !== '').join('&');
    return answerMethod(options, found[0], { ...request, query });
  };

  const settled = async (request: ProtocolRequest): Promise<ProtocolResponse> => {
    try {
      return await answer(request);
    } catch (error) {
      if (error instanceof GrpcError) return refusal(error);
      if (error instanceof CodecError) return refusal(invalidArgument(error.message));
      onBug(error);
      return refusal(new GrpcError(GrpcCode.internal, 'internal error: this is a bug of Halley'));
    }
  };

  return {
    name: 'REST',
    handle: (request) =>
      runInTurn(scheduler, request.peer, () => (isGone(request.peer) ? refusal(CANCELED) : settled(request))),
  };
}

const CANCELED = new GrpcError(GrpcCode.canceled, 'context canceled');

async function answerMethod(
  { backend: { messages, query }, scheduler }: GatewayOptions,
  { route: { method, httpMethod }, fields }: Found,
  request: ProtocolRequest,
): Promise<ProtocolResponse> {
  const data: Bytes =
    httpMethod === 'POST'
      ? bodyFromJson(method.request, request.body, messages)
      : requestOf(method.request, fields, request.query, messages);
  const heights = [request.headers[HEIGHT_HEADER], request.headers[METADATA_HEIGHT]].filter((one) => one !== undefined);
  const asked = heightOf(heights.length > 0 ? heights.join() : undefined);
  const response = await query({ path: method.path, data, height: asked, prove: false });
  const height = response.height.toString();
  if (response.code !== 0) {
    const refused = refusal(queryError(response, method, data));
    if (response.height === 0n || method.path === BROADCAST) return refused;
    return { ...refused, headers: { ...refused.headers, [METADATA_HEIGHT]: height } };
  }
  // A long list takes as long to convert as to read.
  const body = await runInTurn(scheduler, request.peer, () =>
    goJson(messageToJson(method.response, response.value, messages)),
  );
  if (method.path === BROADCAST) return { status: 200, headers: JSON_TYPE, body };
  return { status: 200, headers: { ...JSON_TYPE, [HEIGHT_HEADER]: height, [METADATA_HEIGHT]: height }, body };
}

/** Go's HTTP server refuses a path with an invalid escape. */
const BAD_PATH = { status: 400, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: '400 Bad Request' };

const moved = (path: string, query: string): ProtocolResponse => ({
  status: 301,
  headers: { location: `${encodeURI(path)}${query === '' ? '' : `?${query}`}` },
  body: '',
});

/** Returns the path without empty segments, `.` and `..`, to which the SDK's router redirects. A final slash stays. */
function cleanPath(path: string): string {
  if (!/\/\/|\/\.\.?(\/|$)/.test(path)) return path;
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return `/${segments.join('/')}${path.endsWith('/') && segments.length > 0 ? '/' : ''}`;
}

/** Returns the path without percent escapes; undefined for an invalid one. */
function decodedPath(path: string): string | undefined {
  try {
    return unescaped(path);
  } catch (error) {
    if (error instanceof GrpcError) return undefined;
    throw error;
  }
}
