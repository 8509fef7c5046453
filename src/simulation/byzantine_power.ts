/** Computes the power of byzantine validators. Below a third of the total, consensus guarantees agreement. */
import { powerOf, type ValidatorSet } from '../consensus/types/validator_set.js';
import type { SimNode } from './sim_node.js';

interface Context {
  readonly nodes: readonly SimNode[];
  /** Nodes that a fault has ever made byzantine. */
  readonly byzantine: readonly number[];
}

/** Returns the power that the byzantine nodes have in a validator set. */
export function byzantinePower({ nodes, byzantine }: Context, set: ValidatorSet): bigint {
  let power = 0n;
  for (const index of byzantine) {
    const node = nodes[index];
    if (node !== undefined) power += powerOf(set, node.key.address);
  }
  return power;
}

/** Returns whether byzantine nodes have at least a third of a validator set's power, so that the chain may fork. */
export const mayFork = (context: Context, set: ValidatorSet): boolean =>
  context.byzantine.length > 0 && 3n * byzantinePower(context, set) >= set.totalVotingPower;
