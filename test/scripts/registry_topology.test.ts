/**
 * Converts the public registry to a topology. Every voucher denom is the hash of its path, and the best channels are
 * those that the registry lists.
 */
import { describe, expect, it } from 'vitest';
import { mainnetRegistry, parsePath, registryTopology } from '../../scripts/registry_topology.js';
import { AssetGraph } from '../../src/rpc/assets/graph/asset_graph.js';
import { canonicalForms } from '../../src/rpc/assets/graph/candidates.js';
import { fullPath, hashedDenom, voucherDenom } from '../../src/rpc/assets/graph/voucher_denom.js';
import { formOf } from '../../src/rpc/assets/graph/walk.js';
import { readTopology } from '../../src/rpc/assets/topology/read_topology.js';
import cases from '../vectors/asset-cases.json' with { type: 'json' };

const registry = mainnetRegistry();
const topology = registryTopology(registry);

describe('the registry', () => {
  it('names its vouchers by the hashes of their paths', () => {
    const vouchers = registry.assetLists
      .flatMap(({ assets }) => assets)
      .flatMap(({ base, traces }) => {
        const path = traces?.findLast(({ chain }) => chain?.path !== undefined)?.chain?.path;
        return base.startsWith('ibc/') && path !== undefined ? [{ base, path }] : [];
      });
    expect(vouchers.length).toBeGreaterThan(800);
    expect(vouchers.filter(({ base, path }) => hashedDenom(path) !== base)).toEqual([]);
    for (const { path } of vouchers) {
      const { hops, origin } = parsePath(path);
      expect(fullPath(hops, origin)).toBe(path);
    }
  });

  it('converts to a topology that passes every check', () => {
    const { chains, skipped } = readTopology(JSON.parse(JSON.stringify(topology)));
    expect(chains.length).toBe(topology.chains.length);
    expect(skipped.filter((text) => !/is described twice$/.test(text))).toEqual([]);
    expect(skipped.length).toBeLessThan(20);
  });

  it('lists nearly all one-hop vouchers over the channels that the graph prefers', () => {
    const { chains } = readTopology(JSON.parse(JSON.stringify(topology)));
    const graph = new AssetGraph().sync(new Map(chains.map((chain) => [chain.chainId, chain])));
    let [checked, other] = [0, 0];
    for (const chain of graph.chains)
      for (const { hops, base } of chain.facts.forms) {
        const form = formOf(graph, chain, hops, base);
        const origin = graph.named(form.originChainId ?? '');
        if (hops.length !== 1 || origin === undefined || !origin.byDenom.has(base)) continue;
        const [end] = form.ends;
        if (end === undefined || !graph.canSend(end)) continue;
        const best = canonicalForms(graph, origin, base, 1).oneHop.find((one) => one.chain === chain);
        checked++;
        if (best?.hops[0] !== hops[0]) other++;
      }
    expect(checked).toBeGreaterThan(500);
    expect(other).toBeLessThan(checked / 100);
  });
});

it.each(cases.vectors.ibc_denoms)('$full_path is $denom', ({ full_path, denom }) => {
  const { hops, origin } = parsePath(full_path);
  expect(voucherDenom(hops, origin)).toBe(denom);
});
