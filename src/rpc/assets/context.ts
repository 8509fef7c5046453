/** The dependencies of the routes of the asset API. */
import type { AssetBackend } from '../../backend/assets.js';
import type { Problem } from '../rest/problem.js';
import { invalidArgument } from '../rest/problem.js';
import type { Known, WrongValue } from '../rest/shape.js';
import { AssetGraph } from './graph/asset_graph.js';
import type { GraphChain } from './graph/graph_chain.js';
import type { AssetSettings } from './settings.js';

export class AssetContext implements Known {
  readonly #graph = new AssetGraph();

  constructor(
    readonly backend: AssetBackend,
    readonly settings: AssetSettings,
  ) {}

  /** Returns the graph for the current state of the chains. */
  get graph(): AssetGraph {
    return this.#graph.sync(this.backend.chains());
  }

  /** Checks whether the chain's assets are part of responses. */
  counts({ facts }: GraphChain): boolean {
    return this.settings.countDescribed || facts.simulated;
  }

  has(kind: string, name: string): boolean {
    return kind === 'chain' && this.graph.named(name) !== undefined;
  }
}

/** Reports an invalid field by the name of the top-level member, or as the request body. */
export const invalidField = ({ path }: WrongValue): Problem => invalidArgument(`Invalid ${path[0] ?? 'request body'}`);
