/**
 * Computes the form that each chain would receive of an asset directly from its home, or over one chain between. These
 * are classes 2 and 3 of asset-reachability.md 3.4. The result is independent of the source, so the graph caches it
 * until the next change.
 */
import type { AssetGraph } from './asset_graph.js';
import { arrived, bestForward, descending, type Leg, liquidity, supplyBehind } from './best_channel.js';
import type { ChainNode } from './chain_node.js';
import { type Form, formOf } from './walk.js';

export interface Canonical {
  readonly oneHop: readonly Form[];
  readonly twoHops: readonly Form[];
}

export function canonicalForms(graph: AssetGraph, origin: ChainNode, base: string, maxForwardHops: number): Canonical {
  return graph.keep(`canonical|${maxForwardHops}|${origin.id}|${base}`, () => {
    const home = formOf(graph, origin, [], base);
    const first = legsFrom(graph, home);
    return {
      oneHop: [...first.values()].map(arrived),
      twoHops: maxForwardHops < 2 ? [] : secondHops(graph, origin, first),
    };
  });
}

/** Returns the best transfer to each neighbor. */
function legsFrom(graph: AssetGraph, form: Form): ReadonlyMap<string, Leg> {
  const legs = new Map<string, Leg>();
  for (const [chainId, ends] of graph.neighbours(form.chain)) {
    const leg = bestForward(graph, form, ends);
    if (leg !== undefined) legs.set(chainId, leg);
  }
  return legs;
}

/** Returns forms for each chain that no first transfer reaches. */
function secondHops(graph: AssetGraph, origin: ChainNode, first: ReadonlyMap<string, Leg>): readonly Form[] {
  const best = new Map<string, TwoLegs>();
  for (const before of first.values()) {
    const from = arrived(before);
    for (const [chainId, ends] of graph.neighbours(from.chain)) {
      if (chainId === origin.id || first.has(chainId)) continue;
      const last = bestForward(graph, from, ends);
      if (last === undefined) continue;
      const legs = { before, last };
      const other = best.get(chainId);
      if (other === undefined || compareTwoLegs(legs, other) < 0) best.set(chainId, legs);
    }
  }
  return [...best.values()].map(({ last }) => arrived(last));
}

interface TwoLegs {
  readonly before: Leg;
  readonly last: Leg;
}

const middle = ({ before }: TwoLegs): ChainNode => before.receiving.chain;

function compareTwoLegs(a: TwoLegs, b: TwoLegs): number {
  return (
    descending(supplyBehind(a.last), supplyBehind(b.last)) ||
    Number(middle(b).facts.pfmEnabled) - Number(middle(a).facts.pfmEnabled) ||
    descending(narrowest(a), narrowest(b)) ||
    (middle(a).id < middle(b).id ? -1 : 1)
  );
}

function narrowest({ before, last }: TwoLegs): bigint {
  const [a, b] = [liquidity(before), liquidity(last)];
  return a < b ? a : b;
}
