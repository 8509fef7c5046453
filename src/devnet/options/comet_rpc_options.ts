/** Defines the options of the CometBFT RPC. */
import { COMET_LIMIT_OPTIONS, COMET_RPC_OPTIONS } from '../../config/options.js';
import type { CometLimits } from '../../rpc/comet/options.js';
import type { CorsPolicy } from '../../server/cors.js';
import type { ServerLimits } from '../../server/limits.js';
import type { TlsFiles } from '../../server/tls.js';
import { amount, boolean, listOf, type Members, object, type Reader, readersOf, text } from '../../settings/reader.js';
import { address, orBoolean, origins, serverLimits, tls, type Where } from '../../settings/server_options.js';

/** Configures the CometBFT RPC. */
export interface CometRpcOptions {
  /** Address at which the RPC listens; commas separate several addresses. */
  readonly address?: Where;
  /** Takes a free port when the port of an address is in use. The default is false. */
  readonly orFreePort?: boolean;
  /**
   * Dialect of the root path: `0.34`, `0.37` (the default), `0.38`, `0.39`, `0.40`, `1.0` or `documented`. The others
   * are served under their prefixes.
   */
  readonly dialect?: string;
  /** Copies the engine's behaviour exactly. The default is true; false is more lenient to clients. */
  readonly strict?: boolean;
  /** Also serves dial_seeds, dial_peers and unsafe_flush_mempool. */
  readonly unsafe?: boolean;
  /** Ends a slow client's subscription as soon as `limits.writeQueue` frames wait for it. */
  readonly closeOnSlowClient?: boolean;
  /** Per-client limits. Omitted ones keep their defaults. */
  readonly limits?: Partial<CometLimits>;
  /** Connection and body limits: sizes in bytes, times in milliseconds. */
  readonly server?: Partial<ServerLimits>;
  /** Origins whose pages may read responses; none by default. They, and local pages, may open WebSockets. */
  readonly cors?: CorsPolicy;
  /** Serves HTTPS and WSS on every address. */
  readonly tls?: TlsFiles;
}

const COMET_LIMITS = {
  ...readersOf(COMET_LIMIT_OPTIONS),
  queryBytes: amount,
  connectionBacklog: amount,
  answerBacklog: amount,
  queuedRequests: amount,
} satisfies Members<CometLimits>;

const CORS = {
  origins,
  methods: listOf(text, 'methods'),
  headers: listOf(text, 'headers'),
} satisfies Members<CorsPolicy>;

export const rpc: Reader<CometRpcOptions | boolean> = orBoolean({
  ...readersOf(COMET_RPC_OPTIONS),
  address,
  orFreePort: boolean,
  limits: object<Partial<CometLimits>>(COMET_LIMITS),
  server: serverLimits,
  cors: object<CorsPolicy>(CORS, { required: ['origins', 'methods', 'headers'] }),
  tls,
} satisfies Members<CometRpcOptions>);
