/** Defines the options of gRPC. */
import { DEFAULT_GRPC_SIZES } from '../../server/limits.js';
import { type Members, type Reader, whole } from '../../settings/reader.js';
import { orBoolean, SERVER_ADDRESS, type ServerAddress } from '../../settings/server_options.js';

/** Configures gRPC for Cosmos clients over HTTP/2 without TLS: the queries of all modules, transactions, reflection and health. */
export interface GrpcOptions extends ServerAddress {
  /** Most bytes of a request. The default is 10 MiB. */
  readonly maxRecvMsgSize?: number;
  /** Most bytes of a response. The default is 2 GiB. */
  readonly maxSendMsgSize?: number;
}

export interface SurfaceOption {
  /** gRPC for Cosmos clients. */
  readonly grpc?: GrpcOptions | boolean;
}

const size = whole(1, DEFAULT_GRPC_SIZES.maxSendMsgSize);

export const grpc: Reader<GrpcOptions | boolean> = orBoolean({
  ...SERVER_ADDRESS,
  maxRecvMsgSize: size,
  maxSendMsgSize: size,
} satisfies Members<GrpcOptions>);
