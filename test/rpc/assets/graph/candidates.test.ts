/** Runs the asset cases without HTTP, and also checks each candidate's class, route and number of transactions. */
import { describe, expect, it } from 'vitest';
import { formNamed } from '../../../../src/rpc/assets/denom.js';
import { AssetGraph } from '../../../../src/rpc/assets/graph/asset_graph.js';
import { type Candidate, CLASSES } from '../../../../src/rpc/assets/graph/candidates.js';
import { fullPath } from '../../../../src/rpc/assets/graph/voucher_denom.js';
import { chosen, reachable } from '../../../../src/rpc/assets/reachable.js';

import type { RecommendationReason } from '../../../../src/rpc/assets/reasons.js';
import { DEFAULT_ASSET_SETTINGS } from '../../../../src/rpc/assets/settings.js';
import { CASES, settingsOf } from '../case.js';
import { chainsOf, patchedTopology } from '../topology_chains.js';

describe('an asset case', () => {
  it.each(CASES.map((one) => [one.id, one.why, one] as const))('%s: %s', (_id, _why, one) => {
    const graph = new AssetGraph().sync(chainsOf(patchedTopology(one.patch)));
    const asked = one.request;
    const chain = graph.named(`${asked['source_asset_chain_id']}`);
    const source = chain && formNamed(graph, chain, `${asked['source_asset_denom']}`);
    const found =
      source === undefined
        ? new Map()
        : reachable(
            graph,
            source,
            { ...DEFAULT_ASSET_SETTINGS, ...settingsOf(one) },
            {
              allowMultiTx: asked['allow_multi_tx'] === true,
              nativeOnly: asked['native_only'] === true,
              includeCw20Assets: asked['include_cw20_assets'] === true,
              recommendationReason: (asked['recommendation_reason'] ?? undefined) as RecommendationReason | undefined,
            },
          );
    const explained = [...found.values()].flat().map(({ form, rank, route, supply }: Candidate) => ({
      chain_id: form.chain.id,
      full_path: fullPath(form.hops, form.base),
      class: CLASSES[rank],
      txs: route.txs,
      transfers: route.transfers.length,
      route: route.transfers.map(({ sending }) => `${sending.chain.id}:${sending.hop}`),
      supply_at_destination: Number(supply),
    }));
    expect(explained).toEqual(one.explain);
  });
});

describe('a recommendation', () => {
  it.each([
    [[70, 40, 90], 2],
    [[70, 40, 70], 0],
    [[40, 70, 70], 1],
  ])('for the most liquid form with the supplies %j is the best of those with the largest', (supplies, expected) => {
    const candidates = supplies.map((supply, rank) => {
      const form = { chain: { id: 'hub-1' }, hops: [`transfer/channel-${rank}`], base: 'uatom' };
      return {
        form,
        rank,
        supply: BigInt(supply),
        route: { txs: 1, transfers: [] },
        isAncestor: true,
      } as unknown as Candidate;
    });
    const wishes = { allowMultiTx: true, nativeOnly: false, includeCw20Assets: true } as const;
    const found = chosen(candidates, { ...wishes, recommendationReason: 'MOST_LIQUID' }, DEFAULT_ASSET_SETTINGS);
    expect(found.get('hub-1')?.map(({ rank }) => rank)).toEqual([expected]);
  });
});
