/** Defines the options of gRPC. */
import { boolean, type Members, type Reader, whole } from '../../settings/reader.js';
import { address, orBoolean, type Where } from '../../settings/server_options.js';

/** Configures gRPC for Cosmos clients: the queries of all modules, transactions, reflection and health. */
export interface GrpcOptions {
  /** Address at which HTTP/2 without TLS listens. */
  readonly address?: Where;
  /** Takes a free port when the port of the address is in use. The default is false. */
  readonly orFreePort?: boolean;
  /** Most bytes of a request. The default is 10 MiB. */
  readonly maxRecvMsgSize?: number;
  /** Most bytes of a response. The default is 2 GiB. */
  readonly maxSendMsgSize?: number;
}

export interface SurfaceOption {
  /** gRPC for Cosmos clients. */
  readonly grpc?: GrpcOptions | boolean;
}

export const grpc: Reader<GrpcOptions | boolean> = orBoolean({
  address,
  orFreePort: boolean,
  maxRecvMsgSize: whole(1),
  maxSendMsgSize: whole(1),
} satisfies Members<GrpcOptions>);
