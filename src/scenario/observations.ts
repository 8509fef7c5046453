/** Defines what a run has shown, which expectations check. */
import type { ServerAnswer } from '../devnet/ask_server.js';
import type { DevnetValidator, NetworkNode } from '../devnet/index.js';

/** Decided height. Validators are indexes. */
export interface ObservedHeight {
  readonly height: number;
  /** Round of its commit. */
  readonly round: number;
  readonly proposer: number;
  /** Name of the block in the traces, such as `A`. */
  readonly block: string;
  /** Simulated time from the start of the height to its first decision, in milliseconds. */
  readonly ms: number;
  /** Time of the header in milliseconds since the genesis time. */
  readonly headerMs: number;
  readonly transactions: number;
  /** List the validators by their entry in the canonical commit, or in the seen commit of the last height. */
  readonly signed: readonly number[];
  readonly votedNil: readonly number[];
  readonly absent: readonly number[];
}

export interface ObservedEvidence {
  readonly kind: 'duplicate-vote' | 'light-client-attack';
  /** Validators that the evidence accuses. */
  readonly validators: readonly number[];
  /** Height at which they misbehaved. */
  readonly height: number;
  /** Height of the block that contains the evidence. */
  readonly included: number;
}

/** Validator's round state at the moment it reached a position. */
export interface ObservedRoundState {
  readonly lockedRound: number;
  readonly locked: string | undefined;
  readonly validRound: number;
  readonly valid: string | undefined;
  readonly proposal: string | undefined;
}

/** Two commits of one height. */
export interface ObservedConflict {
  readonly height: number;
  /** Signers of each commit. */
  readonly signers: readonly [readonly number[], readonly number[]];
}

export interface Observations {
  /** Answers by the names of requests. */
  readonly answers: ReadonlyMap<string, ServerAnswer>;
  readonly heights: ReadonlyMap<number, ObservedHeight>;
  readonly evidence: readonly ObservedEvidence[];
  /** Returns the lines of one validator's trace in one height. */
  lines(validator: number, height: number): readonly string[];
  /** Returns the round state at the first time the validator reached a position; undefined when it never did. */
  stateAt(validator: number, position: string): ObservedRoundState | undefined;
  /** State that the devnet shows at the end of the run. */
  readonly validators: readonly DevnetValidator[];
  readonly nodes: readonly NetworkNode[];
  readonly conflict: ObservedConflict | undefined;
  /** Stake of each validator when the run began. */
  readonly startTokens: readonly bigint[];
}
