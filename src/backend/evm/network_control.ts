/**
 * Defines how methods control the simulated network and its validators, and read the end of a chain that has decided
 * two blocks at one height.
 */
import type { PubKey } from '../../abci/application.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { UnixNanos } from '../../kernel/time.js';

/** Fault as plain data: its type and its parameters. */
export type EvmFault = Readonly<Record<string, unknown>>;

/** Type of fault, and its parameters. */
export interface EvmFaultKind {
  readonly type: string;
  readonly summary: string;
  /** Where it acts: `network` (between validators), `rpc` (at interfaces) or `chain`. */
  readonly at: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly summary: string;
    /** Valid values. */
    readonly expected: string;
    readonly optional: boolean;
    /** Name of the form of the values, such as `node`; `choice` is one of `choices`. */
    readonly form: string;
    readonly choices?: readonly string[];
  }[];
}

export interface EvmActiveFault {
  readonly id: number;
  readonly fault: { readonly type: string };
  /** Start of the fault: the height of the newest block then, and the network's time. */
  readonly since: { readonly height: bigint; readonly time: UnixNanos };
  /** Requests and events that it has hit, of a fault of the interfaces. */
  readonly hits?: number;
}

/** State of a link in both directions. What is left out is as on a healthy link. */
export interface EvmLink {
  readonly up?: boolean;
  /** Milliseconds that are added to the delay. */
  readonly ms?: number;
  /** Percentage of messages that are lost. */
  readonly percent?: number;
}

/** Validator and its node. */
export interface EvmValidatorNode {
  readonly index: number;
  /** Such as `validator-0`. */
  readonly name: string;
  /** Consensus address in upper-case hex. */
  readonly address: string;
  /** Voting power at the next height. */
  readonly power: bigint;
  /** Whether the validator was removed from the set for misbehaviour. */
  readonly jailed: boolean;
  readonly up: boolean;
  readonly height: bigint;
  readonly round: number;
  /** Name of the step in consensus: `Propose`, `Prevote`, … */
  readonly step: string;
  /** Nodes to which the node is connected. */
  readonly peers: readonly number[];
}

export interface EvmNetworkControl {
  /** Returns all validators of the devnet by index. */
  nodes(): readonly EvmValidatorNode[];
  /** Returns the links that are cut, as pairs of validators. */
  cutLinks(): readonly (readonly [number, number])[];
  /** Returns the types of faults. */
  faultMenu(): Promise<readonly EvmFaultKind[]>;
  faults(): readonly EvmActiveFault[];
  crashValidator(index: number): Promise<void>;
  restartValidator(index: number): Promise<void>;
  /** Begins a fault. Resolves to its id. */
  addFault(fault: EvmFault): Promise<number>;
  removeFault(id: number): Promise<void>;
  /** Separates groups of validators. Resolves to the id of the fault. */
  partition(groups: readonly (readonly number[])[]): Promise<number>;
  /** Ends all partitions, and restores all links. */
  heal(): Promise<void>;
  setLink(a: number, b: number, link: EvmLink): Promise<void>;
  /** Sets how far the clock of a validator is ahead, in milliseconds; 0 ends the skew. */
  setClockSkew(index: number, ms: number): Promise<void>;
  /** Submits evidence of an attack, given as plain data. Resolves to its hash in upper-case hex. */
  lightClientAttack(attack: Readonly<Record<string, unknown>>): Promise<string>;
}

/** Access to the simulated network. */
export interface EvmNetworkAccess {
  readonly networkControl: EvmNetworkControl;
}

/** Validator that the devnet signs for. */
export interface EvmValidator {
  /** Index among the devnet's validators. */
  readonly index: number;
  readonly name: string;
  /** Consensus address: 20 bytes. */
  readonly address: Bytes;
  /** Operator address in bech32; `undefined` when it has never been a validator. */
  readonly operator: string | undefined;
  /** Voting power at the next height. */
  readonly power: bigint;
  /** Stake in the smallest unit of the coin. */
  readonly tokens: bigint;
  readonly jailed: boolean;
}

/** Key with which a validator signs. */
export interface EvmValidatorKey {
  readonly index: number;
  readonly name: string;
  readonly address: Bytes;
  readonly pubKey: PubKey;
  /** Private key as CometBFT stores it. */
  readonly privateKey: Bytes;
}

export interface EvmValidators {
  /**
   * Adds a validator with its node. Resolves when a block has registered it, or in mining modes that control time when
   * it is pending. Throws HalleyError when it is impossible; then nothing has changed.
   */
  addValidator(terms: {
    readonly power?: bigint | undefined;
    readonly name?: string | undefined;
  }): Promise<EvmValidator>;
  /** Takes all power from a validator. Throws HalleyError when it is impossible. */
  removeValidator(validator: number | Bytes): Promise<void>;
  validatorKeys(): readonly EvmValidatorKey[];
  /** Returns the key for the next validator. One that is created with it signs by a node of the devnet. */
  nextValidatorKey(): EvmValidatorKey;
}

export interface EvmCommits {
  /** Returns the commits that ended the chain; undefined on a chain that goes on. */
  conflictingCommits(): ConflictingCommits | undefined;
  /**
   * Returns the vote extensions of a height's commit, one for each validator of its set; undefined for a height without
   * them.
   */
  voteExtensions(height: bigint): readonly VoteExtension[] | undefined;
}

export interface VoteExtension {
  /** Consensus address in upper-case hex. */
  readonly validator: string;
  /** `undefined` where the commit has no precommit for the block. */
  readonly extension: Bytes | undefined;
}

/** Validator that signed a commit. */
export interface CommitSigner {
  /** Index among the devnet's validators; null when the devnet does not have its key. */
  readonly index: number | null;
  /** Such as `validator-0`; the consensus address in hex when the devnet does not have its key. */
  readonly name: string;
}

/** One of the decided blocks. */
export interface CommittedBranch {
  /** Hash of the block in upper-case hex, as CometBFT writes it. */
  readonly block: string;
  /** Round whose precommits decided the block. */
  readonly round: number;
  /** Validators whose precommits for the block are in the commit. */
  readonly signers: readonly CommitSigner[];
  /** Indexes of the validators whose nodes decided the block. */
  readonly nodes: readonly number[];
  readonly commit: CommitDocument;
}

/** Commit as the CometBFT RPC writes it. */
export interface CommitDocument {
  readonly height: string;
  readonly round: number;
  readonly block_id: { readonly hash: string; readonly parts: { readonly total: number; readonly hash: string } };
  readonly signatures: readonly {
    readonly block_id_flag: number;
    readonly validator_address: string;
    readonly timestamp: string;
    readonly signature: string | null;
  }[];
}

/** Commits of two blocks at one height. */
export interface ConflictingCommits {
  readonly height: bigint;
  /** Branches, of which the chain continues to show the first, whose block was decided first. */
  readonly branches: readonly CommittedBranch[];
}
