/** `[rpc]` of config.toml: the consensus RPC (consensus-rpc.md 11). Checks and refusals are the engine's, where it has some. */
import { DEFAULT_COMET_LIMITS } from '../rpc/comet/options.js';
import {
  atLeast,
  BOOLEAN,
  count,
  duration,
  FILE_OR_NONE,
  LISTEN_ADDRESSES,
  ORIGINS,
  oneOf,
  unserved,
  WORDS,
} from './kinds.js';
import { section, setting } from './setting.js';

export const RPC = section({
  file: 'config.toml',
  table: 'rpc',
  prefixed: true,
  title: 'Consensus RPC',
  settings: {
    laddr: setting(
      'laddr',
      LISTEN_ADDRESSES,
      'tcp://127.0.0.1:26657',
      'TCP and UNIX-socket addresses, separated by commas; empty for none',
    ),
    dialect: setting(
      'dialect',
      oneOf('0.34', '0.37', '0.38', 'documented'),
      '0.37',
      'Wire shapes at the root; each has its own prefix too',
    ),
    strict: setting(
      'strict',
      BOOLEAN,
      true,
      'As literal as the engine: integers in quotes, params always there; false is kinder',
    ),
    unsafe: setting('unsafe', BOOLEAN, false, 'Serve dial_seeds, dial_peers and unsafe_flush_mempool too'),
    corsAllowedOrigins: setting('cors_allowed_origins', ORIGINS, [], 'Origins that browsers may call from; * for all'),
    corsAllowedMethods: setting('cors_allowed_methods', WORDS, ['HEAD', 'GET', 'POST'], 'Methods that they may use'),
    corsAllowedHeaders: setting(
      'cors_allowed_headers',
      WORDS,
      ['Origin', 'Accept', 'Content-Type', 'X-Requested-With', 'X-Server-Time'],
      'Headers that they may send',
    ),
    maxOpenConnections: setting(
      'max_open_connections',
      count('max_open_connections'),
      900,
      'Connections of an address, WebSockets included; more wait for their turn; 0 for any number',
    ),
    maxSubscriptionClients: setting(
      'max_subscription_clients',
      count('max_subscription_clients'),
      DEFAULT_COMET_LIMITS.subscriptionClients,
      'Connections that subscribe',
    ),
    maxSubscriptionsPerClient: setting(
      'max_subscriptions_per_client',
      count('max_subscriptions_per_client'),
      DEFAULT_COMET_LIMITS.subscriptionsPerClient,
      'Subscriptions of one connection (the engine’s 5 is too few for the SDKs)',
    ),
    subscriptionBufferSize: setting(
      'experimental_subscription_buffer_size',
      atLeast(100, 'experimental_subscription_buffer_size must be >= 100'),
      DEFAULT_COMET_LIMITS.subscriptionBuffer,
      'Events of a subscription that wait for a slow client (the engine’s 200 is one busy block)',
    ),
    webSocketWriteBufferSize: setting(
      'experimental_websocket_write_buffer_size',
      count('experimental_websocket_write_buffer_size'),
      DEFAULT_COMET_LIMITS.writeQueue,
      'Responses and events of a connection that wait for a slow client; not below the buffer of a subscription',
    ),
    closeOnSlowClient: setting(
      'experimental_close_on_slow_client',
      BOOLEAN,
      false,
      'End a slow client’s subscription, which is told, as soon as so many wait',
    ),
    timeoutBroadcastTxCommitMs: setting(
      'timeout_broadcast_tx_commit',
      duration('timeout_broadcast_tx_commit'),
      DEFAULT_COMET_LIMITS.broadcastCommitMs,
      'How long broadcast_tx_commit waits',
    ),
    maxRequestBatchSize: setting(
      'max_request_batch_size',
      count('max_request_batch_size'),
      DEFAULT_COMET_LIMITS.batchSize,
      'Requests in a batch; 0 for any number (the engine’s 10 is too few for CosmJS)',
    ),
    maxBodyBytes: setting(
      'max_body_bytes',
      count('max_body_bytes'),
      DEFAULT_COMET_LIMITS.bodyBytes,
      'Bytes of a request’s body',
    ),
    maxHeaderBytes: setting(
      'max_header_bytes',
      count('max_header_bytes'),
      1_048_576,
      'Bytes of a request’s line and headers; 0 for the default',
    ),
    tlsCertFile: setting(
      'tls_cert_file',
      FILE_OR_NONE,
      '',
      'Certificate (PEM, its chain behind it) that makes every address HTTPS and WSS; relative to the config folder',
    ),
    tlsKeyFile: setting('tls_key_file', FILE_OR_NONE, '', 'Its private key (PEM); relative to the config folder'),
    grpcLaddr: setting(
      'grpc_laddr',
      unserved('gRPC', 'broadcast_tx_commit is on the RPC'),
      '',
      'Not served: to be left empty',
    ),
    pprofLaddr: setting(
      'pprof_laddr',
      unserved('pprof', 'profile the process with node --inspect'),
      '',
      'Not served: to be left empty',
    ),
  },
});
