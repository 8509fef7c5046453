/** A decided height as the network remembers it. */
import type { FinalizeBlockResponse } from '../abci/application.js';
import type { DecidedState } from '../consensus/decided_state.js';
import type { DecidedBlock } from '../consensus/effect.js';
import type { Bytes } from '../kernel/bytes.js';

export interface DecidedHeight {
  readonly decided: DecidedBlock;
  readonly response: FinalizeBlockResponse;
  /** After the block. */
  readonly decidedState: DecidedState;
  /** What the application said of the blocks that were proposed. */
  readonly proposalStatuses: readonly ProposalStatus[];
}

/** The application's word on a proposed block. */
export interface ProposalStatus {
  readonly height: bigint;
  readonly hash: Bytes;
  readonly accept: boolean;
}
