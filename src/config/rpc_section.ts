/**
 * Defines `[rpc]` of config.toml: the CometBFT RPC (consensus-rpc.md 11). Checks and error texts are the engine's,
 * where it has them.
 */
import { DEFAULT_COMET_LIMITS } from '../rpc/comet/options.js';
import { COMET_RPC_PORT } from '../settings/default_ports.js';
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
} from '../settings/kinds.js';
import { section, setting } from '../settings/setting.js';

export const RPC = section({
  file: 'config.toml',
  table: 'rpc',
  prefixed: true,
  title: 'CometBFT RPC',
  settings: {
    laddr: setting(
      'laddr',
      LISTEN_ADDRESSES,
      `tcp://127.0.0.1:${COMET_RPC_PORT}`,
      'TCP and Unix socket addresses, separated by commas; empty for none',
    ),
    dialect: setting(
      'dialect',
      oneOf('0.34', '0.37', '0.38', 'documented'),
      '0.37',
      'Response format at the root: a version of CometBFT, or documented; each is also served under its own prefix',
    ),
    strict: setting(
      'strict',
      BOOLEAN,
      true,
      'Be as strict as CometBFT: integers in quotes, params required; false is more lenient',
    ),
    unsafe: setting('unsafe', BOOLEAN, false, 'Enable dial_seeds, dial_peers and unsafe_flush_mempool'),
    corsAllowedOrigins: setting('cors_allowed_origins', ORIGINS, [], 'Origins whose pages may call; * for all'),
    corsAllowedMethods: setting(
      'cors_allowed_methods',
      WORDS,
      ['HEAD', 'GET', 'POST'],
      'HTTP methods that pages of the allowed origins may use',
    ),
    corsAllowedHeaders: setting(
      'cors_allowed_headers',
      WORDS,
      ['Origin', 'Accept', 'Content-Type', 'X-Requested-With', 'X-Server-Time'],
      'Headers that pages of the allowed origins may send',
    ),
    maxOpenConnections: setting(
      'max_open_connections',
      count('max_open_connections'),
      900,
      'Highest number of connections of an address, including WebSockets; further ones wait; 0 means no limit',
    ),
    maxSubscriptionClients: setting(
      'max_subscription_clients',
      count('max_subscription_clients'),
      DEFAULT_COMET_LIMITS.subscriptionClients,
      'Highest number of connections with subscriptions',
    ),
    maxSubscriptionsPerClient: setting(
      'max_subscriptions_per_client',
      count('max_subscriptions_per_client'),
      DEFAULT_COMET_LIMITS.subscriptionsPerClient,
      'Highest number of subscriptions of one connection (CometBFT’s 5 is too few for the SDKs)',
    ),
    subscriptionBufferSize: setting(
      'experimental_subscription_buffer_size',
      atLeast(100, 'experimental_subscription_buffer_size must be >= 100'),
      DEFAULT_COMET_LIMITS.subscriptionBuffer,
      'Highest number of events of a subscription that a slow client has not read (CometBFT’s 200 is one busy block)',
    ),
    webSocketWriteBufferSize: setting(
      'experimental_websocket_write_buffer_size',
      count('experimental_websocket_write_buffer_size'),
      DEFAULT_COMET_LIMITS.writeQueue,
      'Highest number of responses and events of a connection that a slow client has not read; at least the buffer of a subscription',
    ),
    closeOnSlowClient: setting(
      'experimental_close_on_slow_client',
      BOOLEAN,
      false,
      'End the subscription of a slow client, with an error, as soon as that write buffer is full',
    ),
    timeoutBroadcastTxCommitMs: setting(
      'timeout_broadcast_tx_commit',
      duration('timeout_broadcast_tx_commit'),
      DEFAULT_COMET_LIMITS.broadcastCommitMs,
      'Time for which broadcast_tx_commit waits for a block',
    ),
    maxRequestBatchSize: setting(
      'max_request_batch_size',
      count('max_request_batch_size'),
      DEFAULT_COMET_LIMITS.batchSize,
      'Highest number of requests in a batch; 0 means no limit (CometBFT’s 10 is too few for CosmJS)',
    ),
    maxBodyBytes: setting(
      'max_body_bytes',
      count('max_body_bytes'),
      DEFAULT_COMET_LIMITS.bodyBytes,
      'Largest body of a request, in bytes',
    ),
    maxHeaderBytes: setting(
      'max_header_bytes',
      count('max_header_bytes'),
      1_048_576,
      'Largest request line with headers, in bytes; 0 for the default',
    ),
    tlsCertFile: setting(
      'tls_cert_file',
      FILE_OR_NONE,
      '',
      'Certificate file (PEM, with its chain), which makes every address HTTPS and WSS; relative to the config folder',
    ),
    tlsKeyFile: setting(
      'tls_key_file',
      FILE_OR_NONE,
      '',
      'Private key file of the certificate (PEM); relative to the config folder',
    ),
    grpcLaddr: setting(
      'grpc_laddr',
      unserved('gRPC', 'broadcast_tx_commit is on the RPC'),
      '',
      'Not served: leave it empty',
    ),
    pprofLaddr: setting(
      'pprof_laddr',
      unserved('pprof', 'profile the process with node --inspect'),
      '',
      'Not served: leave it empty',
    ),
  },
});
