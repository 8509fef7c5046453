/** Transition that can be planned, as data: an unfinished step is a list of them (consensus-engine.md 5.4). */
export type Transition =
  | {
      readonly enter: 'NewRound' | 'Propose' | 'Prevote' | 'PrevoteWait' | 'Precommit' | 'PrecommitWait' | 'Commit';
      readonly height: bigint;
      /** For Commit, this is the round whose precommits decided. */
      readonly round: number;
    }
  /** Finishes the height, if its decided block is here. */
  | { readonly enter: 'Finalize' }
  /** Enters round 0 of the then current height without waiting: `skip_timeout_commit`. */
  | { readonly enter: 'NextHeight' };
