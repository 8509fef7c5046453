/** Defines shapes that several routes share (asset-reachability.md 1.1). */
import type { JsonSchema } from '../rest/shape.js';
import { list, matching, object, optional, text } from '../rest/shape.js';
import { DENOM } from './denom.js';

/** Most entries of a list in a request. */
export const MAX_ITEMS = 1000;

export const denom = (description = ''): ReturnType<typeof matching> => matching(DENOM, 'a denom', description);

export const swapVenues = optional(
  list(object({ chain_id: optional(text()), name: optional(text()), logo_uri: optional(text()) }), MAX_ITEMS),
  'Checked and ignored: there are no swaps',
);

const STRING: JsonSchema = { type: 'string' };
const BOOLEAN: JsonSchema = { type: 'boolean' };

export const ASSET: JsonSchema = {
  type: 'object',
  properties: {
    denom: { type: 'string', description: 'Denom on the chain' },
    chain_id: STRING,
    origin_denom: STRING,
    origin_chain_id: { type: 'string', description: 'Empty where a hop is unknown' },
    trace: { type: 'string', description: 'port/channel of each hop, nearest first; empty for a native asset' },
    is_cw20: BOOLEAN,
    is_evm: BOOLEAN,
    is_svm: BOOLEAN,
    symbol: STRING,
    name: STRING,
    logo_uri: STRING,
    decimals: { type: 'integer' },
    description: STRING,
    coingecko_id: STRING,
    token_contract: { type: 'string', description: 'CW20 contract, or ERC-20 address of the token pair' },
    recommended_symbol: STRING,
  },
  required: ['denom', 'chain_id', 'origin_denom', 'origin_chain_id', 'trace', 'is_cw20', 'is_evm', 'is_svm'],
};

/** `{ "<chain id>": { "assets": [...] } }`. */
export const ASSETS_BY_CHAIN: JsonSchema = {
  type: 'object',
  additionalProperties: {
    type: 'object',
    properties: { assets: { type: 'array', items: ASSET } },
    required: ['assets'],
  },
};

export const CHAIN: JsonSchema = {
  type: 'object',
  properties: {
    chain_name: STRING,
    chain_id: STRING,
    pfm_enabled: { type: 'boolean', description: 'Whether the chain forwards packets' },
    cosmos_module_support: { type: 'object' },
    supports_memo: BOOLEAN,
    logo_uri: STRING,
    bech32_prefix: STRING,
    fee_assets: { type: 'array', items: { type: 'object' } },
    chain_type: { type: 'string', enum: ['cosmos', 'evm', 'svm'] },
    ibc_capabilities: { type: 'object' },
    is_testnet: BOOLEAN,
    pretty_name: STRING,
  },
  required: ['chain_name', 'chain_id', 'chain_type', 'is_testnet'],
};
