/** Defines the options of the REST gateway. */
import { boolean, type Members, type Reader, whole } from '../../settings/reader.js';
import { orBoolean, SERVER_ADDRESS, type ServerAddress } from '../../settings/server_options.js';

/** Configures the REST gateway of Cosmos clients. */
export interface ApiOptions extends ServerAddress {
  /** Lets pages of every origin read the responses. The default is false: only pages of this machine can. */
  readonly enabledUnsafeCors?: boolean;
  /** Whether pages may call gRPC here, as gRPC-Web. The default is true. */
  readonly grpcWeb?: boolean;
  /** Most open connections. The default is 1000. */
  readonly maxOpenConnections?: number;
}

export interface SurfaceOption {
  /** The REST gateway of Cosmos clients. */
  readonly api?: ApiOptions | boolean;
}

export const api: Reader<ApiOptions | boolean> = orBoolean({
  ...SERVER_ADDRESS,
  enabledUnsafeCors: boolean,
  grpcWeb: boolean,
  maxOpenConnections: whole(1),
} satisfies Members<ApiOptions>);
