/** Implements `POST /v2/fungible/ibc_origin_assets`: the origins of vouchers, in the request's order. */
import { invalidArgument } from '../../rest/problem.js';
import { defineRoute } from '../../rest/route.js';
import { list, object, text } from '../../rest/shape.js';
import { assetRecord } from '../asset_record.js';
import { type AssetContext, invalidField } from '../context.js';
import { formNamed } from '../denom.js';
import { formOf } from '../graph/walk.js';
import { ASSET, MAX_ITEMS } from '../shapes.js';

export const fungible_ibc_origin_assets = defineRoute({
  paths: ['/v2/fungible/ibc_origin_assets'],
  methods: ['POST'],
  summary: 'The assets that vouchers represent, on the chains where they originate.',
  input: object({ assets: list(object({ denom: text(), chain_id: text() }), MAX_ITEMS) }),
  answer: {
    type: 'object',
    properties: {
      origin_assets: {
        type: 'array',
        items: { type: 'object', properties: { asset: ASSET, asset_found: { type: 'boolean' } } },
      },
    },
  },
  example: { assets: [{ denom: 'ahalley', chain_id: 'halley_31337-1' }] },
  refusal: (wrong) => (wrong.path.length > 1 ? invalidArgument('Must supply denom and chain_id') : invalidField(wrong)),
  handle(context: AssetContext, { assets }) {
    if (assets.some(({ denom, chain_id }) => denom === '' || chain_id === ''))
      return { problem: invalidArgument('Must supply denom and chain_id') };
    return { json: { origin_assets: assets.map(({ denom, chain_id }) => originOf(context, chain_id, denom)) } };
  },
});

function originOf({ graph }: AssetContext, chainId: string, denom: string): object {
  const chain = graph.named(chainId);
  const form = chain && formNamed(graph, chain, denom);
  const origin = form?.originChainId === undefined ? undefined : graph.named(form.originChainId);
  if (form === undefined || origin === undefined) return { asset_found: false };
  return { asset: assetRecord(graph, formOf(graph, origin, [], form.base)), asset_found: true };
}
