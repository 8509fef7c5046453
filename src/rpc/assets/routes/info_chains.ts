/** Implements `GET /v2/info/chains`, the first request of most clients. */
import type { FeeAsset } from '../../../backend/assets.js';
import { defineRoute } from '../../rest/route.js';
import { boolean, list, object, optional, text } from '../../rest/shape.js';
import { type AssetContext, invalidField } from '../context.js';
import type { GraphChain } from '../graph/graph_chain.js';
import { CHAIN, MAX_ITEMS } from '../shapes.js';

export const info_chains = defineRoute({
  paths: ['/v2/info/chains'],
  methods: ['GET'],
  summary: 'The known chains.',
  input: object({
    chain_ids: optional(list(text(), MAX_ITEMS), 'Only these chains'),
    include_evm: optional(boolean(), 'Includes chains of the type evm'),
    include_svm: optional(boolean(), 'Includes chains of the type svm'),
    only_testnets: optional(boolean(), 'Only test networks'),
  }),
  answer: { type: 'object', properties: { chains: { type: 'array', items: CHAIN } }, required: ['chains'] },
  refusal: invalidField,
  handle(context: AssetContext, { chain_ids, include_evm, include_svm, only_testnets }) {
    const types = new Set<unknown>(['cosmos', include_evm && 'evm', include_svm && 'svm']);
    const chains = context.graph.chains.filter(
      (chain) =>
        context.counts(chain) &&
        types.has(chain.facts.chainType) &&
        (chain_ids === undefined || chain_ids.includes(chain.id)) &&
        (only_testnets !== true || chain.facts.isTestnet),
    );
    return { json: { chains: chains.map(chainRecord) } };
  },
});

function chainRecord({ facts }: GraphChain): object {
  const { pfmEnabled, supportsMemo, logoUri } = facts;
  return {
    chain_name: facts.chainName,
    chain_id: facts.chainId,
    pfm_enabled: pfmEnabled,
    cosmos_module_support: { authz: true, feegrant: true },
    supports_memo: supportsMemo,
    logo_uri: logoUri,
    bech32_prefix: facts.bech32Prefix,
    fee_assets: facts.feeAssets.map(feeAsset),
    chain_type: facts.chainType,
    ibc_capabilities: {
      cosmos_pfm: pfmEnabled,
      cosmos_ibc_hooks: false,
      cosmos_memo: supportsMemo,
      cosmos_autopilot: false,
    },
    is_testnet: facts.isTestnet,
    pretty_name: facts.prettyName,
  };
}

const feeAsset = ({ denom, gasPrice }: FeeAsset): object => ({
  denom,
  gas_price: gasPrice ?? null,
});
