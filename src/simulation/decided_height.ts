/** Defines what the network remembers of a decided height. */
import type { FinalizeBlockResponse } from '../abci/application.js';
import type { DecidedState } from '../consensus/decided_state.js';
import type { DecidedBlock } from '../consensus/effect.js';
import type { Vote } from '../consensus/types/vote.js';
import type { Bytes } from '../kernel/bytes.js';

export interface DecidedHeight {
  readonly decided: DecidedBlock;
  readonly response: FinalizeBlockResponse;
  /** State after the block. */
  readonly decidedState: DecidedState;
  /** Application's replies to the proposals of this height. */
  readonly proposalStatuses: readonly ProposalStatus[];
  /** Application's replies to the vote extensions of this height. */
  readonly extensionStatuses: readonly ExtensionStatus[];
}

/** Records whether the application accepted the extension of a vote. */
export interface ExtensionStatus {
  readonly vote: Vote;
  readonly accept: boolean;
}

/** Records whether the application accepted a proposed block. */
export interface ProposalStatus {
  readonly height: bigint;
  readonly hash: Bytes;
  readonly accept: boolean;
}
