/** Shows the end of a chain on which two blocks were decided at one height. */

export interface EvmConflict {
  /** Returns the commits that ended the chain; undefined on a chain that has not forked. */
  conflictingCommits(): ConflictingCommits | undefined;
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
  /** Commit as the CometBFT RPC writes it. */
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
  /** Branches. The chain continues to show the first one, whose block was decided first. */
  readonly branches: readonly CommittedBranch[];
}
