/** Defines what a run has shown, which expectations check. */
import type { DevnetValidator, NetworkNode } from '../devnet/index.js';

/** Describes a decided height. Validators are indexes. */
export interface ObservedHeight {
  readonly height: number;
  /** Is the round of its commit. */
  readonly round: number;
  readonly proposer: number;
  /** Is the block's name in the traces, such as `A`. */
  readonly block: string;
  /** Is the simulated time from the start of the height to its first decision, in milliseconds. */
  readonly ms: number;
  /** Is the header's time in milliseconds since the genesis time. */
  readonly headerMs: number;
  readonly transactions: number;
  /** List the validators by their entry in the canonical commit, or in the seen commit of the last height. */
  readonly signed: readonly number[];
  readonly votedNil: readonly number[];
  readonly absent: readonly number[];
}

export interface ObservedEvidence {
  readonly kind: 'duplicate-vote' | 'light-client-attack';
  /** Lists the validators that the evidence accuses. */
  readonly validators: readonly number[];
  /** Is the height at which they misbehaved. */
  readonly height: number;
  /** Is the height of the block that contains the evidence. */
  readonly included: number;
}

/** Describes a validator's round state at the moment it reached a position. */
export interface ObservedRoundState {
  readonly lockedRound: number;
  readonly locked: string | undefined;
  readonly validRound: number;
  readonly valid: string | undefined;
  readonly proposal: string | undefined;
}

/** Describes two commits of one height. */
export interface ObservedConflict {
  readonly height: number;
  /** Lists the signers of each commit. */
  readonly signers: readonly [readonly number[], readonly number[]];
}

export interface Observations {
  readonly heights: ReadonlyMap<number, ObservedHeight>;
  readonly evidence: readonly ObservedEvidence[];
  /** Returns the lines of one validator's trace in one height. */
  lines(validator: number, height: number): readonly string[];
  /** Returns the round state at the first time the validator reached a position; undefined when it never did. */
  stateAt(validator: number, position: string): ObservedRoundState | undefined;
  /** Holds what the devnet shows at the end of the run. */
  readonly validators: readonly DevnetValidator[];
  readonly nodes: readonly NetworkNode[];
  readonly conflict: ObservedConflict | undefined;
  /** Holds the stake of each validator when the run began. */
  readonly startTokens: readonly bigint[];
}
