/** Lists the keys of `config.toml` about peers, the mempool and consensus. */
import { DURATION_MS } from '../../../settings/kinds.js';
import type { EngineSettings } from './engine_settings.js';
import type { TomlSection } from './toml.js';

/** Is the engine's number of peers that may connect. */
const INBOUND_PEERS = 40;

/** Returns a duration in the notation of Go, without quotes. */
const duration = (ms: number): string => JSON.parse(DURATION_MS.write(ms)) as string;

export const p2pSection = ({ p2pAddress, persistentPeers, nodes }: EngineSettings): TomlSection => ({
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

export const mempoolSection = ({ mempool }: EngineSettings): TomlSection => ({
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
  ],
});

export const consensusSection = ({ consensus }: EngineSettings): TomlSection => ({
  table: 'consensus',
  title: 'Consensus',
  lines: [
    ['wal_file', 'data/cs.wal/wal', 'Log from which consensus continues after a crash'],
    ['timeout_propose', duration(consensus.timeoutProposeMs), 'Wait for the proposal of a round; then prevote nil'],
    ['timeout_propose_delta', duration(consensus.timeoutProposeDeltaMs), 'Added with each round'],
    ['timeout_prevote', duration(consensus.timeoutPrevoteMs), 'Wait for more prevotes when more than 2/3 do not agree'],
    ['timeout_prevote_delta', duration(consensus.timeoutPrevoteDeltaMs), 'Added with each round'],
    [
      'timeout_precommit',
      duration(consensus.timeoutPrecommitMs),
      'Wait for more precommits when more than 2/3 do not agree',
    ],
    ['timeout_precommit_delta', duration(consensus.timeoutPrecommitDeltaMs), 'Added with each round'],
    [
      'timeout_commit',
      duration(consensus.timeoutCommitMs),
      'Wait after a commit before the next height: the block time',
    ],
    ['double_sign_check_height', 0, 'Heights in which the own vote prevents a start; 0 checks none'],
    ['skip_timeout_commit', consensus.skipTimeoutCommit, 'Continue as soon as all precommits have arrived'],
    ['create_empty_blocks', true, 'Make blocks without transactions'],
    ['create_empty_blocks_interval', '0s', 'Time between blocks without transactions'],
    ['peer_gossip_sleep_duration', '100ms', 'Pause between messages to a peer that has everything'],
    ['peer_query_maj23_sleep_duration', '2s', 'Pause between questions for votes that a peer has'],
    ['block_time_tolerance', '1m0s', 'Time by which a block may be ahead of the own clock'],
  ],
});
