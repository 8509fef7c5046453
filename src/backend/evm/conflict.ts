/** Shows the end of a chain on which two blocks were decided at one height. */

export interface EvmConflict {
  /** Returns the commits that ended the chain; undefined on a chain that has not forked. */
  conflictingCommits(): ConflictingCommits | undefined;
}

/** Names a validator that signed a commit. */
export interface CommitSigner {
  /** Is the index among the devnet's validators; null when the devnet does not have its key. */
  readonly index: number | null;
  /** Is the name, such as `validator-0`; the consensus address in hex when the devnet does not have its key. */
  readonly name: string;
}

/** Describes one of the decided blocks. */
export interface CommittedBranch {
  /** Holds the block's hash in upper-case hex, as CometBFT writes it. */
  readonly block: string;
  /** Is the round whose precommits decided the block. */
  readonly round: number;
  /** Lists the validators whose precommits for the block are in the commit. */
  readonly signers: readonly CommitSigner[];
  /** Lists the indexes of the validators whose nodes decided the block. */
  readonly nodes: readonly number[];
  /** Holds the commit as the CometBFT RPC writes it. */
  readonly commit: CommitDocument;
}

/** Holds a commit as the CometBFT RPC writes it. */
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

/** Describes the commits of two blocks at one height. */
export interface ConflictingCommits {
  readonly height: bigint;
  /** Lists the branches. The chain continues to show the first one, whose block was decided first. */
  readonly branches: readonly CommittedBranch[];
}
