/**
 * The body of `assets_from_source` (asset-reachability.md 1.1, 1.4): checked field by field in the documented order, the
 * first one that is wrong is named. No coercion; null is the same as absent where a field may be absent.
 */
import { canonicalDenom } from './denom.js';

export type RecommendationReason = 'UNKNOWN' | 'MOST_LIQUID' | 'BASE_TOKEN' | 'DIRECT';

export interface AssetsRequest {
  /** In the form under which it is looked up. */
  readonly denom: string;
  readonly allowMultiTx: boolean;
  readonly recommendationReason: RecommendationReason | undefined;
  readonly nativeOnly: boolean;
  readonly includeCw20Assets: boolean;
}

export type Checked = { readonly request: AssetsRequest } | { readonly wrong: string };

type Fields = Readonly<Record<string, unknown>>;

const REASONS: readonly RecommendationReason[] = ['UNKNOWN', 'MOST_LIQUID', 'BASE_TOKEN', 'DIRECT'];

const isAbsent = (value: unknown): boolean => value === undefined || value === null;
const isOptional = (type: 'boolean' | 'string') => (value: unknown) => isAbsent(value) || typeof value === type;

function isVenue(item: unknown): boolean {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return false;
  const { chain_id, name, logo_uri } = item as Fields;
  return [chain_id, name, logo_uri].every(isOptional('string'));
}

/** In the order in which they are checked, behind denom and chain. Swaps and grouping are checked, then ignored. */
const OPTIONAL_FIELDS: readonly (readonly [name: string, isRight: (value: unknown) => boolean])[] = [
  ['allow_multi_tx', isOptional('boolean')],
  ['recommendation_reason', (value) => isAbsent(value) || REASONS.some((reason) => reason === value)],
  ['include_swaps', isOptional('boolean')],
  ['swap_venues', (value) => isAbsent(value) || (Array.isArray(value) && value.every(isVenue))],
  ['native_only', isOptional('boolean')],
  ['group_by', isOptional('string')],
  ['include_cw20_assets', isOptional('boolean')],
];

/** `isKnownChain` decides whether a chain id names a chain of ours. */
export function checkRequest(fields: Fields, isKnownChain: (chainId: string) => boolean): Checked {
  const { source_asset_denom, source_asset_chain_id } = fields;
  const denom = typeof source_asset_denom === 'string' ? canonicalDenom(source_asset_denom) : undefined;
  if (denom === undefined) return { wrong: 'source_asset_denom' };
  if (typeof source_asset_chain_id !== 'string' || !isKnownChain(source_asset_chain_id))
    return { wrong: 'source_asset_chain_id' };
  for (const [name, isRight] of OPTIONAL_FIELDS) if (!isRight(fields[name])) return { wrong: name };
  return {
    request: {
      denom,
      allowMultiTx: fields['allow_multi_tx'] === true,
      recommendationReason: REASONS.find((reason) => reason === fields['recommendation_reason']),
      nativeOnly: fields['native_only'] === true,
      includeCw20Assets: fields['include_cw20_assets'] === true,
    },
  };
}
