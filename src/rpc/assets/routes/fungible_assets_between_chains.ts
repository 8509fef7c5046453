/**
 * Implements `/v2/fungible/assets_between_chains`: each asset of one chain with its best form on another. The service's
 * own client sends GET, whereas its document specifies POST.
 */
import { notFound } from '../../rest/problem.js';
import { defineRoute } from '../../rest/route.js';
import { boolean, object, optional, text } from '../../rest/shape.js';
import { assetRecord } from '../asset_record.js';
import { type AssetContext, invalidField } from '../context.js';
import { held } from '../held.js';
import { reachable } from '../reachable.js';
import { ASSET } from '../shapes.js';

export const fungible_assets_between_chains = defineRoute({
  paths: ['/v2/fungible/assets_between_chains'],
  methods: ['GET', 'POST'],
  summary: 'The assets that can move from one chain to another, and the forms in which they arrive.',
  input: object({
    source_chain_id: text(),
    dest_chain_id: text(),
    include_no_metadata_assets: optional(boolean(), 'Includes assets without a symbol'),
    include_cw20_assets: optional(boolean()),
    include_evm_assets: optional(boolean(), 'Checked and ignored: the request names the chains'),
    allow_multi_tx: optional(
      boolean(),
      'Includes destinations that take more than one signed transaction; default false',
    ),
  }),
  answer: {
    type: 'object',
    properties: {
      assets_between_chains: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            asset_on_source: ASSET,
            asset_on_dest: ASSET,
            txs_required: { type: 'integer' },
            bridges: { type: 'array', items: { type: 'string' } },
          },
        },
      },
    },
  },
  example: { source_chain_id: 'halley_31337-1', dest_chain_id: 'hub-1' },
  refusal: invalidField,
  *handle({ graph, settings }: AssetContext, asked) {
    const [source, dest] = [graph.named(asked.source_chain_id), graph.named(asked.dest_chain_id)];
    if (source === undefined) return { problem: notFound('source chain not found') };
    if (dest === undefined) return { problem: notFound('dest chain not found') };
    const includeCw20Assets = asked.include_cw20_assets ?? false;
    const wishes = {
      allowMultiTx: asked.allow_multi_tx ?? false,
      nativeOnly: false,
      includeCw20Assets,
      recommendationReason: undefined,
    };
    const list = { includeNoMetadataAssets: asked.include_no_metadata_assets ?? false, includeCw20Assets };
    const pairs: object[] = [];
    for (const { form, record } of held(graph, source, list)) {
      yield;
      const best = reachable(graph, form, settings, wishes, dest.id).get(dest.id)?.[0];
      if (best === undefined) continue;
      pairs.push({
        asset_on_source: record,
        asset_on_dest: assetRecord(graph, best.form),
        txs_required: best.route.txs,
        bridges: ['IBC'],
      });
    }
    return { json: { assets_between_chains: pairs } };
  },
});
