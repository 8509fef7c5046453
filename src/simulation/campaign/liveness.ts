/**
 * Measures the rounds that a session needs after its faults have ended, and checks that they are bounded. Messages then
 * arrive long before the timeouts, and gossip has made all votes known. So the honest nodes enter one round together, and
 * every round decides unless its proposer is lost, the application rejects its block, or nodes with a third of the power
 * are locked on a block that the proposer does not propose again. A locked node gets its turn to propose after at most all
 * other validators.
 */
import type { AbciReply } from '../../consensus/input.js';
import type { Commit } from '../../consensus/types/commit.js';
import { InvariantViolation } from '../../kernel/errors.js';
import type { NodeAbciCall, SimNetwork } from '../index.js';
import type { Plan } from './session_plan.js';

export interface Liveness {
  /** Highest round in which an honest node was when the faults ended; 0 at later heights. */
  readonly from: number;
  /** Number of blocks of the current height that the application has rejected since. */
  readonly rejected: number;
  /** Most rounds of a height so far. */
  readonly most: number;
}

/** Number of rounds that may pass besides one for each validator: the first one may have begun without the proposal. */
const SPARE_ROUNDS = 2;

/** Returns the most rounds of a height after the faults have ended, besides those whose block the application rejects. */
export const roundLimit = ({ powers, watchers }: Plan): number => powers.length + watchers + SPARE_ROUNDS;

/** Returns the count at the moment when the last fault has ended. */
export function healed(network: SimNetwork, { lost }: Plan): Liveness {
  let from = 0;
  for (let node = 0; node < network.size; node++) {
    const { height, round } = network.node(node).engine.round;
    if (!lost.includes(node) && height > network.lastDecidedHeight) from = Math.max(from, round);
  }
  return { from, rejected: 0, most: 0 };
}

/** Returns the count after a reply of the application. */
export const afterReply = (liveness: Liveness, ask: NodeAbciCall, reply: AbciReply): Liveness =>
  ask.type === 'processProposal' && reply.type === 'processProposal' && !reply.accept
    ? { ...liveness, rejected: liveness.rejected + 1 }
    : liveness;

/** Returns the count after the decision of a height. Throws when the height took more rounds than the limit. */
export function afterDecision({ from, rejected, most }: Liveness, { height, round }: Commit, plan: Plan): Liveness {
  const rounds = Math.max(round - from + 1 - rejected, 0);
  const limit = roundLimit(plan);
  if (rounds > limit)
    throw new InvariantViolation(
      `liveness: height ${height} took ${rounds} rounds after the faults ended, expected at most ${limit} (seed ${plan.seed}; to reproduce: npx tsx scripts/simulate.ts --seed ${plan.seed})`,
    );
  return { from: 0, rejected: 0, most: Math.max(most, rounds) };
}
