/** Selects the candidates for the response, chain by chain, and sorts them (asset-reachability.md 3.5). */
import type { RecommendationReason } from '../reasons.js';
import type { AssetSettings } from '../settings.js';
import { descending } from './best_channel.js';
import { type Candidate, CLASSES } from './candidates.js';
import { groupBy } from './chain_node.js';
import { isCw20 } from './usable.js';
import { voucherDenom } from './voucher_denom.js';

export interface Wishes {
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
