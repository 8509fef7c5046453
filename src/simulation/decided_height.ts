/** Defines what the network remembers of a decided height, and tells whether every node accepts its commit. */
import type { FinalizeBlockResponse } from '../abci/application.js';
import type { DecidedState } from '../consensus/decided_state.js';
import type { DecidedBlock } from '../consensus/effect.js';
import type { Commit } from '../consensus/types/commit.js';
import type { Vote } from '../consensus/types/vote.js';
import { type Bytes, equalBytes } from '../kernel/bytes.js';

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

/** Reports whether a commit of the height has a vote whose extension the application refused. */
export const hasRefusedVote = ({ extensionStatuses }: DecidedHeight, { round, signatures }: Commit): boolean =>
  extensionStatuses.some(({ vote, accept }) => {
    const extension = signatures[vote.validatorIndex]?.extension;
    if (accept || vote.round !== round || extension === undefined || vote.extension === undefined) return false;
    return equalBytes(extension.bytes, vote.extension.bytes);
  });
