/** Forms of a source denom (asset-reachability.md 1.2) and what each stands for on its chain. */
import type { AssetGraph } from './graph/asset_graph.js';
import type { ChainNode } from './graph/chain_node.js';
import { type Form, formOf } from './graph/walk.js';

const VOUCHER = 'ibc/[0-9a-fA-F]{64}';
const CONTRACT = '(?:erc20[:/])?0x[0-9a-fA-F]{40}';
/** The Cosmos SDK's rule: 3 to 128 characters, a letter first. */
const NATIVE = '(?!ibc/)[a-zA-Z][a-zA-Z0-9/:._-]{2,127}';
/** Some chains that are no Cosmos chains name assets by a number. */
const NUMBER = '[0-9]{3,128}';

/** What any chain could call a denom. */
export const DENOM = new RegExp(`^(?:${VOUCHER}|${CONTRACT}|${NATIVE}|${NUMBER})$`);
const NUMBERED = new RegExp(`^${NUMBER}$`);
const OF_CONTRACT = /^(?:erc20[:/])?(0x[0-9a-fA-F]{40})$/;

/** A number is a denom on chains of other kinds alone. */
export const isDenomOf = (chain: ChainNode, text: string): boolean =>
  chain.facts.chainType !== 'cosmos' || !NUMBERED.test(text);

/**
 * The form that a denom names on a chain; undefined where nothing is known of it. Hashes may be written in any case, and
 * the address of a contract stands for the coin of its token pair.
 */
export function formNamed(graph: AssetGraph, chain: ChainNode, text: string): Form | undefined {
  const known = chain.byDenom.get(coinNamed(chain, text) ?? '');
  return known && formOf(graph, chain, known.hops, known.base);
}

/** What the chain itself calls it; undefined for a contract without a pair. */
export function coinNamed(chain: ChainNode, text: string): string | undefined {
  if (text.startsWith('ibc/')) return `ibc/${text.slice(4).toUpperCase()}`;
  const address = OF_CONTRACT.exec(text)?.[1];
  // Elsewhere an address may be the denom itself.
  if (address === undefined || chain.facts.tokenPairs.length === 0) return text;
  return chain.pairs.get(address.toLowerCase());
}
