/**
 * Returns the destinations of one source by chain id in ascending order, the best first on each. `to` restricts them to
 * one chain.
 */
import type { AssetGraph } from './graph/asset_graph.js';
import { type Candidate, candidates } from './graph/candidates.js';
import { chosen, type Wishes } from './graph/filters.js';
import type { Form } from './graph/walk.js';
import type { AssetSettings } from './settings.js';

export const reachable = (
  graph: AssetGraph,
  source: Form,
  settings: AssetSettings,
  wishes: Wishes,
  to?: string,
): ReadonlyMap<string, readonly Candidate[]> => chosen(candidates(graph, source, settings, to), wishes, settings);
