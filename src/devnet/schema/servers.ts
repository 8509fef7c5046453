/** Reads the options of the three servers. */
import { PATH_PREFIX } from '../../config/kinds.js';
import { namespacesProblem } from '../../config/namespaces.js';
import { HalleyError } from '../../kernel/errors.js';
import type { RouteOverride } from '../../rpc/assets/settings.js';
import { COMET_DIALECTS } from '../../rpc/comet/dialects/index.generated.js';
import type { CometLimits } from '../../rpc/comet/options.js';
import type { EvmLimits } from '../../rpc/evm/limits.js';
import { parseAddress } from '../../server/address.js';
import type { CorsPolicy } from '../../server/cors.js';
import type { ServerLimits } from '../../server/limits.js';
import type { TlsFiles } from '../../server/tls.js';
import type { AssetApiOptions, CometRpcOptions, JsonRpcOptions, Where } from '../options.js';
import {
  amount,
  anything,
  bigAmount,
  boolean,
  listener,
  listOf,
  type Members,
  object,
  oneOf,
  type Reader,
  text,
  where,
  whole,
} from './reader.js';

const isAddress = (address: string): boolean => {
  try {
    return parseAddress(address, 'address') !== undefined;
  } catch {
    return false;
  }
};

const address: Reader<Where> = where(
  (value) => typeof value === 'boolean' || (typeof value === 'string' && value.split(',').every(isAddress)),
  'true, false, or addresses such as 127.0.0.1:8545 or unix:///path, separated by commas',
);

const SERVER_LIMITS = {
  bodyBytes: amount,
  headerBytes: amount,
  connections: amount,
  requestTimeMs: amount,
  writeTimeMs: amount,
  idleTimeMs: amount,
  webSocketMessageBytes: amount,
  webSocketBacklogBytes: amount,
  webSocketBacklogMessages: amount,
  webSocketPingMs: amount,
  webSocketSilenceMs: amount,
  webSocketWriteMs: amount,
  backlogBytes: amount,
  closeTimeMs: amount,
} satisfies Members<ServerLimits>;

const EVM_LIMITS = {
  batchItems: amount,
  responseBytes: amount,
  callTimeMs: amount,
  gasCap: bigAmount,
  evmTimeMs: amount,
  txFeeCap: bigAmount,
  filters: amount,
  filterIdleMs: amount,
  filterCleanupMs: amount,
  filterEntries: amount,
  subscriptions: amount,
  pushesHeld: amount,
  callsInFlight: amount,
  logBlockRange: amount,
  logResults: amount,
  logAlternatives: amount,
  feeHistoryBlocks: amount,
  feeHistoryPercentiles: amount,
  proofKeys: amount,
} satisfies Members<EvmLimits>;

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

const tls = object<TlsFiles>({ certFile: text, keyFile: text }, { required: ['certFile', 'keyFile'] });

const origins = listOf(text, 'origins');

const namespaces: Reader<readonly string[]> = (value, path) => {
  const names = listOf(text, 'namespaces')(value, path);
  const problem = namespacesProblem(names);
  if (problem === undefined) return names;
  throw new HalleyError('invalid-argument', `${path} is ${JSON.stringify(names)}: ${problem}`, { option: path, names });
};

/** Makes a reader of a server's options, in place of which `true` means the defaults and `false` no server. */
const orBoolean =
  <T extends object>(members: Members<T>): Reader<T | boolean> =>
  (value, path) =>
    typeof value === 'boolean' ? value : object(members, { expected: 'true, false, or an object' })(value, path);

export const jsonRpc: Reader<JsonRpcOptions | boolean> = orBoolean({
  address,
  wsAddress: address,
  orFreePort: boolean,
  corsOrigins: origins,
  namespaces,
  allowUnprotectedTxs: boolean,
  allowInsecureUnlock: boolean,
  enableProfiling: boolean,
  gasPrice: bigAmount,
  slotsInAnEpoch: whole(0),
  minTip: bigAmount,
  limits: object<Partial<EvmLimits>>(EVM_LIMITS),
  server: object<Partial<ServerLimits>>(SERVER_LIMITS),
  tls,
  webSocketOrigins: listOf(text, 'host names'),
} satisfies Members<JsonRpcOptions>);

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
  server: object<Partial<ServerLimits>>(SERVER_LIMITS),
  cors: object<CorsPolicy>(CORS, { required: ['origins', 'methods', 'headers'] }),
  tls,
} satisfies Members<CometRpcOptions>);

const OVERRIDE = {
  originChainId: text,
  originDenom: text,
  destChainId: text,
  hops: listOf(text, 'hops'),
} satisfies Members<RouteOverride>;

export const assets: Reader<AssetApiOptions | boolean> = orBoolean({
  address,
  orFreePort: boolean,
  prefix: where<string>(
    (value) => typeof value === 'string' && PATH_PREFIX.read(value) !== undefined,
    PATH_PREFIX.expected,
  ),
  topology: anything,
  onSkipped: listener,
  maxForwardHops: whole(1, 2),
  maxTransfers: whole(1),
  requireSeen: boolean,
  includeMispathed: boolean,
  maxAssetsPerChain: whole(1),
  countDescribed: boolean,
  overrides: listOf(
    object<RouteOverride>(OVERRIDE, { required: ['originChainId', 'originDenom', 'destChainId', 'hops'] }),
    'overrides',
  ),
} satisfies Members<AssetApiOptions>);
