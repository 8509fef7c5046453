/** The transitions that can be planned, as data: an unfinished step is a list of them (consensus-engine.md 5.4). */
export type Transition =
  | {
      readonly enter: 'NewRound' | 'Propose' | 'Prevote' | 'PrevoteWait' | 'Precommit' | 'PrecommitWait' | 'Commit';
      readonly height: bigint;
      /** For Commit: the round whose precommits decided. */
      readonly round: number;
    }
  /** Finish the height, if its decided block is here. */
  | { readonly enter: 'Finalize' }
  /** Round 0 of whatever height it is by then, without waiting: `skip_timeout_commit`. */
  | { readonly enter: 'NextHeight' };
