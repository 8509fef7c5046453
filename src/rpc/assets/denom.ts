/** Parses the forms of a source denom (asset-reachability.md 1.2) and finds the asset that each names on its chain. */
import type { AssetGraph } from './graph/asset_graph.js';
import type { GraphChain } from './graph/graph_chain.js';
import { type Form, formOf } from './graph/walk.js';

const VOUCHER = 'ibc/[0-9a-fA-F]{64}';
const CONTRACT = '(?:erc20[:/])?0x[0-9a-fA-F]{40}';
/** Follows the Cosmos SDK's rule: 3 to 128 characters that begin with a letter. */
const NATIVE = '(?!ibc/)[a-zA-Z][a-zA-Z0-9/:._-]{2,127}';
/** Matches numeric names of assets, which some chains other than Cosmos chains use. */
const NUMBER = '[0-9]{3,128}';

/** Matches any denom of any kind of chain. */
export const DENOM = new RegExp(`^(?:${VOUCHER}|${CONTRACT}|${NATIVE}|${NUMBER})$`);
const NUMBERED = new RegExp(`^${NUMBER}$`);
const OF_CONTRACT = /^(?:erc20[:/])?(0x[0-9a-fA-F]{40})$/;

/** Checks whether a chain may have such a denom. Only chains other than Cosmos chains have numbers as denoms. */
export const isDenomOf = (chain: GraphChain, text: string): boolean =>
  chain.facts.chainType !== 'cosmos' || !NUMBERED.test(text);

/**
 * Returns the form that a denom names on a chain, or undefined when it is unknown. Hashes may be in any case, and the
 * address of a contract names the coin of its token pair.
 */
export function formNamed(graph: AssetGraph, chain: GraphChain, text: string): Form | undefined {
  const known = chain.byDenom.get(coinNamed(chain, text) ?? '');
  return known && formOf(graph, chain, known.hops, known.base);
}

/** Returns the chain's own denom; undefined for a contract without a pair. */
export function coinNamed(chain: GraphChain, text: string): string | undefined {
  if (text.startsWith('ibc/')) return `ibc/${text.slice(4).toUpperCase()}`;
  const address = OF_CONTRACT.exec(text)?.[1];
  // On a chain without token pairs an address may be the denom itself.
  if (address === undefined || chain.facts.tokenPairs.length === 0) return text;
  return chain.pairs.get(address.toLowerCase());
}
