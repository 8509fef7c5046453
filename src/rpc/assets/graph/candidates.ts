/**
 * Finds the destinations of a source form: the forms worth offering, in classes (asset-reachability.md 3.4), each with
 * its route. Unreachable forms are left out here; `reachable.ts` removes those that the client does not want.
 */
import type { AssetSettings } from '../settings.js';
import type { AssetGraph } from './asset_graph.js';
import { arrived, bestForward, descending, type Leg, liquidity, supplyBehind, supplyOf } from './best_channel.js';
import { type GraphChain, pathKey } from './graph_chain.js';
import { type Route, routeBetween } from './route.js';
import { ancestor, type Form, formOf } from './walk.js';

/** Classes from best to worst. */
export const CLASSES = ['override', 'home', 'canonical-1', 'canonical-2', 'known', 'wrapped-further'] as const;
export type CandidateClass = (typeof CLASSES)[number];

export interface Candidate {
  readonly form: Form;
  /** Index in `CLASSES`. */
  readonly rank: number;
  readonly route: Route;
  readonly supply: bigint;
  /** Whether the source came through this form, so that it certainly exists. */
  readonly isAncestor: boolean;
}

/** Returns the candidates. `to` restricts them to one chain, which is faster. */
export function candidates(
  graph: AssetGraph,
  source: Form,
  settings: AssetSettings,
  to?: string,
): readonly Candidate[] {
  const search = new Search(graph, source, settings, to);
  search.offerAncestors();
  search.offerOfOrigin();
  if (settings.includeMispathed && source.hops.length > 0) search.offerWrappedFurther();
  return search.found();
}

/**
 * Computes the form that each chain would receive of an asset directly from its home, or over one chain between. These
 * are classes 2 and 3 of asset-reachability.md 3.4. The result is independent of the source, so the graph caches it
 * until the next change.
 */
interface Canonical {
  readonly oneHop: readonly Form[];
  readonly twoHops: readonly Form[];
}

export function canonicalForms(graph: AssetGraph, origin: GraphChain, base: string, maxForwardHops: number): Canonical {
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
function secondHops(graph: AssetGraph, origin: GraphChain, first: ReadonlyMap<string, Leg>): readonly Form[] {
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

const middle = ({ before }: TwoLegs): GraphChain => before.receiving.chain;

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

class Search {
  /** Candidates by chain and path. */
  readonly #found = new Map<string, Candidate>();
  readonly #passes: (chain: GraphChain) => boolean;

  constructor(
    readonly graph: AssetGraph,
    readonly source: Form,
    readonly settings: AssetSettings,
    readonly to: string | undefined,
  ) {
    this.#passes = ({ facts }) => settings.countDescribed || facts.simulated;
  }

  found(): readonly Candidate[] {
    return [...this.#found.values()];
  }

  /** Offers the forms through which the source came. The last one, without hops, is the home. */
  offerAncestors(): void {
    const { graph, source } = this;
    for (let count = 1; count <= source.hops.length; count++) {
      const form = ancestor(graph, source, count);
      if (form !== undefined) this.#offer(form, form.hops.length === 0 ? 'home' : 'known', true);
    }
  }

  /** Offers forms that follow from the origin. Offers nothing when the origin is unknown. */
  offerOfOrigin(): void {
    const { graph, source, settings } = this;
    const origin = source.originChainId === undefined ? undefined : graph.named(source.originChainId);
    if (origin === undefined || source.ends.length < source.hops.length) return;
    for (const { originChainId, originDenom, destChainId, hops } of settings.overrides) {
      if (originChainId !== origin.id || originDenom !== source.base) continue;
      const chain = graph.named(destChainId);
      const form = chain && formOf(graph, chain, hops, source.base);
      if (form !== undefined && form.originChainId === origin.id) this.#offer(form, 'override');
    }
    const { oneHop, twoHops } = canonicalForms(graph, origin, source.base, settings.maxForwardHops);
    for (const form of oneHop) this.#offer(form, 'canonical-1');
    for (const form of twoHops) this.#offer(form, 'canonical-2');
    for (const form of graph.forms(origin.id, source.base))
      if (supplyOf(form) > 0n) this.#offer(form, form.hops.length === 0 ? 'home' : 'known');
  }

  /**
   * Offers re-wrapped forms to chains that have no other candidate, not even one that takes more transactions. Each
   * starts from the ancestor nearest the origin that has a channel there.
   */
  offerWrappedFurther(): void {
    const { graph, source } = this;
    const taken = new Set([source.chain.id, ...this.found().map(({ form }) => form.chain.id)]);
    for (const end of source.ends) taken.add(end.facts.counterparty.chainId);
    for (let count = source.hops.length - 1; count >= 0; count--) {
      const from = ancestor(graph, source, count);
      if (from === undefined) continue;
      for (const [chainId, ends] of graph.neighbours(from.chain)) {
        if (taken.has(chainId)) continue;
        const leg = bestForward(graph, from, ends);
        if (leg !== undefined && this.#offer(arrived(leg), 'wrapped-further')) taken.add(chainId);
      }
    }
  }

  /** Adds a form if a route reaches it, and returns whether it does. */
  #offer(form: Form, name: CandidateClass, isAncestor = false): boolean {
    const { graph, source, settings, to } = this;
    if (form.chain.id === source.chain.id || (to !== undefined && form.chain.id !== to)) return false;
    const key = `${form.chain.id}|${pathKey(form.hops, form.base)}`;
    const rank = CLASSES.indexOf(name);
    const other = this.#found.get(key);
    if (other !== undefined) {
      const better = { rank: Math.min(rank, other.rank), isAncestor: isAncestor || other.isAncestor };
      this.#found.set(key, { ...other, ...better });
      return true;
    }
    const route = routeBetween(graph, source, form, settings.maxTransfers, this.#passes);
    if (route === undefined) return false;
    this.#found.set(key, { form, rank, route, supply: supplyOf(form), isAncestor });
    return true;
  }
}
