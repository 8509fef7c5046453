/**
 * Answers gRPC calls: every query of the application by its path, reflection and health. It is given messages without
 * frames; `src/server/grpc` and `grpc_web.ts` frame them.
 */
import type { SdkBackend, SdkMethod } from '../../backend/sdk.js';
import type { FairScheduler } from '../../kernel/fair_scheduler.js';
import { isGone } from '../../kernel/fair_scheduler.js';
import type { ProtocolHandler, ProtocolRequest, ProtocolResponse } from '../protocol_handler.js';
import { HealthWatches } from './health.js';
import type { OwnMethod } from './own_method.js';
import { queryError, sdkError } from './query_status.js';
import { Reflection } from './reflection.js';
import { GrpcCode, GrpcError, OK_TRAILERS, refusedCall } from './status.js';

/** Header with a height, in requests and responses. */
export const HEIGHT_HEADER = 'x-cosmos-block-height';

const MAX_INT64 = 2n ** 63n - 1n;

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
    handle(request) {
      if (scheduler === undefined) return answer(request);
      const { peer } = request;
      if (scheduler.isOverBudget(peer))
        return Promise.resolve(scheduler.begin(peer)).then((slice) => {
          const settled = isGone(peer) ? refusedCall(CANCELED) : answer(request);
          slice.end();
          return settled;
        });
      const since = scheduler.now();
      const settled = answer(request);
      scheduler.charge(peer, since);
      return settled;
    },
    openCall: (call) => own.get(call.path)?.open?.(call),
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
      const refusal = refusedCall(queryError(response, method, body));
      return { ...refusal, headers: { ...refusal.headers, ...head } };
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

/** Returns the height of the header; 0, the latest, without one. Throws GrpcError with the SDK's texts. */
function heightOf(header: string | undefined): bigint {
  // As in the SDK, several heights are none.
  if (header === undefined || header.includes(',')) return 0n;
  const wrong = (why: string): GrpcError =>
    sdkError(
      INVALID_REQUEST,
      `Baseapp.RegisterGRPCServer: invalid height header "${HEIGHT_HEADER}": strconv.ParseInt: parsing ${JSON.stringify(header)}: ${why}: invalid request`,
    );
  if (!/^[+-]?\d+$/.test(header)) throw wrong('invalid syntax');
  const height = BigInt(header.replace('+', ''));
  if (height > MAX_INT64 || height < -MAX_INT64 - 1n) throw wrong('value out of range');
  if (height < 0n)
    throw sdkError(INVALID_REQUEST, 'cannot query with height < 0; please provide a valid height: invalid request');
  return height;
}

const INVALID_REQUEST = 18;

/** Returns the error for a path without a method, in grpc-go's words. */
function unimplemented(path: string, isService: (name: string) => boolean): GrpcError {
  const at = path.lastIndexOf('/');
  const [service, method] = [path.slice(1, at), path.slice(at + 1)];
  if (at < 1) return new GrpcError(GrpcCode.unimplemented, `malformed method name: ${JSON.stringify(path)}`);
  if (!isService(service)) return new GrpcError(GrpcCode.unimplemented, `unknown service ${service}`);
  return new GrpcError(GrpcCode.unimplemented, `unknown method ${method} for service ${service}`);
}
