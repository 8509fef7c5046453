/**
 * Answers gRPC calls: every query of the application by its path, reflection and health. It is given messages without
 * frames; `src/server/grpc` and `grpc_web.ts` frame them.
 */
import type { SdkBackend, SdkMethod } from '../../backend/sdk.js';
import type { Bytes } from '../../kernel/bytes.js';
import { type FairScheduler, isGone, runInTurn } from '../../kernel/fair_scheduler.js';
import type { ProtocolHandler, ProtocolRequest, ProtocolResponse } from '../protocol_handler.js';
import { HealthWatches } from './health.js';
import type { OwnMethod } from './own_method.js';
import { HEIGHT_HEADER, heightOf, queryError, UNREADABLE } from './query_status.js';
import { Reflection } from './reflection.js';
import { GrpcCode, GrpcError, OK_TRAILERS, refusedCall } from './status.js';

export interface GrpcOptions {
  readonly backend: SdkBackend;
  /** Returns why the chain has halted; undefined while it runs. */
  readonly problem: () => string | undefined;
  readonly scheduler?: FairScheduler | undefined;
  /** Most bytes of a response. */
  readonly maxSendBytes: number;
}

export function createGrpcHandler(options: GrpcOptions): ProtocolHandler {
  const { backend, scheduler } = options;
  const health = new HealthWatches(options.problem, (service) => isService(service));
  const reflection = new Reflection(backend, health.methods);
  const methods = new Map<string, SdkMethod>(backend.methods.map((method) => [method.path, method]));
  const own = new Map<string, OwnMethod>([...health.methods, ...reflection.methods].map((one) => [one.path, one]));
  const services = new Set([...methods.keys(), ...own.keys()].map((path) => path.slice(1, path.lastIndexOf('/'))));
  const isService = (name: string): boolean => services.has(name);

  const answer = (request: ProtocolRequest): ProtocolResponse | Promise<ProtocolResponse> => {
    const { path, body } = request;
    const method = methods.get(path);
    if (method !== undefined) return answerQuery(options, method, request);
    const once = own.get(path)?.once;
    try {
      if (once === undefined) throw unimplemented(path, isService);
      return { status: 200, headers: HEADERS, body: once(body), trailers: OK_TRAILERS };
    } catch (error) {
      return refusalOf(error);
    }
  };

  return {
    name: 'gRPC',
    handle: (request) =>
      runInTurn(scheduler, request.peer, () => (isGone(request.peer) ? refusedCall(CANCELED) : answer(request))),
    openCall(call) {
      const { peer } = call;
      const stream = own.get(call.path)?.open?.(call);
      const message = (given: Bytes) =>
        runInTurn(scheduler, peer, () => (isGone(peer) ? undefined : stream?.message(given)));
      return stream && { ...stream, message };
    },
    stop: () => health.stop(),
  };
}

const HEADERS = { 'content-type': 'application/grpc' };
const CANCELED = new GrpcError(GrpcCode.canceled, 'context canceled');

function refusalOf(error: unknown): ProtocolResponse {
  if (error instanceof GrpcError) return refusedCall(error);
  throw error;
}

async function answerQuery(
  { backend, maxSendBytes }: GrpcOptions,
  method: SdkMethod,
  { path, body, headers }: ProtocolRequest,
): Promise<ProtocolResponse> {
  try {
    const asked = heightOf(headers[HEIGHT_HEADER]);
    const response = await backend.query({ path, data: body, height: asked, prove: false });
    const { code, height, value } = response;
    const head = height === 0n ? HEADERS : { ...HEADERS, [HEIGHT_HEADER]: `${height}` };
    if (code !== 0) {
      const error = queryError(response, method, body);
      const refusal = refusedCall(error);
      // A request that cannot be decoded does not reach the handler that sends the height.
      return error.message.startsWith(UNREADABLE) ? refusal : { ...refusal, headers: { ...refusal.headers, ...head } };
    }
    if (value.length > maxSendBytes)
      throw new GrpcError(
        GrpcCode.resourceExhausted,
        `grpc: trying to send message larger than max (${value.length} vs. ${maxSendBytes})`,
      );
    return { status: 200, headers: head, body: value, trailers: OK_TRAILERS };
  } catch (error) {
    return refusalOf(error);
  }
}

/** Returns the error for a path without a method, in grpc-go's words. */
function unimplemented(path: string, isService: (name: string) => boolean): GrpcError {
  const at = path.lastIndexOf('/');
  const [service, method] = [path.slice(1, at), path.slice(at + 1)];
  if (at < 1) return new GrpcError(GrpcCode.unimplemented, `malformed method name: ${JSON.stringify(path)}`);
  if (!isService(service)) return new GrpcError(GrpcCode.unimplemented, `unknown service ${service}`);
  return new GrpcError(GrpcCode.unimplemented, `unknown method ${method} for service ${service}`);
}
