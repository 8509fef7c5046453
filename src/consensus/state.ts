/**
 * The whole state of one validator's engine, as plain immutable data: it can be kept, printed, compared and replayed.
 * `RoundState` is CometBFT's (consensus-engine.md 5.2); around it stand the chain, the one timer, the queue of own
 * messages and what is left to do once the application has answered.
 */
import type { UnixNanos } from '../kernel/time.js';
import type { DecidedState } from './decided_state.js';
import type { AbciCall } from './effect.js';
import { EMPTY_POOL, type EvidencePool } from './evidence/pool.js';
import type { Incoming } from './message.js';
import { Step } from './round_step.js';
import { type HeightVotes, newHeightVotes } from './tally/height_votes.js';
import type { VoteSet } from './tally/vote_set.js';
import type { Timeout } from './timeout.js';
import type { Transition } from './transition.js';
import type { PartSet } from './types/part_set.js';
import type { Proposal } from './types/proposal.js';
import type { ValidatorSet } from './types/validator_set.js';
import type { WholeBlock } from './types/whole_block.js';

export interface RoundState {
  readonly height: bigint;
  readonly round: number;
  readonly step: Step;
  /** When round 0 of this height begins. */
  readonly startTime: UnixNanos;
  /** When the commit of this height was seen; undefined before. */
  readonly commitTime: UnixNanos | undefined;
  /** Of the height, with the priorities, and so the proposer, of this round. */
  readonly validators: ValidatorSet;
  readonly proposal: Proposal | undefined;
  readonly proposalBlock: WholeBlock | undefined;
  /** The parts that are being collected; their header names the block that is awaited. */
  readonly proposalParts: PartSet | undefined;
  /** -1 when nothing is locked. */
  readonly lockedRound: number;
  readonly lockedBlock: WholeBlock | undefined;
  /** -1 when there is no valid block. */
  readonly validRound: number;
  readonly validBlock: WholeBlock | undefined;
  readonly votes: HeightVotes;
  /** The round whose precommits decided; -1 before. */
  readonly commitRound: number;
  /** Precommits of the height before; undefined at the initial height. */
  readonly lastCommit: VoteSet | undefined;
  readonly triggeredPrecommitWait: boolean;
}

/** The last place at which this validator signed: it never signs there or before again. */
export interface SignRecord {
  readonly height: bigint;
  readonly round: number;
  readonly step: Step;
}

export interface EngineState {
  readonly decidedState: DecidedState;
  readonly round: RoundState;
  /** The last timeout that was scheduled, fired or not: an earlier place cannot replace it. */
  readonly timer: Timeout | undefined;
  /** Own messages, and the messages of a catch-up, that wait for their turn. Empty between steps unless `awaiting`. */
  readonly queue: readonly Incoming[];
  /** Transitions that wait for the application's answer. Empty between steps unless `awaiting`. */
  readonly agenda: readonly Transition[];
  readonly awaiting: AbciCall | undefined;
  readonly pool: EvidencePool;
  readonly signed: SignRecord | undefined;
}

export type Draft<T> = { -readonly [K in keyof T]: T[K] };

/** The height after the ledger's last block. */
export function nextHeight({ chain }: DecidedState): bigint {
  return chain.lastBlockHeight === 0n ? chain.initialHeight : chain.lastBlockHeight + 1n;
}

/** Waiting for round 0 of the height on top of `decidedState`. */
export function newHeightRound(
  decidedState: DecidedState,
  lastCommit: VoteSet | undefined,
  startTime: UnixNanos,
): RoundState {
  const height = nextHeight(decidedState);
  const { validators } = decidedState.chain;
  return {
    height,
    round: 0,
    step: Step.NewHeight,
    startTime,
    commitTime: undefined,
    validators,
    proposal: undefined,
    proposalBlock: undefined,
    proposalParts: undefined,
    lockedRound: -1,
    lockedBlock: undefined,
    validRound: -1,
    validBlock: undefined,
    votes: newHeightVotes(height, validators),
    commitRound: -1,
    lastCommit,
    triggeredPrecommitWait: false,
  };
}

/** A validator that knows the chain up to `decidedState` and has signed nothing of the next height. */
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

/** A draft of the state. Field by field: spreading both objects at every step costs a sixth of a height's time. */
export function copyState(s: EngineState): Draft<EngineState> {
  return {
    decidedState: s.decidedState,
    round: s.round,
    timer: s.timer,
    queue: s.queue,
    agenda: s.agenda,
    awaiting: s.awaiting,
    pool: s.pool,
    signed: s.signed,
  };
}

/** A draft of the round state: see `copyState`. */
export function copyRound(rs: RoundState): Draft<RoundState> {
  return {
    height: rs.height,
    round: rs.round,
    step: rs.step,
    startTime: rs.startTime,
    commitTime: rs.commitTime,
    validators: rs.validators,
    proposal: rs.proposal,
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
