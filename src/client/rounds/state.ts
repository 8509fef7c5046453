/**
 * Defines what the view knows about a chain: the rounds of the current height as the observed node sees them. Addresses
 * and hashes are their first 12 hex digits, because dumps of CometBFT have no more.
 */
import type { RoundStepName } from '../../kernel/round_steps.js';

export interface Position {
  readonly height: bigint;
  readonly round: number;
  readonly step: RoundStepName;
}

export type VoteType = 'prevote' | 'precommit';

/** Value of a vote for no block. */
export const NIL = 'nil';

/** Hash of the block of each validator's vote, or `nil`, by address. */
export type Votes = ReadonlyMap<string, string>;

/** Votes of one round by type. */
export type RoundVotes = Readonly<Record<VoteType, Votes>>;

export const NO_VOTES: RoundVotes = { prevote: new Map(), precommit: new Map() };

export interface Validator {
  readonly address: string;
  readonly power: bigint;
}

/** Block and the round in which the node locked it, or saw that it is valid. */
export interface BlockAtRound {
  readonly round: number;
  readonly block: string;
}

/** Decided height, as far as the node has published it. */
export interface DecidedHeight {
  readonly height: bigint;
  /** Round of the decision; `undefined` until the node has published it. */
  readonly round: number | undefined;
  readonly block: string | undefined;
  readonly txs: number | undefined;
}

/** Known facts about a round. */
export interface Round {
  readonly height: bigint;
  readonly round: number;
  readonly proposer: string | undefined;
  /** Validators of this height in the order of the set. */
  readonly validators: readonly Validator[];
  readonly votes: RoundVotes;
  /** Whether prevotes are known; false for a past round of a dump, which has only its precommits. */
  readonly hasPrevotes: boolean;
}

export interface RoundsState {
  readonly position: Position;
  /** Validators in the order of the set. */
  readonly validators: readonly Validator[];
  readonly proposer: string | undefined;
  /** Hash of the complete proposal of the current round. */
  readonly proposal: string | undefined;
  /** Votes of the last rounds of the current height, also of a round that has not begun. */
  readonly votes: ReadonlyMap<number, RoundVotes>;
  readonly locked: BlockAtRound | undefined;
  readonly valid: BlockAtRound | undefined;
  /** Round that decided the height before, which the view shows until the next round begins. */
  readonly previous: Round | undefined;
  /** Last decided heights, the newest first. */
  readonly decided: readonly DecidedHeight[];
  /** Last pieces of evidence and changes of validators, the newest last. */
  readonly incidents: readonly Incident[];
  /** Height at which a changed validator set votes first. */
  readonly nextSetAt: bigint | undefined;
  /** Whether only a new dump can show the state, because events are missing or the chain was reverted. */
  readonly isStale: boolean;
}

/** Event that the view shows for longer than a round. */
export type Incident =
  | { readonly type: 'evidence'; readonly height: bigint; readonly evidence: Evidence }
  | {
      readonly type: 'validators';
      /** Height of the block that changed the set. */
      readonly height: bigint;
      /** First height at which the new set votes. */
      readonly from: bigint;
      readonly updates: readonly Validator[];
    };

export interface Evidence {
  /** `DuplicateVoteEvidence` or `LightClientAttackEvidence`. */
  readonly kind: string;
  readonly validators: readonly string[];
  /** Height of the misbehavior. */
  readonly height: bigint | undefined;
  readonly round: number | undefined;
  /** Type of the two votes of a double vote. */
  readonly votes: VoteType | undefined;
}

/** Returns the round that the view shows: the current one, or the decided one until the next begins. */
export function shownRound(state: RoundsState): Round {
  const { position, proposer, validators, votes, previous } = state;
  if (position.step === 'NewHeight' && position.round === 0 && previous !== undefined) return previous;
  return { ...position, proposer, validators, votes: votes.get(position.round) ?? NO_VOTES, hasPrevotes: true };
}
