/**
 * Formats `config.toml` of CometBFT (config/toml.go): every key of the engine, with its meaning. Networks whose keys came
 * with 0.40 have the file of 0.40, all others that of 0.38, which 0.39 and 0.40 read too.
 */
import { isNewKeyType } from '../../../abci/pub_key.js';
import type { ResolvedConfig } from '../../../config/schema.js';
import { DEFAULT_COMET_LIMITS } from '../../../rpc/comet/options.js';
import { DURATION_NANOS } from '../../../settings/kinds.js';

/** Version of CometBFT for networks with keys that all versions know. */
export const COMET_VERSION = '0.38.25';
const NEWER_VERSION = '0.40.0';

/** Returns the version of CometBFT that the files of a network with these types of keys are for. */
export const cometVersion = (keyTypes: readonly string[]): string =>
  keyTypes.some(isNewKeyType) ? NEWER_VERSION : COMET_VERSION;

const HEADER = [
  'CometBFT: the consensus engine of a validator. Halley, its application, is configured by app.toml.',
  'Paths are relative to the home folder. Durations are texts such as "500ms" or "1m30s".',
];

/** Values that differ between the `config.toml` of nodes and networks. All other keys have the engine's defaults. */
interface EngineSettings {
  readonly moniker: string;
  /** Result of `cometVersion`. */
  readonly version: string;
  /** Addresses such as `tcp://127.0.0.1:26657`. */
  readonly proxyApp: string;
  readonly rpcAddress: string;
  readonly p2pAddress: string;
  /** Address without protocol. */
  readonly prometheusAddress: string;
  readonly persistentPeers: string;
  /** Number of nodes, all of which may connect to the same node. */
  readonly nodes: number;
  readonly mempool: ResolvedConfig['mempool'];
  readonly consensus: ResolvedConfig['consensus'];
}

export const cometConfigText = (settings: EngineSettings): string =>
  tomlText(HEADER, [
    baseSection(settings),
    rpcSection(settings),
    p2pSection(settings),
    ...(isNewer(settings.version) ? LIBP2P_SECTIONS : []),
    mempoolSection(settings),
    ...syncSections(settings),
    consensusSection(settings),
    ...storageSections(settings),
  ]);

/** Value of TOML that `config.toml` has. */
type TomlScalar = string | number | boolean | readonly string[];

/** Key with its value and its meaning. */
type TomlLine = readonly [key: string, value: TomlScalar, doc: string];

interface TomlSection {
  /** Name of the table; empty means the top level. */
  readonly table: string;
  readonly title: string;
  readonly lines: readonly TomlLine[];
}

function valueText(value: TomlScalar): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'object') return `[${value.map((each) => JSON.stringify(each)).join(', ')}]`;
  return String(value);
}

const lineText = ([key, value, doc]: TomlLine): string => `# ${doc}\n${key} = ${valueText(value)}\n`;

function sectionText({ table, title, lines }: TomlSection): string {
  const head = table === '' ? `## ${title}\n` : `## ${title}\n[${table}]\n`;
  return [head, ...lines.map(lineText)].join('\n');
}

/** Returns the text of a file. `header` has lines without `#`. */
const tomlText = (header: readonly string[], sections: readonly TomlSection[]): string =>
  `${header.map((line) => `# ${line}`).join('\n')}\n\n${sections.map(sectionText).join('\n')}`;

const isNewer = (version: string): boolean => version !== COMET_VERSION;

/** Keys of the experimental network of 0.39 and later, with the engine's defaults. */
const LIBP2P_SECTIONS: readonly TomlSection[] = [
  {
    table: 'p2p.libp2p',
    title: 'Peers over libp2p (experimental)',
    lines: [['enabled', false, "Use libp2p instead of CometBFT's connections"]],
  },
  {
    table: 'p2p.libp2p.scaler',
    title: 'Workers for messages over libp2p',
    lines: [
      ['min_workers', 4, 'Lowest number of workers'],
      ['max_workers', 32, 'Highest number of workers'],
      ['threshold_latency', '100ms', 'Latency below which workers are added'],
    ],
  },
  {
    table: 'p2p.libp2p.limits',
    title: 'Limits of libp2p',
    lines: [
      ['mode', 'default', 'Limits: disabled, default or custom'],
      ['max_peers', 0, 'Highest number of peers, if custom'],
      ['max_peer_streams', 0, 'Highest number of streams of a peer, if custom'],
    ],
  },
];

/** Keys of the mempool of an application, which 0.39 and later have. */
const APP_MEMPOOL_LINES: readonly TomlLine[] = [
  ['seen_cache_size', 100_000, 'Type app only: number of remembered transactions'],
  ['reap_max_bytes', 0, 'Type app only: most bytes that are taken at once; 0 means no limit'],
  ['reap_max_gas', 0, 'Type app only: most gas that is taken at once; 0 means no limit'],
  ['reap_interval', '500ms', 'Type app only: pause between questions for transactions'],
  ['check_tx_retry_delay', '5s', 'Type app only: time after which a transaction may be checked again'],
];

/** Returns the keys about catching up. */
const syncSections = ({ version }: EngineSettings): readonly TomlSection[] => [
  {
    table: 'statesync',
    title: 'State sync: a new node begins with a snapshot of the state',
    lines: [
      ['enable', false, 'Whether a node without blocks asks its peers for a snapshot'],
      ['rpc_servers', '', 'At least two RPCs to verify the snapshot with, separated by commas'],
      ['trust_height', 0, 'Height of a header that is known to be right'],
      ['trust_hash', '', 'Hash of that header'],
      ['trust_period', '168h0m0s', 'Time for which validators are trusted; less than the unbonding time'],
      ['discovery_time', '15s', 'Time for finding snapshots'],
      ['temp_dir', '', 'Folder for the parts of a snapshot; empty uses that of the system'],
      ['chunk_request_timeout', '10s', 'Time after which another peer is asked for a part'],
      ['chunk_fetchers', '4', 'Number of parts that are fetched at once'],
      ['max_snapshot_chunks', 100_000, 'Highest number of parts of a snapshot'],
    ],
  },
  {
    table: 'blocksync',
    title: 'Block sync: a node that is behind fetches blocks',
    lines: [
      ['version', 'v0', 'Implementation: v0'],
      ...(isNewer(version)
        ? [['adaptive_sync', false, 'Also take part in consensus meanwhile; dangerous for validators'] as const]
        : []),
    ],
  },
];

/** Returns the keys about what is stored, and about metrics. */
const storageSections = ({ prometheusAddress }: EngineSettings): readonly TomlSection[] => [
  {
    table: 'storage',
    title: 'Storage',
    lines: [['discard_abci_responses', false, 'Drop the results of blocks, which block_results and indexes need']],
  },
  {
    table: 'tx_index',
    title: 'Index of transactions',
    lines: [
      ['indexer', 'kv', 'Index: kv, psql (PostgreSQL) or null (none)'],
      ['psql-conn', '', 'PostgreSQL connection: postgresql://user:password@host:port/database'],
    ],
  },
  {
    table: 'instrumentation',
    title: 'Metrics',
    lines: [
      ['prometheus', true, 'Serve metrics under /metrics'],
      ['prometheus_listen_addr', prometheusAddress, 'Address of the metrics'],
      ['max_open_connections', 3, 'Highest number of connections; 0 means no limit'],
      ['namespace', 'cometbft', 'Prefix of the names of metrics'],
    ],
  },
];

/** Largest body of a request, in bytes: a transaction of `max_tx_bytes` in base64 fits with room to spare. */
const RPC_BODY_BYTES = 4_000_000;

const baseSection = ({ moniker, proxyApp, version }: EngineSettings): TomlSection => ({
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

const rpcSection = ({ rpcAddress }: EngineSettings): TomlSection => ({
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

/** Engine's number of peers that may connect. */
const INBOUND_PEERS = 40;

/** Returns a duration in the notation of Go, without quotes. */
const duration = (nanos: bigint): string => JSON.parse(DURATION_NANOS.write(nanos)) as string;

const p2pSection = ({ p2pAddress, persistentPeers, nodes }: EngineSettings): TomlSection => ({
  table: 'p2p',
  title: 'Peers',
  lines: [
    ['laddr', p2pAddress, 'Address on which peers connect'],
    ['external_address', '', 'IP and port that peers should use; empty derives it'],
    ['seeds', '', 'Nodes to ask for peers: ID@host:port, separated by commas'],
    ['persistent_peers', persistentPeers, 'Nodes to stay connected to: ID@host:port, separated by commas'],
    ['addr_book_file', 'config/addrbook.json', 'File of known peers'],
    ['addr_book_strict', false, 'Accept only public addresses; false for private networks'],
    ['max_num_inbound_peers', Math.max(INBOUND_PEERS, nodes), 'Highest number of peers that connected to this node'],
    ['max_num_outbound_peers', 10, 'Highest number of peers that this node connects to, besides persistent ones'],
    ['unconditional_peer_ids', '', 'Ids of peers to which no limit applies, separated by commas'],
    [
      'persistent_peers_max_dial_period',
      '0s',
      'Longest pause between attempts to reach a persistent peer; 0s doubles it',
    ],
    // As in CometBFT 1.0. With the 100 ms of 0.38, an account whose clients use several nodes gets 8 transactions a second.
    ['flush_throttle_timeout', '10ms', 'Time for which messages are collected before they are sent'],
    ['max_packet_msg_payload_size', 1024, 'Largest packet, in bytes'],
    ['send_rate', 5_120_000, 'Highest number of bytes sent to a peer in a second'],
    ['recv_rate', 5_120_000, 'Highest number of bytes received from a peer in a second'],
    ['pex', true, 'Exchange addresses of peers'],
    ['seed_mode', false, 'Only collect addresses and give them to others'],
    ['private_peer_ids', '', 'Ids of peers that others do not learn about, separated by commas'],
    ['allow_duplicate_ip', true, 'Accept several peers from one IP address'],
    ['handshake_timeout', '20s', 'Time limit of a handshake'],
    ['dial_timeout', '3s', 'Time limit of a connection attempt'],
  ],
});

const mempoolSection = ({ mempool, version }: EngineSettings): TomlSection => ({
  table: 'mempool',
  title: 'Mempool',
  lines: [
    ['type', 'flood', 'Mempool: flood gossips transactions, nop has none'],
    ['recheck', mempool.recheck, 'Check the remaining transactions again after each block'],
    ['recheck_timeout', '1s', 'Time for which the application may answer these checks'],
    ['broadcast', true, 'Send transactions to peers'],
    ['wal_dir', '', 'Folder of a log of transactions; empty for none'],
    ['size', mempool.size, 'Highest number of transactions'],
    ['max_txs_bytes', mempool.maxTxsBytes, 'Highest total size of transactions, in bytes'],
    ['cache_size', mempool.cacheSize, 'Number of remembered transactions, which are refused when they arrive again'],
    ['keep-invalid-txs-in-cache', mempool.keepInvalidTxsInCache, 'Also remember invalid transactions'],
    ['max_tx_bytes', mempool.maxTxBytes, 'Largest transaction, in bytes'],
    ['max_batch_bytes', 0, 'Unused by the engine'],
    [
      'experimental_max_gossip_connections_to_persistent_peers',
      0,
      'Highest number of persistent peers that get transactions; 0 means all',
    ],
    [
      'experimental_max_gossip_connections_to_non_persistent_peers',
      0,
      'Highest number of other peers that get transactions; 0 means all',
    ],
    ...(isNewer(version) ? APP_MEMPOOL_LINES : []),
  ],
});

const consensusSection = ({ consensus }: EngineSettings): TomlSection => ({
  table: 'consensus',
  title: 'Consensus',
  lines: [
    ['wal_file', 'data/cs.wal/wal', 'Log from which consensus continues after a crash'],
    ['timeout_propose', duration(consensus.propose), 'Wait for the proposal of a round; then prevote nil'],
    ['timeout_propose_delta', duration(consensus.proposeDelta), 'Added with each round'],
    ['timeout_prevote', duration(consensus.prevote), 'Wait for more prevotes when more than 2/3 do not agree'],
    ['timeout_prevote_delta', duration(consensus.prevoteDelta), 'Added with each round'],
    ['timeout_precommit', duration(consensus.precommit), 'Wait for more precommits when more than 2/3 do not agree'],
    ['timeout_precommit_delta', duration(consensus.precommitDelta), 'Added with each round'],
    ['timeout_commit', duration(consensus.commit), 'Wait after a commit before the next height: the block time'],
    ['double_sign_check_height', 0, 'Heights in which the own vote prevents a start; 0 checks none'],
    ['skip_timeout_commit', consensus.skipTimeoutCommit, 'Continue as soon as all precommits have arrived'],
    ['create_empty_blocks', true, 'Make blocks without transactions'],
    ['create_empty_blocks_interval', '0s', 'Time between blocks without transactions'],
    ['peer_gossip_sleep_duration', '100ms', 'Pause between messages to a peer that has everything'],
    ['peer_query_maj23_sleep_duration', '2s', 'Pause between questions for votes that a peer has'],
    ['block_time_tolerance', '1m0s', 'Time by which a block may be ahead of the own clock'],
  ],
});
