/**
 * Returns the destinations of one source by chain id in ascending order, the best first on each. `to` restricts them to
 * one chain.
 */
import type { AssetGraph } from './graph/asset_graph.js';
import { descending } from './graph/best_channel.js';
import { type Candidate, CLASSES, candidates } from './graph/candidates.js';
import { groupBy } from './graph/graph_chain.js';
import { isCw20 } from './graph/usable.js';
import { voucherDenom } from './graph/voucher_denom.js';
import type { Form } from './graph/walk.js';
import type { RecommendationReason } from './reasons.js';
import type { AssetSettings } from './settings.js';

/** Selects the candidates for the response, chain by chain, and sorts them (asset-reachability.md 3.5). */
interface Wishes {
  readonly allowMultiTx: boolean;
  readonly nativeOnly: boolean;
  readonly includeCw20Assets: boolean;
  readonly recommendationReason: RecommendationReason | undefined;
}

const HOME = CLASSES.indexOf('home');
const isNative = ({ form }: Candidate): boolean => form.hops.length === 0;

/** Returns candidates by chain id in ascending order, the best first. Chains without candidates are absent. */
export function chosen(
  candidates: readonly Candidate[],
  wishes: Wishes,
  settings: AssetSettings,
): ReadonlyMap<string, readonly Candidate[]> {
  const wanted = candidates.filter(
    (candidate) =>
      (wishes.allowMultiTx || candidate.route.txs === 1) &&
      (!settings.requireSeen || candidate.supply > 0n || candidate.rank === HOME || candidate.isAncestor) &&
      (!wishes.nativeOnly || isNative(candidate)) &&
      (wishes.includeCw20Assets || !isNative(candidate) || !isCw20(candidate.form.base)),
  );
  const byChain = [...groupBy(wanted, ({ form }) => form.chain.id)].sort(([a], [b]) => (a < b ? -1 : 1));
  const retained = byChain.map(([id, ofChain]): [string, readonly Candidate[]] => {
    const recommended = recommend(ofChain.sort(byRank), wishes.recommendationReason);
    return [id, recommended.slice(0, settings.maxAssetsPerChain)];
  });
  return new Map(retained.filter(([, ofChain]) => ofChain.length > 0));
}

const denomOf = ({ form }: Candidate): string => voucherDenom(form.hops, form.base);

function byRank(a: Candidate, b: Candidate): number {
  return (
    a.rank - b.rank ||
    descending(a.supply, b.supply) ||
    a.form.hops.length - b.form.hops.length ||
    a.route.txs - b.route.txs ||
    a.route.transfers.length - b.route.transfers.length ||
    (denomOf(a) < denomOf(b) ? -1 : 1)
  );
}

/** Selects recommended candidates of one chain, which are sorted by rank (asset-reachability.md 1.6). */
function recommend(candidates: readonly Candidate[], reason: RecommendationReason | undefined): readonly Candidate[] {
  switch (reason) {
    case undefined:
    case 'UNKNOWN':
      return candidates;
    case 'BASE_TOKEN':
      return candidates.filter(isNative);
    case 'MOST_LIQUID':
      return first(candidates, (a, b) => a.supply > b.supply);
    case 'DIRECT':
      return first(candidates, (a, b) => a.route.transfers.length < b.route.transfers.length);
  }
}

/** Returns the first candidate that no other is better than. */
const first = (
  candidates: readonly Candidate[],
  isBetter: (a: Candidate, b: Candidate) => boolean,
): readonly Candidate[] =>
  candidates.slice(0, 1).map((start) => candidates.reduce((best, next) => (isBetter(next, best) ? next : best), start));

export const reachable = (
  graph: AssetGraph,
  source: Form,
  settings: AssetSettings,
  wishes: Wishes,
  to?: string,
): ReadonlyMap<string, readonly Candidate[]> => chosen(candidates(graph, source, settings, to), wishes, settings);
