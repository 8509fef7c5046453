/** The host's facts, for paths that exist only with them. */
import { invariant } from '../../../kernel/errors.js';
import type { QueryServices } from '../../sdk/query/handler.js';
import type { NodeFacts } from '../../sdk/query/node_facts.js';

export function factsOf({ nodeFacts }: QueryServices): NodeFacts {
  invariant(nodeFacts !== undefined, 'a path that tells of the node was asked of an application without a node');
  return nodeFacts();
}
