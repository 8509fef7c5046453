/** Finds the route between two denoms that belong to one asset, whether the second has a supply yet or not. */
import { coinNamed, formNamed } from './denom.js';
import type { AssetGraph } from './graph/asset_graph.js';
import { candidates } from './graph/candidates.js';
import type { ChainNode } from './graph/chain_node.js';
import { type Route, routeBetween } from './graph/route.js';
import { voucherDenom } from './graph/voucher_denom.js';
import type { Form } from './graph/walk.js';
import type { AssetSettings } from './settings.js';

export interface FoundRoute {
  readonly source: Form;
  readonly route: Route;
  readonly sourceDenom: string;
  readonly destDenom: string;
}

/** Returns the route, or undefined where there is none or where both chains are the same. */
export function routeTo(
  graph: AssetGraph,
  settings: AssetSettings,
  from: ChainNode,
  sourceName: string,
  to: ChainNode,
  destName: string,
): FoundRoute | undefined {
  const source = formNamed(graph, from, sourceName);
  if (source === undefined || from === to) return undefined;
  const destDenom = coinNamed(to, destName) ?? destName;
  const known = formNamed(graph, to, destName);
  const route =
    known?.originChainId === undefined
      ? candidates(graph, source, settings, to.id).find(({ form }) => denomOf(form) === destDenom)?.route
      : known.base === source.base && known.originChainId === source.originChainId
        ? routeBetween(graph, source, known, settings.maxTransfers, passes(settings))
        : undefined;
  return route && { source, route, sourceDenom: denomOf(source), destDenom };
}

const denomOf = ({ hops, base }: Form): string => voucherDenom(hops, base);

const passes =
  ({ countDescribed }: AssetSettings) =>
  ({ facts }: ChainNode): boolean =>
    countDescribed || facts.simulated;
