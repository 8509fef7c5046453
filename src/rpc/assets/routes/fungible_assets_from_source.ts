/**
 * Implements `assets_from_source` (asset-reachability.md 1): the forms of an asset that transfers reach on other
 * chains.
 */
import { invalidArgument } from '../../rest/problem.js';
import { defineRoute } from '../../rest/route.js';
import { boolean, naming, object, oneOf, optional, text } from '../../rest/shape.js';
import { assetRecord } from '../asset_record.js';
import { type AssetContext, invalidField } from '../context.js';
import { formNamed, isDenomOf } from '../denom.js';
import type { GraphChain } from '../graph/graph_chain.js';
import { reachable } from '../reachable.js';
import { RECOMMENDATION_REASONS } from '../reasons.js';
import { ASSETS_BY_CHAIN, denom, swapVenues } from '../shapes.js';

export const fungible_assets_from_source = defineRoute({
  paths: ['/v2/fungible/assets_from_source', '/v1/fungible/assets_from_source'],
  methods: ['POST'],
  summary: 'The forms of an asset that transfers reach on other chains, best first on each chain.',
  input: object({
    source_asset_denom: denom(
      'Denom on the source chain; the address of an ERC-20 contract names the coin of its token pair',
    ),
    source_asset_chain_id: naming('chain', 'Chain id; the EVM chain id of a simulated chain is accepted too'),
    allow_multi_tx: optional(
      boolean(),
      'Includes destinations that take more than one signed transaction; default false',
    ),
    recommendation_reason: optional(
      oneOf(RECOMMENDATION_REASONS),
      'Only the form recommended for this reason: the home, the largest supply, or the fewest transfers',
    ),
    include_swaps: optional(boolean(), 'Checked and ignored: there are no swaps'),
    swap_venues: swapVenues,
    native_only: optional(boolean(), 'Only forms that are native on their chain; default false'),
    group_by: optional(text(), 'Checked and ignored: responses are grouped by chain'),
    include_cw20_assets: optional(boolean(), 'Includes tokens of CW20 contracts; default false'),
  }),
  answer: { type: 'object', properties: { dest_assets: ASSETS_BY_CHAIN }, required: ['dest_assets'] },
  example: { source_asset_denom: 'ahalley', source_asset_chain_id: 'halley_31337-1', allow_multi_tx: true },
  refusal: invalidField,
  handle({ graph, settings }: AssetContext, asked) {
    const chain = graph.named(asked.source_asset_chain_id) as GraphChain;
    if (!isDenomOf(chain, asked.source_asset_denom)) return { problem: invalidArgument('Invalid source_asset_denom') };
    const source = formNamed(graph, chain, asked.source_asset_denom);
    if (source === undefined) return { json: { dest_assets: {} } };
    const byChain = reachable(graph, source, settings, {
      allowMultiTx: asked.allow_multi_tx ?? false,
      nativeOnly: asked.native_only ?? false,
      includeCw20Assets: asked.include_cw20_assets ?? false,
      recommendationReason: asked.recommendation_reason,
    });
    const entries = [...byChain].map(([id, found]) => [
      id,
      { assets: found.map(({ form }) => assetRecord(graph, form)) },
    ]);
    return { json: { dest_assets: Object.fromEntries(entries) } };
  },
});
