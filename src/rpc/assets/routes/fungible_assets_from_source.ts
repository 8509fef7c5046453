/** `assets_from_source` (asset-reachability.md 1): the forms of an asset that transfers reach on other chains. */
import { invalidArgument } from '../../rest/problem.js';
import { defineRoute } from '../../rest/route.js';
import { boolean, naming, object, oneOf, optional, text } from '../../rest/shape.js';
import { assetRecord } from '../asset_record.js';
import { type AssetContext, invalidField } from '../context.js';
import { formNamed, isDenomOf } from '../denom.js';
import type { ChainNode } from '../graph/chain_node.js';
import { reachable } from '../reachable.js';
import { RECOMMENDATION_REASONS } from '../reasons.js';
import { ASSETS_BY_CHAIN, denom, swapVenues } from '../shapes.js';

export const fungible_assets_from_source = defineRoute({
  paths: ['/v2/fungible/assets_from_source', '/v1/fungible/assets_from_source'],
  methods: ['POST'],
  summary: 'The forms of an asset on other chains that transfers reach, best first, chain by chain.',
  input: object({
    source_asset_denom: denom('On the source chain; an ERC-20 contract’s address for the coin of its pair'),
    source_asset_chain_id: naming('chain', 'The EVM chain id of a simulated chain names it too'),
    allow_multi_tx: optional(boolean(), 'Also what takes more than one signed transaction; false'),
    recommendation_reason: optional(
      oneOf(RECOMMENDATION_REASONS),
      'Only what is recommended for it: home, the largest supply, the fewest transfers',
    ),
    include_swaps: optional(boolean(), 'Checked and ignored: nothing is swapped here'),
    swap_venues: swapVenues,
    native_only: optional(boolean(), 'Only what is native where it is; false'),
    group_by: optional(text(), 'Checked and ignored: answers are by chain'),
    include_cw20_assets: optional(boolean(), 'Also CW20 contracts’ tokens; false'),
  }),
  answer: { type: 'object', properties: { dest_assets: ASSETS_BY_CHAIN }, required: ['dest_assets'] },
  example: { source_asset_denom: 'ahalley', source_asset_chain_id: 'halley_31337-1', allow_multi_tx: true },
  refusal: invalidField,
  handle({ graph, settings }: AssetContext, asked) {
    const chain = graph.named(asked.source_asset_chain_id) as ChainNode;
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
