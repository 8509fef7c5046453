/**
 * Finds the validators that can decide a block now: they are up, they reach each other, and together they have more
 * than 2/3 of the voting power.
 */
import { indexOfAddress, type ValidatorSet, validatorAt } from '../../consensus/types/validator_set.js';
import type { SimNetwork } from '../../simulation/index.js';

export interface Quorum {
  /** Lists the nodes that reach each other, also over others, in no particular order. */
  readonly nodes: readonly number[];
}

/**
 * Returns the quorum of a network; undefined when no group of connected nodes has enough power. A quorum can still fail
 * to decide, for example because faults lose all its messages.
 */
export function quorumOf(simNetwork: SimNetwork, validators: ValidatorSet): Quorum | undefined {
  const powers = Array.from({ length: simNetwork.size }, (_, index) => powerOf(simNetwork, validators, index));
  const total = validators.validators.reduce((sum, { votingPower }) => sum + votingPower, 0n);
  const rest = new Set(powers.keys());
  for (const index of rest) {
    if (!simNetwork.node(index).up) continue;
    const nodes = reachedFrom(simNetwork, index);
    for (const node of nodes) rest.delete(node);
    const power = nodes.reduce((sum, node) => sum + (powers[node] as bigint), 0n);
    if (power * 3n > total * 2n) return { nodes };
  }
  return undefined;
}

function powerOf(simNetwork: SimNetwork, validators: ValidatorSet, index: number): bigint {
  const at = indexOfAddress(validators, simNetwork.node(index).key.address);
  return at < 0 ? 0n : validatorAt(validators, at).votingPower;
}

function reachedFrom(simNetwork: SimNetwork, first: number): readonly number[] {
  const reached = [first];
  const isReached = new Set(reached);
  for (const node of reached)
    for (let peer = 0; peer < simNetwork.size; peer++)
      if (!isReached.has(peer) && simNetwork.connection(node, peer) !== undefined) {
        isReached.add(peer);
        reached.push(peer);
      }
  return reached;
}

/** Counts the decided heights that the nodes of a quorum have not committed, summed over the nodes. */
export const heightsBehind = (simNetwork: SimNetwork, { nodes }: Quorum): number =>
  nodes.reduce(
    (sum, index) => sum + Number(simNetwork.lastDecidedHeight + 1n - simNetwork.node(index).engine.round.height),
    0,
  );
