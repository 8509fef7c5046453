/** Lists the keys of `config.toml` about catching up, what is stored, and metrics. */
import type { EngineSettings } from './engine_settings.js';
import type { TomlSection } from './toml.js';

export const syncSections = (): readonly TomlSection[] => [
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
    lines: [['version', 'v0', 'Implementation: v0']],
  },
];

export const storageSections = ({ prometheusAddress }: EngineSettings): readonly TomlSection[] => [
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
