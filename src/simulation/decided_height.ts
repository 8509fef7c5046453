/** A decided height as the network remembers it. */
import type { FinalizeBlockResponse } from '../abci/application.js';
import type { Ledger } from '../consensus/decided_state.js';
import type { Decided } from '../consensus/effect.js';
import type { Bytes } from '../kernel/bytes.js';

export interface DecidedHeight {
  readonly decided: Decided;
  readonly response: FinalizeBlockResponse;
  /** After the block. */
  readonly ledger: Ledger;
  /** What the application said of the blocks that were proposed. */
  readonly verdicts: readonly Verdict[];
}

/** The application's word on a proposed block. */
export interface Verdict {
  readonly height: bigint;
  readonly hash: Bytes;
  readonly accept: boolean;
}
