/** Checks the height in a query about the chain, with a node's texts for bad ones. */
import { invalidArgument, plainError } from '../../sdk/query/failure.js';
import type { NodeFacts } from '../../sdk/query/node_facts.js';

export function checkHeight(height: bigint, { head, earliestBlock }: NodeFacts): void {
  if (height > head.height) throw invalidArgument('requested block height is bigger then the chain length');
  if (height <= 0n) throw plainError(`height must be greater than 0, but got ${height}`);
  if (height < earliestBlock) throw plainError(`height ${height} is not available, lowest height is ${earliestBlock}`);
}
