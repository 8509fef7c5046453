/**
 * Defines `[rpc]` of config.toml: the CometBFT RPC (consensus-rpc.md 11). Checks and error texts are the engine's,
 * where it has them.
 */
import { COMET_RPC_PORT } from '../settings/default_ports.js';
import { count, FILE_OR_NONE, LISTEN_ADDRESSES, ORIGINS, unserved, WORDS } from '../settings/kinds.js';
import { section, setting, settingOf } from '../settings/setting.js';
import { COMET_LIMIT_OPTIONS, COMET_RPC_OPTIONS } from './options.js';

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
    dialect: settingOf(COMET_RPC_OPTIONS.dialect),
    strict: settingOf(COMET_RPC_OPTIONS.strict),
    unsafe: settingOf(COMET_RPC_OPTIONS.unsafe),
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
    subscriptionClients: settingOf(COMET_LIMIT_OPTIONS.subscriptionClients),
    subscriptionsPerClient: settingOf(COMET_LIMIT_OPTIONS.subscriptionsPerClient),
    subscriptionBuffer: settingOf(COMET_LIMIT_OPTIONS.subscriptionBuffer),
    writeQueue: settingOf(COMET_LIMIT_OPTIONS.writeQueue),
    closeOnSlowClient: settingOf(COMET_RPC_OPTIONS.closeOnSlowClient),
    broadcastCommitMs: settingOf(COMET_LIMIT_OPTIONS.broadcastCommitMs),
    batchSize: settingOf(COMET_LIMIT_OPTIONS.batchSize),
    bodyBytes: settingOf(COMET_LIMIT_OPTIONS.bodyBytes),
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
