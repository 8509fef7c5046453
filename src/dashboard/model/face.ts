/** What the stage shows of one validator at an instant, in the block that is shown. */
import { faultOf, isProposer, type NetworkState } from './network_state.js';
import {
  type BlockOfRound,
  decidingVotes,
  NO_ROUND_VOTES,
  type RoundVotes,
  runningWait,
  STEP,
  type Wait,
} from './node_state.js';
import type { Choice } from './vote_set.js';

/** Progress of a validator with the block. */
export type Progress = 'unknown' | 'down' | 'idle' | 'proposal' | 'prevote' | 'precommit' | 'decided';

export interface Face {
  readonly progress: Progress;
  /** Block that it has, voted for or decided; null is nil, `undefined` none. */
  readonly choice: Choice | undefined;
  readonly round: number;
  /** Votes that it has counted in its round, or by which it decided. */
  readonly votes: RoundVotes;
  readonly locked: BlockOfRound | undefined;
  readonly valid: BlockOfRound | undefined;
  readonly wait: Wait | undefined;
  readonly isProposer: boolean;
  readonly isByzantine: boolean;
  /** Whether a fault keeps its proposals from everybody. */
  readonly isSilent: boolean;
}

/**
 * Returns the height that is shown at an instant of a block: that block, or an earlier one while more than a third of the
 * power still decides it, as behind a validator that is cut off with a decision of its own.
 */
export function heightShown({ nodes, powers, conflicts }: NetworkState, height: number): number {
  if (conflicts.length > 0) return height;
  const late = nodes.flatMap((node, index) =>
    node.up && !node.unknown && node.height < height && node.step >= STEP.propose && node.step < STEP.commit
      ? [index]
      : [],
  );
  const power = late.reduce((sum, index) => sum + (powers.powers[index] ?? 0n), 0n);
  return power * 3n > powers.total ? Math.max(...late.map((index) => nodes[index]?.height ?? 0)) : height;
}

/** Returns what to show of a validator while the block of a height is shown. */
export function faceOf(state: NetworkState, index: number, height: number, at: number): Face | undefined {
  const node = state.nodes[index];
  if (node === undefined) return undefined;
  const votes = node.votes[node.round] ?? NO_ROUND_VOTES;
  const common = {
    round: node.round,
    votes,
    locked: node.locked,
    valid: node.valid,
    wait: runningWait(node, at),
    isProposer: node.up && node.height <= height && isProposer(state, index),
    isByzantine: state.validators[index]?.byzantine === true,
    isSilent: faultOf(state, index, 'silent-proposer') !== undefined,
  };
  if (node.unknown) {
    const { lastVote } = node;
    const isHere = lastVote?.height === height;
    const progress = isHere ? (lastVote.type === 1 ? 'prevote' : 'precommit') : 'unknown';
    return { ...common, progress, choice: isHere ? lastVote.block : undefined };
  }
  if (!node.up) return { ...common, progress: 'down', choice: undefined };
  if (node.height > height) {
    const decision = state.decisions[index];
    const choice =
      decision?.height === height ? decision.block : state.decided.find((one) => one.height === height)?.block;
    return {
      ...common,
      progress: 'decided',
      choice,
      votes: node.decidedBy ?? NO_ROUND_VOTES,
      round: decision?.round ?? 0,
    };
  }
  if (node.height < height) return { ...common, progress: 'idle', choice: undefined };
  const commit = node.step === STEP.commit ? decidingVotes(node) : undefined;
  if (commit !== undefined)
    return { ...common, progress: 'decided', choice: commit.precommits.majority, votes: commit };
  const [prevote, precommit] = [votes.prevotes.votes[index], votes.precommits.votes[index]];
  if (precommit !== undefined) return { ...common, progress: 'precommit', choice: precommit };
  if (prevote !== undefined) return { ...common, progress: 'prevote', choice: prevote };
  return { ...common, progress: node.proposal === undefined ? 'idle' : 'proposal', choice: node.proposal };
}
