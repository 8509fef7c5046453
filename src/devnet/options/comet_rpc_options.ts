/** The options of the CometBFT RPC. */
import { COMET_DIALECTS } from '../../rpc/comet/dialects/index.generated.js';
import type { CometLimits } from '../../rpc/comet/options.js';
import type { CorsPolicy } from '../../server/cors.js';
import type { ServerLimits } from '../../server/limits.js';
import type { TlsFiles } from '../../server/tls.js';
import { amount, boolean, listOf, type Members, object, oneOf, type Reader, text } from '../../settings/reader.js';
import { address, orBoolean, origins, serverLimits, tls, type Where } from '../../settings/server_options.js';

/** Configures the CometBFT RPC. */
export interface CometRpcOptions {
  /** Several are separated by commas. */
  readonly address?: Where;
  /** Whether to take a free port where that of an address is in use. The default is false. */
  readonly orFreePort?: boolean;
  /** The root answers in it: `0.34`, `0.37` (the default), `0.38` or `documented`; the others are under their prefixes. */
  readonly dialect?: string;
  /** Copies the engine literally, the default; false is kinder to clients. */
  readonly strict?: boolean;
  /** Serves dial_seeds, dial_peers and unsafe_flush_mempool too. */
  readonly unsafe?: boolean;
  /** Ends a slow client's subscription as soon as `limits.writeQueue` frames wait for it. */
  readonly closeOnSlowClient?: boolean;
  /** What one client may ask for. What is left out keeps its default. */
  readonly limits?: Partial<CometLimits>;
  /** What the listeners bear: sizes in bytes, times in milliseconds. */
  readonly server?: Partial<ServerLimits>;
  /** Which pages may read answers; none without it. Its origins may open WebSockets too, besides pages of this machine. */
  readonly cors?: CorsPolicy;
  /** Makes every address HTTPS and WSS. */
  readonly tls?: TlsFiles;
}

const COMET_LIMITS = {
  bodyBytes: amount,
  batchSize: amount,
  queryBytes: amount,
  subscriptionClients: amount,
  subscriptionsPerClient: amount,
  subscriptionBuffer: amount,
  writeQueue: amount,
  connectionBacklog: amount,
  answerBacklog: amount,
  queuedRequests: amount,
  broadcastCommitMs: amount,
} satisfies Members<CometLimits>;

const CORS = {
  origins,
  methods: listOf(text, 'methods'),
  headers: listOf(text, 'headers'),
} satisfies Members<CorsPolicy>;

export const rpc: Reader<CometRpcOptions | boolean> = orBoolean({
  address,
  orFreePort: boolean,
  dialect: oneOf<string>(...COMET_DIALECTS.map(({ version }) => version)),
  strict: boolean,
  unsafe: boolean,
  closeOnSlowClient: boolean,
  limits: object<Partial<CometLimits>>(COMET_LIMITS),
  server: serverLimits,
  cors: object<CorsPolicy>(CORS, { required: ['origins', 'methods', 'headers'] }),
  tls,
} satisfies Members<CometRpcOptions>);
