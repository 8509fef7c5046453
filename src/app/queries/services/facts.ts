/** Returns the facts of the node, for paths that exist only with them. */
import { invariant } from '../../../kernel/errors.js';
import type { QueryServices } from '../../sdk/query/define_query.js';
import type { NodeFacts } from '../../sdk/query/node_facts.js';

export function factsOf({ nodeFacts }: QueryServices): NodeFacts {
  invariant(nodeFacts !== undefined, 'a query about the node reached an application without node facts');
  return nodeFacts();
}
