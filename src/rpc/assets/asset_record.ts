/** Builds asset records for responses (asset-reachability.md 1.3). Unknown members are omitted, never null. */
import type { AssetMetadata } from '../../backend/assets.js';
import type { AssetGraph } from './graph/asset_graph.js';
import { pathKey } from './graph/graph_chain.js';
import { isCw20 } from './graph/usable.js';
import { voucherDenom } from './graph/voucher_denom.js';
import type { Form } from './graph/walk.js';

export interface AssetRecord {
  readonly denom: string;
  readonly chain_id: string;
  readonly origin_denom: string;
  /** Empty where a hop leads to an unknown chain. */
  readonly origin_chain_id: string;
  /** Hops, nearest first: `transfer/channel-21/transfer/channel-10`; empty for a native asset. */
  readonly trace: string;
  readonly is_cw20: boolean;
  readonly is_evm: boolean;
  readonly is_svm: boolean;
  readonly symbol?: string;
  readonly name?: string;
  readonly logo_uri?: string;
  readonly decimals?: number;
  readonly description?: string;
  readonly coingecko_id?: string;
  readonly token_contract?: string;
  readonly recommended_symbol?: string;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Builds one record. It assigns member by member for speed, because a response has a hundred records and more. */
export function assetRecord(graph: AssetGraph, form: Form): AssetRecord {
  const { chain, hops, base, originChainId = '' } = form;
  const known = chain.byPath.get(pathKey(hops, base));
  const denom = known?.denom ?? voucherDenom(hops, base);
  const record: Writable<AssetRecord> = {
    denom,
    chain_id: chain.id,
    origin_denom: base,
    origin_chain_id: originChainId,
    trace: hops.join('/'),
    is_cw20: isCw20(denom),
    is_evm: chain.facts.chainType === 'evm',
    is_svm: chain.facts.chainType === 'svm',
  };
  addMetadata(record, known, graph.named(originChainId)?.byDenom.get(base));
  const address = known?.tokenContract ?? chain.contracts.get(denom) ?? (record.is_cw20 ? denom.slice(5) : undefined);
  if (address !== undefined) record.token_contract = address;
  if (record.symbol !== undefined) record.recommended_symbol = recommendedSymbol(graph, form, record.symbol);
  return record;
}

/** Adds the metadata of this form, or of the asset at its origin where the form has none. */
function addMetadata(
  record: Writable<AssetRecord>,
  known: AssetMetadata | undefined,
  home: AssetMetadata | undefined,
): void {
  const symbol = known?.symbol ?? home?.symbol;
  if (symbol !== undefined) record.symbol = symbol;
  const name = known?.name ?? home?.name;
  if (name !== undefined) record.name = name;
  const logoUri = known?.logoUri ?? home?.logoUri;
  if (logoUri !== undefined) record.logo_uri = logoUri;
  const decimals = known?.decimals ?? home?.decimals;
  if (decimals !== undefined) record.decimals = decimals;
  const description = known?.description ?? home?.description;
  if (description !== undefined) record.description = description;
  const coingeckoId = known?.coingeckoId ?? home?.coingeckoId;
  if (coingeckoId !== undefined) record.coingecko_id = coingeckoId;
}

/** Appends to the symbol the chain that a form with two or more hops came from last: `USDC.hub`. */
function recommendedSymbol(graph: AssetGraph, { hops, ends }: Form, symbol: string): string {
  const [nearest] = ends;
  const from = nearest && graph.chainBehind(nearest);
  return hops.length < 2 || from === undefined ? symbol : `${symbol}.${from.facts.chainName}`;
}
