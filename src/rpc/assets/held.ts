/** The assets of a chain: native ones, and those with a supply. */
import { type AssetRecord, assetRecord } from './asset_record.js';
import type { AssetGraph } from './graph/asset_graph.js';
import type { GraphChain } from './graph/graph_chain.js';
import { isCw20 } from './graph/usable.js';
import { type Form, formOf } from './graph/walk.js';

export interface ListWishes {
  /** Includes assets without a symbol. */
  readonly includeNoMetadataAssets: boolean;
  readonly includeCw20Assets: boolean;
}

export interface Held {
  readonly form: Form;
  readonly record: AssetRecord;
}

/** Returns the assets in the chain's own order. */
export function held(graph: AssetGraph, chain: GraphChain, wishes: ListWishes): readonly Held[] {
  return chain.facts.forms
    .filter(({ hops, supply }) => hops.length === 0 || supply > 0n)
    .map(({ hops, base }) => formOf(graph, chain, hops, base))
    .map((form) => ({ form, record: assetRecord(graph, form) }))
    .filter(({ record }) => wishes.includeNoMetadataAssets || record.symbol !== undefined)
    .filter(({ record }) => wishes.includeCw20Assets || !isCw20(record.denom));
}
