/**
 * Measures the asset API in process, on the topology of the public registry with a simulated chain added. The rows are
 * the build of the graph, an answer with `allow_multi_tx` for each asset, and the first answer after the simulated
 * chain has changed.
 */
import { mainnetRegistry, registryTopology } from '../scripts/registry_topology.js';
import type { AssetBackend, ChainAssets, ChannelEnd } from '../src/backend/assets.js';
import { installFastCrypto } from '../src/crypto/install.js';
import { assetService } from '../src/rpc/assets/asset_service.js';
import { AssetGraph } from '../src/rpc/assets/graph/asset_graph.js';
import { joinedBackend } from '../src/rpc/assets/topology/joined_port.js';
import { readTopology } from '../src/rpc/assets/topology/read_topology.js';
import { figureOf } from './figures.js';
import type { Row } from './table.js';

const LOCAL = 'halley_31337-1';
/** Numbers the first channel of the simulated chain, beyond those of any real chain. */
const FREE_CHANNEL = 900_000;
const NEIGHBOURS = ['osmosis-1', 'cosmoshub-4', 'noble-1', 'axelar-dojo-1', 'neutron-1'];
const PATH = '/v2/fungible/assets_from_source';

export async function assetRows(quick: boolean): Promise<Row[]> {
  await installFastCrypto();
  const described = readTopology(JSON.parse(JSON.stringify(registryTopology(mainnetRegistry())))).chains;
  const local = new LocalChain();
  const port = joinedBackend(local.port, described);
  const builds = times(quick ? 3 : 10, () => new AssetGraph().sync(port.chains()));
  const service = assetService(port);
  const route = service.routes.find(({ paths }) => paths[0] === PATH);
  if (route === undefined) throw new Error(`no route ${PATH}`);
  const ask = (denom: string, chain: string): string =>
    JSON.stringify(route.handle({ source_asset_denom: denom, source_asset_chain_id: chain, allow_multi_tx: true }));
  const sources = [...port.chains().values()].flatMap(({ chainId, forms }) =>
    forms.map(({ denom }) => [denom, chainId] as const),
  );
  for (const [denom, chain] of sources) ask(denom, chain);
  const answers = sources.map(([denom, chain]) => time(() => ask(denom, chain))).sort((a, b) => a - b);
  const at = (share: number): number => answers[Math.floor(share * (answers.length - 1))] ?? Number.NaN;
  const updates = times(quick ? 20 : 200, () => {
    local.change();
    ask('uatom', 'cosmoshub-4');
  });
  const figure = (ms: number) => ({ best: answers[0] ?? Number.NaN, median: ms, unit: 'ms' }) as const;
  return [
    [`graph of ${port.chains().size} chains, ${sources.length} assets`, figureOf(builds, 'ms')],
    ['assets_from_source of each asset, median', figure(at(0.5))],
    ['assets_from_source of each asset, 99th percentile', figure(at(0.99))],
    ['assets_from_source after a change of the simulated chain', figureOf(updates, 'ms')],
  ];
}

function time(action: () => unknown): number {
  const start = performance.now();
  action();
  return performance.now() - start;
}

const times = (count: number, action: () => unknown): number[] => Array.from({ length: count }, () => time(action));

/** Simulates a chain with a channel to each of some chains. */
class LocalChain {
  #chains = new Map([[LOCAL, localChain(1n)]]);
  #supply = 1n;
  readonly port: AssetBackend = { chains: () => this.#chains, balances: () => undefined };

  /** Changes the chain, as a block with a transfer does. */
  change(): void {
    this.#chains = new Map([[LOCAL, localChain(++this.#supply)]]);
  }
}

const localChain = (escrowed: bigint): ChainAssets => ({
  chainId: LOCAL,
  chainName: 'halley',
  prettyName: 'Halley',
  chainType: 'cosmos',
  simulated: true,
  bech32Prefix: 'halley',
  pfmEnabled: false,
  supportsMemo: true,
  isTestnet: true,
  feeAssets: [],
  channels: NEIGHBOURS.map(
    (chainId, i): ChannelEnd => ({
      port: 'transfer',
      channel: `channel-${i}`,
      counterparty: { chainId, port: 'transfer', channel: `channel-${FREE_CHANNEL + i}` },
      state: 'OPEN',
      connectionState: 'OPEN',
      clientStatus: 'Active',
      ordering: 'unordered',
      version: 'ics20-1',
      liquidity: escrowed,
      sendEnabled: true,
      receiveEnabled: true,
      escrow: new Map([['ahalley', escrowed]]),
    }),
  ),
  forms: [{ denom: 'ahalley', hops: [], base: 'ahalley', supply: 10n ** 24n, sendEnabled: true }],
  tokenPairs: [],
});
