/** Implements `GET /v2/fungible/assets`: the assets of each chain. */
import { invalidArgument } from '../../rest/problem.js';
import { defineRoute } from '../../rest/route.js';
import { boolean, list, naming, object, optional } from '../../rest/shape.js';
import { type AssetContext, invalidField } from '../context.js';
import type { GraphChain } from '../graph/graph_chain.js';
import { held } from '../held.js';
import { ASSETS_BY_CHAIN, MAX_ITEMS } from '../shapes.js';

export const fungible_assets = defineRoute({
  paths: ['/v2/fungible/assets'],
  methods: ['GET'],
  summary: 'The assets of each chain: native ones, and those with a supply.',
  input: object({
    chain_ids: optional(list(naming('chain'), MAX_ITEMS), 'Only assets of these chains'),
    native_only: optional(boolean()),
    include_no_metadata_assets: optional(boolean(), 'Includes assets without a symbol'),
    include_cw20_assets: optional(boolean()),
    include_evm_assets: optional(boolean(), 'Includes assets of chains of the type evm'),
    include_svm_assets: optional(boolean(), 'Includes assets of chains of the type svm'),
    only_testnets: optional(boolean()),
  }),
  answer: { type: 'object', properties: { chain_to_assets_map: ASSETS_BY_CHAIN }, required: ['chain_to_assets_map'] },
  refusal: (wrong) => (wrong.path[0] === 'chain_ids' ? invalidArgument('Invalid chain_id') : invalidField(wrong)),
  handle(context: AssetContext, asked) {
    const { graph } = context;
    const asksFor = asked.chain_ids && new Set(asked.chain_ids.map((name) => graph.named(name)?.id));
    const types = new Set([
      'cosmos',
      ...(asked.include_evm_assets ? ['evm'] : []),
      ...(asked.include_svm_assets ? ['svm'] : []),
    ]);
    const wanted = (chain: GraphChain): boolean =>
      context.counts(chain) &&
      types.has(chain.facts.chainType) &&
      (asksFor === undefined || asksFor.has(chain.id)) &&
      (asked.only_testnets !== true || chain.facts.isTestnet);
    const wishes = {
      includeNoMetadataAssets: asked.include_no_metadata_assets ?? false,
      includeCw20Assets: asked.include_cw20_assets ?? false,
    };
    const entries = graph.chains.filter(wanted).map((chain) => {
      const records = held(graph, chain, wishes).map(({ record }) => record);
      return [chain.id, { assets: records.filter(({ trace }) => asked.native_only !== true || trace === '') }];
    });
    return { json: { chain_to_assets_map: Object.fromEntries(entries) } };
  },
});
