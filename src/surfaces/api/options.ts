/** Defines the options of the REST gateway. */
import { REST_BOUNDS } from '../../settings/bounds.js';
import { boolean, type Members, type Reader, whole } from '../../settings/reader.js';
import { orBoolean, SERVER_ADDRESS, type ServerAddress } from '../../settings/server_options.js';

/** Configures the REST gateway of Cosmos clients. */
export interface ApiOptions extends ServerAddress {
  /** Lets pages of every origin read the responses. The default is false: only pages of this machine can. */
  readonly enabledUnsafeCors?: boolean;
  /** Whether pages may call gRPC here, as gRPC-Web. The default is true. */
  readonly grpcWeb?: boolean;
  /** Serves the OpenAPI document under `/swagger` too. The default is false. */
  readonly swagger?: boolean;
  /** Most open connections. The default is 1000. */
  readonly maxOpenConnections?: number;
  /** Longest time until a request has arrived, in seconds; 0 means no limit. The default is 10. */
  readonly rpcReadTimeout?: number;
  /** Longest time until a client has read a response, in seconds; 0 means no limit. The default is 30. */
  readonly rpcWriteTimeout?: number;
  /** Most bytes of a request's body. The default is 1000000. */
  readonly rpcMaxBodyBytes?: number;
}

export interface SurfaceOption {
  /** The REST gateway of Cosmos clients. */
  readonly api?: ApiOptions | boolean;
}

const { maxOpenConnections, rpcReadTimeout, rpcWriteTimeout, rpcMaxBodyBytes } = REST_BOUNDS;

export const api: Reader<ApiOptions | boolean> = orBoolean({
  ...SERVER_ADDRESS,
  enabledUnsafeCors: boolean,
  grpcWeb: boolean,
  swagger: boolean,
  maxOpenConnections: whole(maxOpenConnections.least, maxOpenConnections.most),
  rpcReadTimeout: whole(rpcReadTimeout.least, rpcReadTimeout.most),
  rpcWriteTimeout: whole(rpcWriteTimeout.least, rpcWriteTimeout.most),
  rpcMaxBodyBytes: whole(rpcMaxBodyBytes.least, rpcMaxBodyBytes.most),
} satisfies Members<ApiOptions>);
