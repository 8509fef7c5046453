/**
 * The whole state of one validator's engine as plain immutable data, which can be stored, printed, compared and
 * replayed. `RoundState` is CometBFT's (consensus-engine.md 5.2). The rest is the chain, the timer, the queue of own
 * messages, and the transitions to run once the application has answered.
 */
import type { UnixNanos } from '../kernel/time.js';
import type { DecidedState } from './decided_state.js';
import type { AbciCall } from './effect.js';
import { EMPTY_POOL, type EvidencePool } from './evidence/pool.js';
import type { Incoming, Timeout } from './input.js';
import { RoundStep } from './round_step.js';
import { type HeightVotes, newHeightVotes } from './tally/height_votes.js';
import type { VoteSet } from './tally/vote_set.js';
import type { Transition } from './transition.js';
import type { PartSet } from './types/part_set.js';
import type { Proposal } from './types/proposal.js';
import type { ValidatorSet } from './types/validator_set.js';
import type { WholeBlock } from './types/whole_block.js';

export interface RoundState {
  readonly height: bigint;
  readonly round: number;
  readonly step: RoundStep;
  /** Time at which round 0 of this height begins. */
  readonly startTime: UnixNanos;
  /** Time at which the commit of this height was seen; `undefined` before. */
  readonly commitTime: UnixNanos | undefined;
  /** Validators of the height with the priorities, and thus the proposer, of this round. */
  readonly validators: ValidatorSet;
  readonly proposal: Proposal | undefined;
  /** Time at which `proposal` arrived, by this node's clock. */
  readonly proposalReceiveTime: UnixNanos | undefined;
  readonly proposalBlock: WholeBlock | undefined;
  /** Collects the parts of the block that its header names. */
  readonly proposalParts: PartSet | undefined;
  /** -1 when nothing is locked. */
  readonly lockedRound: number;
  readonly lockedBlock: WholeBlock | undefined;
  /** -1 when there is no valid block. */
  readonly validRound: number;
  readonly validBlock: WholeBlock | undefined;
  readonly votes: HeightVotes;
  /** Round whose precommits decided; -1 before the decision. */
  readonly commitRound: number;
  /** Precommits of the height before; `undefined` at the initial height. */
  readonly lastCommit: VoteSet | undefined;
  readonly triggeredPrecommitWait: boolean;
}

/** Last position at which this validator signed: it never signs there or before again. */
export interface SignRecord {
  readonly height: bigint;
  readonly round: number;
  readonly step: RoundStep;
}

export interface EngineState {
  readonly decidedState: DecidedState;
  readonly round: RoundState;
  /** Last timeout that was scheduled, fired or not: a timeout for an earlier position cannot replace it. */
  readonly timer: Timeout | undefined;
  /** Own messages, and those of a catch-up, in their order. Empty between steps unless `awaiting` is set. */
  readonly queue: readonly Incoming[];
  /** Transitions that follow the application's reply. Empty between steps unless `awaiting` is set. */
  readonly agenda: readonly Transition[];
  readonly awaiting: AbciCall | undefined;
  readonly pool: EvidencePool;
  readonly signed: SignRecord | undefined;
}

export type Draft<T> = { -readonly [K in keyof T]: T[K] };

/** Returns the height after the last decided block. */
export function nextHeight({ chain }: DecidedState): bigint {
  return chain.lastBlockHeight === 0n ? chain.initialHeight : chain.lastBlockHeight + 1n;
}

/** Returns the round state that waits for round 0 of the height on top of `decidedState`. */
export function newHeightRound(
  decidedState: DecidedState,
  lastCommit: VoteSet | undefined,
  startTime: UnixNanos,
  votes: HeightVotes = newHeightVotes(nextHeight(decidedState), decidedState.chain.validators),
): RoundState {
  const { height, validators } = votes;
  return {
    height,
    round: 0,
    step: RoundStep.NewHeight,
    startTime,
    commitTime: undefined,
    validators,
    proposal: undefined,
    proposalReceiveTime: undefined,
    proposalBlock: undefined,
    proposalParts: undefined,
    lockedRound: -1,
    lockedBlock: undefined,
    validRound: -1,
    validBlock: undefined,
    votes,
    commitRound: -1,
    lastCommit,
    triggeredPrecommitWait: false,
  };
}

/** Returns the state of a validator at `decidedState` that has signed nothing at the next height. */
export function newEngineState(
  decidedState: DecidedState,
  lastCommit: VoteSet | undefined,
  startTime: UnixNanos,
): EngineState {
  return {
    decidedState,
    round: newHeightRound(decidedState, lastCommit, startTime),
    timer: undefined,
    queue: [],
    agenda: [],
    awaiting: undefined,
    pool: EMPTY_POOL,
    signed: undefined,
  };
}

/** Copies the round state to a draft. */
export function copyRound(rs: RoundState): Draft<RoundState> {
  return {
    height: rs.height,
    round: rs.round,
    step: rs.step,
    startTime: rs.startTime,
    commitTime: rs.commitTime,
    validators: rs.validators,
    proposal: rs.proposal,
    proposalReceiveTime: rs.proposalReceiveTime,
    proposalBlock: rs.proposalBlock,
    proposalParts: rs.proposalParts,
    lockedRound: rs.lockedRound,
    lockedBlock: rs.lockedBlock,
    validRound: rs.validRound,
    validBlock: rs.validBlock,
    votes: rs.votes,
    commitRound: rs.commitRound,
    lastCommit: rs.lastCommit,
    triggeredPrecommitWait: rs.triggeredPrecommitWait,
  };
}
