/**
 * Reads chains from a topology file. The form of the whole file must be valid. An entry with contradictory facts (a
 * denom that is not the hash of its path, a chain without description) is reported and skipped.
 */

import type { AssetForm, ChainAssets, ChannelEnd, TokenPair } from '../../../backend/assets.js';
import { HalleyError } from '../../../kernel/errors.js';
import { RestValue } from '../../rest/shape.js';
import { groupBy } from '../graph/graph_chain.js';
import { voucherDenom } from '../graph/voucher_denom.js';
import type { RouteOverride } from '../settings.js';
import {
  TOPOLOGY,
  type TopologyAsset,
  type TopologyChain,
  type TopologyChannel,
  type TopologyEnd,
  type TopologyFile,
} from './format.js';

export interface Topology {
  /** Chains in the order of the file. */
  readonly chains: readonly ChainAssets[];
  readonly overrides: readonly RouteOverride[];
  /** One sentence for each skipped entry. */
  readonly skipped: readonly string[];
}

const MAX_SHOWN = 60;

class TopologyValue extends RestValue {
  override bad(expected: string): HalleyError {
    const path = this.keys.map(String);
    const where = path.map((name) => (/^\d+$/.test(name) ? `[${name}]` : `.${name}`)).join('');
    const shown = (JSON.stringify(this.value) ?? 'missing').slice(0, MAX_SHOWN);
    return new HalleyError('invalid-config', `topology${where} is ${shown}, expected ${expected}`, { path, expected });
  }

  protected override inner(value: unknown, key: string | number): this {
    return new TopologyValue(value, this.known, key, this) as this;
  }
}

/** Reads the topology. Throws HalleyError `invalid-config` that names the first invalid member. */
export const readTopology = (json: unknown): Topology =>
  chainsOf(TOPOLOGY.read(new TopologyValue(json, { has: () => false })));

function chainsOf(file: TopologyFile): Topology {
  const skipped: string[] = [];
  const chains = new Map<string, TopologyChain>();
  for (const [i, chain] of file.chains.entries())
    if (chains.has(chain.chain_id)) skipped.push(`chains[${i}]: ${chain.chain_id} is described twice`);
    else chains.set(chain.chain_id, chain);
  const takes = <T>(entries: readonly T[] | undefined, list: string, faultOf: (entry: T) => string | undefined): T[] =>
    (entries ?? []).filter((entry, i) => {
      const fault = faultOf(entry);
      if (fault !== undefined) skipped.push(`${list}[${i}]: ${fault}`);
      return fault === undefined;
    });
  const strange = (id: string): string | undefined => (chains.has(id) ? undefined : `chain ${id} is not described`);
  const seen = new Set<string>();
  const twice = (key: string, what: string): string | undefined => {
    if (seen.has(key)) return `${what} is described twice`;
    seen.add(key);
    return undefined;
  };
  const channels = takes(
    file.channels,
    'channels',
    ({ a, b }) =>
      strange(a.chain_id) ?? strange(b.chain_id) ?? twice(nameOf(a), nameOf(a)) ?? twice(nameOf(b), nameOf(b)),
  );
  const ends = groupBy(channels.flatMap(bothEnds), ([id]) => id);
  const pairs = groupBy(
    takes(file.token_pairs, 'token_pairs', (pair) => strange(pair.chain_id)),
    (pair) => pair.chain_id,
  );
  const assets = groupBy(
    takes(
      file.assets,
      'assets',
      (asset) =>
        strange(asset.chain_id) ?? wrongDenom(asset) ?? twice(`${asset.chain_id} ${denomOf(asset)}`, denomOf(asset)),
    ),
    (asset) => asset.chain_id,
  );
  const described = [...chains.values()].map((chain) => ({
    ...facts(chain),
    channels: (ends.get(chain.chain_id) ?? []).map(([, end]) => end),
    forms: (assets.get(chain.chain_id) ?? []).map(form),
    tokenPairs: (pairs.get(chain.chain_id) ?? []).map(
      ({ erc20_address, denom, enabled }): TokenPair => ({
        erc20Address: erc20_address,
        denom,
        enabled: enabled ?? true,
      }),
    ),
  }));
  const overrides = (file.overrides ?? []).map(
    ({ origin_chain_id, origin_denom, dest_chain_id, path }): RouteOverride => ({
      originChainId: origin_chain_id,
      originDenom: origin_denom,
      destChainId: dest_chain_id,
      hops: path,
    }),
  );
  return { chains: described, overrides, skipped };
}

const nameOf = ({ chain_id, port, channel }: TopologyEnd): string => `${port}/${channel} of ${chain_id}`;
const denomOf = ({ path, base }: TopologyAsset): string => voucherDenom(path, base);

function wrongDenom(asset: TopologyAsset): string | undefined {
  const { denom, path, base } = asset;
  const hashed = denomOf(asset);
  if (denom === undefined || denom === hashed) return undefined;
  // Contracts may store what arrives as their own token.
  if (denom.startsWith('cw20:') && path.length > 0) return undefined;
  return `${denom} is not the denom of ${[...path, base].join('/')}, which is ${hashed}`;
}

function facts(chain: TopologyChain): Omit<ChainAssets, 'channels' | 'forms' | 'tokenPairs'> {
  const { chain_id, evm_chain_id, logo_uri } = chain;
  const chainName = chain.chain_name ?? chain_id;
  return {
    chainId: chain_id,
    chainName,
    prettyName: chain.pretty_name ?? chainName,
    chainType: chain.chain_type ?? 'cosmos',
    evmChainId: evm_chain_id,
    simulated: false,
    bech32Prefix: chain.bech32_prefix ?? '',
    pfmEnabled: chain.pfm_enabled ?? true,
    supportsMemo: chain.supports_memo ?? true,
    isTestnet: chain.is_testnet ?? false,
    logoUri: logo_uri,
    feeAssets: (chain.fee_denoms ?? []).map((denom) => ({ denom })),
  };
}

function bothEnds(channel: TopologyChannel): readonly (readonly [chainId: string, end: ChannelEnd])[] {
  const { a, b } = channel;
  return [
    [a.chain_id, end(channel, a, b)],
    [b.chain_id, end(channel, b, a)],
  ];
}

function end(channel: TopologyChannel, own: TopologyEnd, other: TopologyEnd): ChannelEnd {
  const { connection_state, ordering, version, preferred, liquidity } = channel;
  return {
    port: own.port,
    channel: own.channel,
    counterparty: { chainId: other.chain_id, port: other.port, channel: other.channel },
    connectionId: own.connection_id,
    clientId: own.client_id,
    state: own.state ?? 'OPEN',
    connectionState: connection_state ?? 'OPEN',
    clientStatus: own.client_status ?? 'Active',
    ordering: ordering ?? 'unordered',
    version: version ?? 'ics20-1',
    preferred,
    liquidity: BigInt(liquidity ?? 0),
    sendEnabled: true,
    receiveEnabled: true,
  };
}

/** Converts a listed asset. It counts as held, unless the file sets a supply of 0. */
function form(asset: TopologyAsset): AssetForm {
  const { path, base, supply, symbol, name, decimals, logo_uri, description, coingecko_id, token_contract } = asset;
  return {
    denom: asset.denom ?? denomOf(asset),
    hops: path,
    base,
    supply: BigInt(supply ?? 1),
    sendEnabled: true,
    symbol,
    name,
    decimals,
    logoUri: logo_uri,
    description,
    coingeckoId: coingecko_id,
    tokenContract: token_contract,
  };
}
