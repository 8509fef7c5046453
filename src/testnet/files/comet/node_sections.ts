/** Lists the keys of `config.toml` about the node itself and its RPC. */
import { DEFAULT_COMET_LIMITS } from '../../../rpc/comet/options.js';
import type { EngineSettings } from './engine_settings.js';
import type { TomlSection } from './toml.js';

/** Is the largest body of a request, in bytes: a transaction of `max_tx_bytes` in base64 fits with room to spare. */
const RPC_BODY_BYTES = 4_000_000;

export const baseSection = ({ moniker, proxyApp }: EngineSettings, version: string): TomlSection => ({
  table: '',
  title: 'Node',
  lines: [
    ['version', version, 'Version of CometBFT that this file is for'],
    ['proxy_app', proxyApp, 'Address at which the application serves ABCI: tcp:// or unix://'],
    ['moniker', moniker, 'Name of the node'],
    ['db_backend', 'goleveldb', 'Database: goleveldb, or one that the binary was built with'],
    ['db_dir', 'data', 'Folder of the database'],
    ['log_level', 'info', 'Lowest level that is logged, also by module: "consensus:debug,*:info"'],
    ['log_format', 'plain', 'Format of the log: plain or json'],
    ['genesis_file', 'config/genesis.json', 'Genesis document'],
    ['priv_validator_key_file', 'config/priv_validator_key.json', 'Key with which the validator signs; keep it secret'],
    ['priv_validator_state_file', 'data/priv_validator_state.json', 'What the validator signed last; never restore it'],
    ['priv_validator_laddr', '', 'Address for an external signer; empty uses the key file'],
    ['node_key_file', 'config/node_key.json', 'Key that identifies the node to its peers'],
    ['abci', 'socket', 'Protocol of the application: Halley serves socket'],
    ['filter_peers', false, 'Ask the application whether to accept a peer'],
    ['event_bus_buffer_capacity', 0, 'Events that wait for subscribers; 0 waits for them'],
  ],
});

export const rpcSection = ({ rpcAddress }: EngineSettings): TomlSection => ({
  table: 'rpc',
  title: 'CometBFT RPC',
  lines: [
    ['laddr', rpcAddress, 'Address on which the RPC listens. The application needs it'],
    ['cors_allowed_origins', [], 'Origins whose pages may call; "*" for all'],
    ['cors_allowed_methods', ['HEAD', 'GET', 'POST'], 'HTTP methods of those pages'],
    [
      'cors_allowed_headers',
      ['Origin', 'Accept', 'Content-Type', 'X-Requested-With', 'X-Server-Time'],
      'Headers of those pages',
    ],
    ['grpc_laddr', '', 'Address of the gRPC server, which only broadcasts; empty for none'],
    ['grpc_max_open_connections', 900, 'Highest number of its connections; 0 means no limit'],
    ['unsafe', false, 'Enable dial_seeds, dial_peers and unsafe_flush_mempool'],
    ['max_open_connections', 900, 'Highest number of connections, including WebSockets; 0 means no limit'],
    ['max_subscription_clients', 100, 'Highest number of connections with subscriptions'],
    [
      'max_subscriptions_per_client',
      DEFAULT_COMET_LIMITS.subscriptionsPerClient,
      'Highest number of subscriptions of a connection (the default of 5 is too few for the SDKs)',
    ],
    ['experimental_subscription_buffer_size', 200, 'Events of a subscription that a slow client has not read'],
    ['experimental_websocket_write_buffer_size', 200, 'Responses that a slow client has not read; at least the former'],
    ['experimental_close_on_slow_client', false, 'Close the connection of a slow client instead of dropping events'],
    ['timeout_broadcast_tx_commit', '10s', 'Time for which broadcast_tx_commit waits for a block'],
    [
      'max_request_batch_size',
      DEFAULT_COMET_LIMITS.batchSize,
      'Highest number of requests in a batch; 0 means no limit (the default of 10 is too few for CosmJS)',
    ],
    [
      'max_body_bytes',
      RPC_BODY_BYTES,
      'Largest body of a request, in bytes (the default is too low for large deployments)',
    ],
    ['max_header_bytes', 1_048_576, 'Largest header of a request, in bytes'],
    ['tls_cert_file', '', 'Certificate file, which makes the RPC HTTPS; relative to the config folder'],
    ['tls_key_file', '', 'Private key file of the certificate'],
    ['pprof_laddr', '', 'Address of the profiler; empty for none'],
  ],
});
