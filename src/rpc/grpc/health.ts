/** Implements `grpc.health.v1.Health`. The chain and its services are up until the chain halts. */
import { CodecError } from '../../codec/codec_error.js';
import { small, string } from '../../codec/protobuf/field.js';
import { message } from '../../codec/protobuf/message.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { ProtocolCall, ProtocolStream } from '../protocol_handler.js';
import type { OwnMethod } from './own_method.js';
import { GrpcCode, GrpcError, OK_TRAILERS, refusedCall } from './status.js';

const ServingStatus = {
  enum: 'grpc.health.v1.HealthCheckResponse.ServingStatus',
  values: { 0: 'UNKNOWN', 1: 'SERVING', 2: 'NOT_SERVING', 3: 'SERVICE_UNKNOWN' },
};
const SERVING = 1;
const NOT_SERVING = 2;
const SERVICE_UNKNOWN = 3;

const HealthCheckRequest = message('grpc.health.v1.HealthCheckRequest', { service: string(1) }, { lenient: true });
const HealthCheckResponse = message('grpc.health.v1.HealthCheckResponse', { status: small(1, ServingStatus) });

const MESSAGES = { request: HealthCheckRequest, response: HealthCheckResponse };

/** Open calls of `Watch`. */
export class HealthWatches {
  readonly #open = new Set<ProtocolCall>();
  readonly methods: readonly OwnMethod[] = [
    { path: '/grpc.health.v1.Health/Check', ...MESSAGES, once: (request) => this.#check(request) },
    { path: '/grpc.health.v1.Health/Watch', ...MESSAGES, open: (call) => this.#watch(call) },
  ];

  constructor(
    readonly problem: () => string | undefined,
    readonly isService: (name: string) => boolean,
  ) {}

  /** Ends all calls, because the server closes. */
  stop(): void {
    for (const call of [...this.#open]) call.end(OK_TRAILERS);
  }

  #check(request: Bytes): Bytes {
    const status = this.#statusOf(decoded(request));
    if (status === SERVICE_UNKNOWN) throw new GrpcError(GrpcCode.notFound, 'unknown service');
    return HealthCheckResponse.encode({ status });
  }

  /** Sends the status once. It changes only when the chain halts, which ends the process or shows in `Check`. */
  #watch(call: ProtocolCall): ProtocolStream {
    this.#open.add(call);
    return {
      message: (request) => {
        try {
          call.send(HealthCheckResponse.encode({ status: this.#statusOf(decoded(request)) }));
        } catch (error) {
          if (!(error instanceof GrpcError)) throw error;
          call.end(refusedCall(error).trailers ?? {});
        }
      },
      finished: () => undefined,
      close: () => this.#open.delete(call),
    };
  }

  #statusOf(service: string): number {
    if (service !== '' && !this.isService(service)) return SERVICE_UNKNOWN;
    return this.problem() === undefined ? SERVING : NOT_SERVING;
  }
}

function decoded(request: Bytes): string {
  try {
    return HealthCheckRequest.decode(request).service;
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    throw new GrpcError(GrpcCode.internal, `grpc: error unmarshalling request: ${error.message}`);
  }
}
