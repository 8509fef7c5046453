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
import { HEIGHT_HEADER, heightOf, queryError } from '../grpc/query_status.js';
import { GrpcCode, GrpcError } from '../grpc/status.js';
import type { ProtocolHandler, ProtocolRequest, ProtocolResponse } from '../protocol_handler.js';
import { openApiDocument } from './openapi.js';
import { requestOf } from './parameters.js';
import { type Found, Routes } from './routes.js';
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

export function createGatewayHandler(options: GatewayOptions): ProtocolHandler {
  const { backend, scheduler, onBug, swagger = false } = options;
  const documentPaths = ['/openapi.json', ...(swagger ? ['/swagger', '/swagger/', '/swagger/openapi.json'] : [])];
  const routes = new Routes(backend.methods);
  let openApi: string | undefined;

  const answer = (request: ProtocolRequest): ProtocolResponse | Promise<ProtocolResponse> => {
    const { path, method } = request;
    const found = routes.find(path);
    for (const each of found) if (each.route.httpMethod === method) return answerMethod(options, each, request);
    if (method === 'GET' && documentPaths.includes(path)) {
      openApi ??= JSON.stringify(openApiDocument(routes.all, backend.messages, options.version));
      return { status: 200, headers: JSON_TYPE, body: openApi };
    }
    throw new GrpcError(GrpcCode.unimplemented, found.length === 0 ? 'Not Implemented' : 'Method Not Allowed');
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
  const asked = heightOf(request.headers[HEIGHT_HEADER] ?? request.headers[METADATA_HEIGHT]);
  const response = await query({ path: method.path, data, height: asked, prove: false });
  if (response.code !== 0) throw queryError(response, method, data);
  const height = response.height.toString();
  // A long list takes as long to convert as to read.
  const body = await runInTurn(scheduler, request.peer, () =>
    goJson(messageToJson(method.response, response.value, messages)),
  );
  return { status: 200, headers: { ...JSON_TYPE, [HEIGHT_HEADER]: height, [METADATA_HEIGHT]: height }, body };
}
