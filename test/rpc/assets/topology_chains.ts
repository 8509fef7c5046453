/** Reads the five chains of the asset cases, unchanged or patched; `devnet_9000-1` counts as simulated. */

import type { AssetBackend, ChainAssets } from '../../../src/backend/assets.js';
import { readTopology } from '../../../src/rpc/assets/topology/read_topology.js';
import cases from '../../vectors/asset-cases.json' with { type: 'json' };

export const LOCAL = 'devnet_9000-1';

export interface Patch {
  readonly channel?: string;
  readonly chain?: string;
  /** New members by dotted paths inside the channel or chain. */
  readonly set: Readonly<Record<string, unknown>>;
}

// biome-ignore lint/suspicious/noExplicitAny: a topology is patched member by member
type Json = any;

export function patchedTopology(patches: readonly Patch[] = []): Json {
  const topology = structuredClone(cases.topology) as Json;
  for (const { channel, chain, set } of patches) {
    const entry =
      channel === undefined
        ? topology.chains.find((one: Json) => one.chain_id === chain)
        : topology.channels.find((one: Json) => one.id === channel);
    for (const [path, value] of Object.entries(set)) {
      const names = path.split('.');
      const last = names.pop() as string;
      names.reduce((at, name) => at[name], entry)[last] = value;
    }
  }
  return topology;
}

export function chainsOf(topology: Json): ReadonlyMap<string, ChainAssets> {
  const { chains } = readTopology(topology);
  return new Map(chains.map((chain) => [chain.chainId, { ...chain, simulated: chain.chainId === LOCAL }]));
}

export const portOf = (chains: ReadonlyMap<string, ChainAssets>): AssetBackend => ({
  chains: () => chains,
  balances: () => undefined,
});
