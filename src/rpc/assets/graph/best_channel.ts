/** Selects one of several channels between two chains for a form (asset-reachability.md 3.7). */
import type { AssetGraph } from './asset_graph.js';
import type { GraphChain, GraphEnd } from './graph_chain.js';
import { mayCarry } from './usable.js';
import { type Form, forwarded } from './walk.js';

/** Returns the known supply of a form on its chain. */
export const supplyOf = ({ chain, hops, base }: Form): bigint => supplyAt(chain, hops, base);

function supplyAt({ byBase }: GraphChain, hops: readonly string[], base: string): bigint {
  const forms = byBase.get(base);
  const form = forms?.find((one) => one.hops.length === hops.length && hops.every((hop, i) => one.hops[i] === hop));
  return form?.supply ?? 0n;
}

/** One transfer away from the asset's home. */
export interface Leg {
  readonly from: Form;
  readonly sending: GraphEnd;
  readonly receiving: GraphEnd;
}

/** Returns the form that arrives. */
export const arrived = ({ from, receiving }: Leg): Form => forwarded(from, receiving);

/** Returns the supply, on the receiving chain, of the form that arrives. */
export const supplyBehind = ({ from, receiving }: Leg): bigint =>
  receiving.chain.byBase.has(from.base) ? supplyAt(receiving.chain, [receiving.hop, ...from.hops], from.base) : 0n;

/**
 * Returns the transfer over the best of `ends`, which must be usable. Returns undefined where none may carry the form
 * away from its home.
 */
export function bestForward(graph: AssetGraph, from: Form, ends: readonly GraphEnd[]): Leg | undefined {
  let best: Leg | undefined;
  for (const sending of ends) {
    const receiving = graph.peer(sending);
    if (receiving === undefined || from.hops[0] === sending.hop) continue;
    if (!mayCarry(sending, receiving, from.hops, from.base)) continue;
    const leg = { from, sending, receiving };
    if (best === undefined || compareLegs(leg, best) < 0) best = leg;
  }
  return best;
}

const PREFERENCE = { true: 0, undefined: 1, false: 2 } as const;

const preference = ({ sending, receiving }: Leg): number =>
  PREFERENCE[`${sending.facts.preferred ?? receiving.facts.preferred}`];

function compareLegs(a: Leg, b: Leg): number {
  return (
    preference(a) - preference(b) ||
    descending(supplyBehind(a), supplyBehind(b)) ||
    descending(liquidity(a), liquidity(b)) ||
    a.sending.channelNumber - b.sending.channelNumber
  );
}

export const liquidity = ({ sending }: Leg): bigint => sending.facts.liquidity;

export const descending = (a: bigint, b: bigint): number => (a === b ? 0 : a > b ? -1 : 1);
