/**
 * Makes a topology file from the public chain registry, as contained in the npm package `chain-registry`: live chains
 * of the main network, channels of token transfers, assets by the path of their last IBC trace. `npx tsx
 * scripts/registry_topology.ts osmosis cosmoshub > topology.json` selects chains by name; without names it includes
 * all.
 *
 * The data is that of github.com/cosmos/chain-registry, under CC BY 4.0. A file that is passed on must name that
 * source.
 */
import { createRequire } from 'node:module';
import type { TopologyAsset, TopologyChain, TopologyChannel, TopologyEnd } from '../src/rpc/assets/topology/format.js';

interface RegistryChain {
  readonly chainName: string;
  readonly chainId?: string;
  readonly status?: string;
  readonly networkType?: string;
  readonly chainType?: string;
  readonly prettyName?: string;
  readonly bech32Prefix?: string;
  readonly logoURIs?: { readonly png?: string; readonly svg?: string };
  readonly fees?: { readonly feeTokens?: readonly { readonly denom: string }[] };
}

interface RegistryTrace {
  readonly type: string;
  readonly chain?: { readonly path?: string };
}

interface RegistryAsset {
  readonly base: string;
  readonly symbol?: string;
  readonly name?: string;
  readonly display?: string;
  readonly denomUnits?: readonly { readonly denom: string; readonly exponent: number }[];
  readonly address?: string;
  readonly coingeckoId?: string;
  readonly traces?: readonly RegistryTrace[];
  readonly logoURIs?: { readonly png?: string; readonly svg?: string };
}

interface RegistryEnd {
  readonly channelId: string;
  readonly portId: string;
  readonly clientId?: string;
  readonly connectionId?: string;
}

interface RegistryConnection {
  readonly chain1: { readonly chainName: string; readonly clientId?: string; readonly connectionId?: string };
  readonly chain2: { readonly chainName: string; readonly clientId?: string; readonly connectionId?: string };
  readonly channels: readonly {
    readonly chain1: RegistryEnd;
    readonly chain2: RegistryEnd;
    readonly ordering: string;
    readonly version: string;
    readonly tags?: { readonly preferred?: boolean; readonly status?: string };
  }[];
}

export interface Registry {
  readonly chains: readonly RegistryChain[];
  readonly assetLists: readonly { readonly chainName: string; readonly assets: readonly RegistryAsset[] }[];
  readonly ibcData: readonly RegistryConnection[];
}

export const mainnetRegistry = (): Registry => createRequire(import.meta.url)('chain-registry/mainnet') as Registry;

export interface RegistryTopology {
  readonly chains: readonly TopologyChain[];
  readonly channels: readonly TopologyChannel[];
  readonly assets: readonly TopologyAsset[];
}

export function registryTopology(registry: Registry, only: readonly string[] = []): RegistryTopology {
  const ids = new Map<string, string>();
  const chains: TopologyChain[] = [];
  for (const chain of registry.chains) {
    const { chainName, chainId, status } = chain;
    if (chainId === undefined || status === 'killed' || chains.some(({ chain_id }) => chain_id === chainId)) continue;
    if (only.length > 0 && !only.includes(chainName)) continue;
    ids.set(chainName, chainId);
    chains.push(chainEntry(chain, chainId));
  }
  return { chains, channels: channelEntries(registry, ids), assets: assetEntries(registry, ids) };
}

const TYPES: Readonly<Record<string, 'evm' | 'svm'>> = { eip155: 'evm', solana: 'svm' };

function chainEntry(chain: RegistryChain, chainId: string): TopologyChain {
  const { chainName, prettyName, bech32Prefix, networkType, chainType = 'cosmos', logoURIs, fees } = chain;
  return {
    chain_id: chainId,
    chain_name: chainName,
    pretty_name: prettyName,
    chain_type: TYPES[chainType] ?? 'cosmos',
    evm_chain_id: undefined,
    bech32_prefix: bech32Prefix,
    pfm_enabled: true,
    supports_memo: true,
    is_testnet: networkType !== 'mainnet',
    logo_uri: logoURIs?.png ?? logoURIs?.svg,
    fee_denoms: fees?.feeTokens?.map(({ denom }) => denom).slice(0, 8),
  };
}

const VERSIONS: ReadonlySet<string> = new Set(['ics20-1', 'ics-20']);
const isTransferPort = (port: string): boolean => port === 'transfer' || port.startsWith('wasm.');

/** Lists each channel once, because the package lists a pair under both of its chains. */
function channelEntries({ ibcData }: Registry, ids: ReadonlyMap<string, string>): readonly TopologyChannel[] {
  const entries = new Map<string, TopologyChannel>();
  for (const { chain1, chain2, channels } of ibcData) {
    const [idA, idB] = [ids.get(chain1.chainName), ids.get(chain2.chainName)];
    if (idA === undefined || idB === undefined) continue;
    for (const channel of channels) {
      const { version, ordering, tags } = channel;
      if (!VERSIONS.has(version) || !isTransferPort(channel.chain1.portId) || !isTransferPort(channel.chain2.portId))
        continue;
      const state = (tags?.status ?? 'ACTIVE') === 'ACTIVE' ? 'OPEN' : 'CLOSED';
      const a = endEntry(idA, channel.chain1, chain1, state);
      const b = endEntry(idB, channel.chain2, chain2, state);
      entries.set(`${a.chain_id} ${a.port} ${a.channel}`, {
        a,
        b,
        connection_state: 'OPEN',
        ordering: ordering === 'ordered' ? 'ordered' : 'unordered',
        version: 'ics20-1',
        preferred: tags?.preferred,
        liquidity: undefined,
      });
    }
  }
  return [...entries.values()];
}

const endEntry = (
  chainId: string,
  { channelId, portId, clientId, connectionId }: RegistryEnd,
  pair: RegistryConnection['chain1'],
  state: 'OPEN' | 'CLOSED',
): TopologyEnd => ({
  chain_id: chainId,
  port: portId,
  channel: channelId,
  connection_id: connectionId ?? pair.connectionId,
  client_id: clientId ?? pair.clientId,
  state,
  client_status: 'Active',
});

function assetEntries({ assetLists }: Registry, ids: ReadonlyMap<string, string>): readonly TopologyAsset[] {
  return assetLists.flatMap(({ chainName, assets }) => {
    const chainId = ids.get(chainName);
    return chainId === undefined ? [] : assets.map((asset) => assetEntry(chainId, asset));
  });
}

/**
 * Converts an asset. The trace's path determines a voucher, because the registry's other members sometimes contradict
 * it.
 */
function assetEntry(chainId: string, asset: RegistryAsset): TopologyAsset {
  const { base, symbol, name, display, denomUnits, address, coingeckoId, traces, logoURIs } = asset;
  const path = base.startsWith('ibc/') ? traces?.findLast(({ chain }) => chain?.path !== undefined)?.chain?.path : '';
  const { hops, origin } = parsePath(path ?? '');
  return {
    chain_id: chainId,
    path: hops,
    base: path ? origin : base,
    denom: base,
    supply: undefined,
    symbol,
    name,
    decimals: denomUnits?.find(({ denom }) => denom === display)?.exponent,
    logo_uri: logoURIs?.png ?? logoURIs?.svg,
    description: undefined,
    coingecko_id: coingeckoId,
    token_contract: address,
  };
}

const CHANNEL = /^channel-\d{1,20}$/;
const CLIENT = /^\w[\w-]*-\d{1,20}$/;

/** Parses a full path: pairs of port and channel (or, on IBC v2, client), then the base. */
export function parsePath(path: string): { readonly hops: readonly string[]; readonly origin: string } {
  const segments = path.split('/');
  const hops: string[] = [];
  for (;;) {
    const [port = '', channel = ''] = segments;
    const isHop = CHANNEL.test(channel) || (port === 'transfer' && CLIENT.test(channel));
    if (segments.length < 3 || !isHop) return { hops, origin: segments.join('/') };
    hops.push(`${port}/${channel}`);
    segments.splice(0, 2);
  }
}

if (process.argv[1] === import.meta.filename)
  process.stdout.write(`${JSON.stringify(registryTopology(mainnetRegistry(), process.argv.slice(2)))}\n`);
