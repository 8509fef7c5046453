/**
 * Serves the SDK's REST gateway: each method of the chain's services at the path of its query. Responses and errors
 * have the gateway's form; `/openapi.json` describes them.
 */
import type { SdkBackend } from '../../backend/sdk.js';
import { CodecError } from '../../codec/codec_error.js';
import { goJson } from '../../codec/go_json.js';
import { bodyFromJson, messageToJson } from '../../codec/protobuf/json.js';
import type { Bytes } from '../../kernel/bytes.js';
import { type FairScheduler, isGone } from '../../kernel/fair_scheduler.js';
import type { ProtocolHandler, ProtocolRequest, ProtocolResponse } from '../protocol_handler.js';
import { openApiDocument } from './openapi.js';
import { requestOf } from './parameters.js';
import { type Found, Routes } from './routes.js';
import { GatewayError, invalidArgument, JSON_TYPE, queryError, refusal, sdkError } from './status.js';

export interface GatewayOptions {
  readonly backend: SdkBackend;
  readonly version: string;
  readonly scheduler?: FairScheduler;
  /** Receives a bug of ours that a request ran into. */
  readonly onBug: (error: unknown) => void;
}

/** Headers with the height of a request, and of its response. */
const HEIGHT = 'x-cosmos-block-height';
const METADATA_HEIGHT = `grpc-metadata-${HEIGHT}`;
const MAX_INT64 = 2n ** 63n - 1n;

export function createGatewayHandler(options: GatewayOptions): ProtocolHandler {
  const { backend, scheduler, onBug } = options;
  const routes = new Routes(backend.methods);
  let openApi: string | undefined;

  const answer = async (request: ProtocolRequest): Promise<ProtocolResponse> => {
    const { path, method } = request;
    if (path === '/openapi.json' && method === 'GET') {
      openApi ??= JSON.stringify(openApiDocument(routes.all, backend.messages, options.version));
      return { status: 200, headers: JSON_TYPE, body: openApi };
    }
    const found = routes.find(path);
    const chosen = found.find(({ route }) => route.httpMethod === method);
    if (chosen === undefined)
      throw new GatewayError('Unimplemented', found.length === 0 ? 'Not Implemented' : 'Method Not Allowed');
    return answerMethod(backend, chosen, request);
  };

  const settled = async (request: ProtocolRequest): Promise<ProtocolResponse> => {
    try {
      return await answer(request);
    } catch (error) {
      if (error instanceof GatewayError) return refusal(error);
      if (error instanceof CodecError) return refusal(invalidArgument(error.message));
      onBug(error);
      return refusal(new GatewayError('Internal', 'internal error: this is a bug of Halley'));
    }
  };

  return {
    name: 'REST',
    async handle(request) {
      const { peer } = request;
      if (scheduler === undefined) return settled(request);
      if (scheduler.isOverBudget(peer)) {
        const slice = await scheduler.begin(peer);
        const response = isGone(peer) ? refusal(new GatewayError('Canceled', 'context canceled')) : settled(request);
        slice.end();
        return response;
      }
      const since = scheduler.now();
      const response = settled(request);
      scheduler.charge(peer, since);
      return response;
    },
  };
}

async function answerMethod(
  { messages, query }: SdkBackend,
  { route: { method, httpMethod }, fields }: Found,
  request: ProtocolRequest,
): Promise<ProtocolResponse> {
  const data: Bytes =
    httpMethod === 'POST'
      ? bodyFromJson(method.request, request.body, messages)
      : requestOf(method.request, fields, request.query, messages);
  const response = await query({ path: method.path, data, height: heightOf(request), prove: false });
  if (response.code !== 0) throw queryError(response);
  const height = response.height.toString();
  return {
    status: 200,
    headers: { ...JSON_TYPE, [HEIGHT]: height, [METADATA_HEIGHT]: height },
    body: goJson(messageToJson(method.response, response.value, messages)),
  };
}

/** Returns the height that the request asks for, 0 for the latest. Throws GatewayError in the SDK's words. */
function heightOf({ headers }: ProtocolRequest): bigint {
  const text = headers[HEIGHT] ?? headers[METADATA_HEIGHT] ?? '';
  if (text === '') return 0n;
  const isNumber = /^[+-]?\d{1,30}$/.test(text);
  const height = isNumber ? BigInt(text.replace('+', '')) : 0n;
  if (isNumber && height <= MAX_INT64 && height >= 0n) return height;
  const reason = !isNumber
    ? `invalid height header "${text}": strconv.ParseInt: parsing "${text}": invalid syntax`
    : height < 0n
      ? `height "${HEIGHT}" must be greater than or equal to 0`
      : `invalid height header "${text}": strconv.ParseInt: parsing "${text}": value out of range`;
  throw sdkError(18, `Baseapp.RegisterGRPCServer: ${reason}: invalid request`);
}
