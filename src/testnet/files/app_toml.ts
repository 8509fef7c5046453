/** Formats `app.toml` of a validator's home: the application, its servers and its connection to the engine. */
import { ABCI_DEFAULTS } from '../../config/abci_settings.js';
import { configFileText } from '../../config/file_text.js';
import type { ResolvedConfig } from '../../config/schema.js';

export interface AppAddresses {
  /** Such as `127.0.0.1:8545`. */
  readonly evmHttp: string;
  readonly evmWs: string;
  readonly assets: string;
  readonly api: string;
  readonly grpc: string;
  readonly dashboard: string;
  /** Address at which the application serves ABCI, such as `tcp://127.0.0.1:26658`. */
  readonly abci: string;
  /** URL of the engine's RPC. */
  readonly node: string;
}

/**
 * Settings at the top level that also apply to a node under an engine. The others concern the simulation.
 */
const NODE_SETTINGS: ReadonlySet<string> = new Set([
  'compat',
  'accounts',
  'mnemonic',
  'derivationPath',
  'autoImpersonate',
  'order',
  'maxTransactions',
]);

export function appTomlText(config: ResolvedConfig, addresses: AppAddresses): string {
  const { jsonRpc, api, assets, dashboard, grpc } = config;
  const own: ResolvedConfig = {
    ...config,
    jsonRpc: { ...jsonRpc, address: addresses.evmHttp, wsAddress: addresses.evmWs },
    api: { ...api, address: addresses.api },
    assets: { ...assets, address: addresses.assets },
    dashboard: { ...dashboard, address: addresses.dashboard },
    grpc: { ...grpc, address: addresses.grpc },
  };
  const text = configFileText('app.toml', own, {
    header: 'Halley: the application of a CometBFT node, and its servers.',
    hasFixedAddresses: true,
    has: (section, name) => section !== 'registry' && (section !== 'devnet' || NODE_SETTINGS.has(name)),
    titleOf: (section) => (section === 'devnet' ? 'Accounts, and the order of transactions' : undefined),
  });
  return `${text}\n${abciText(addresses)}`;
}

const abciText = ({ abci, node }: AppAddresses): string =>
  [
    '## Consensus engine',
    '[abci]',
    '',
    '# Address at which the application serves ABCI to the engine: tcp:// or unix://',
    `address = ${JSON.stringify(abci)}`,
    '',
    "# URL of the engine's RPC",
    `node = ${JSON.stringify(node)}`,
    '',
    '# Minimum number of blocks that the engine retains; 0 retains all',
    `min-retain-blocks = ${ABCI_DEFAULTS.minRetainBlocks}`,
    '',
    '# Make a snapshot for state sync at each multiple of this height; 0 makes none',
    `snapshot-interval = ${ABCI_DEFAULTS.snapshotInterval}`,
    '',
    '# Number of snapshots to keep',
    `snapshot-keep-recent = ${ABCI_DEFAULTS.snapshotKeepRecent}`,
    '',
  ].join('\n');
