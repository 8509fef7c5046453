/**
 * The actions that the engine requests. A step lists them in the order of execution; `persist` precedes the `send` that
 * it protects. The engine never waits: an `ask` is the last effect of its step, and the next input is the reply.
 */
import type {
  ExtendVoteRequest,
  FinalizeBlockRequest,
  FinalizeBlockResponse,
  PrepareProposalRequest,
  ProcessProposalRequest,
  VerifyVoteExtensionRequest,
} from '../abci/application.js';
import type { EngineEvent } from './engine_event.js';
import type { Message, Timeout } from './input.js';
import type { Block } from './types/block.js';
import type { BlockId } from './types/block_id.js';
import type { ChainState } from './types/chain_state.js';
import type { Commit } from './types/commit.js';
import type { PartSet } from './types/part_set.js';
import type { Vote } from './types/vote.js';

/** Decided block with the data that a store saves. `seenCommit` has the precommits that this node had by then. */
export interface DecidedBlock {
  readonly block: Block;
  readonly blockId: BlockId;
  readonly parts: PartSet;
  readonly seenCommit: Commit;
}

export type AbciCall =
  | {
      readonly type: 'prepareProposal';
      readonly request: Omit<PrepareProposalRequest, 'txs'>;
      /** -1 means no limit. */
      readonly maxGas: bigint;
    }
  | { readonly type: 'processProposal'; readonly request: ProcessProposalRequest }
  /** Precedes the precommit for a block. */
  | { readonly type: 'extendVote'; readonly request: ExtendVoteRequest; readonly blockId: BlockId }
  /** Precedes the counting of another validator's precommit, which `from` sent. */
  | {
      readonly type: 'verifyVoteExtension';
      readonly request: VerifyVoteExtensionRequest;
      readonly from: number;
      readonly vote: Vote;
    }
  | { readonly type: 'finalizeBlock'; readonly request: FinalizeBlockRequest; readonly decided: DecidedBlock };

export type Effect =
  /**
   * Requests that the state after this step, with own signatures and decisions, survives a crash. It takes the place of
   * the write-ahead log.
   */
  | { readonly type: 'persist' }
  /** Sends the message to every other node. */
  | { readonly type: 'send'; readonly message: Message }
  /** Replaces the pending timeout. */
  | { readonly type: 'schedule'; readonly timeout: Timeout }
  | { readonly type: 'ask'; readonly question: AbciCall }
  | {
      readonly type: 'decided';
      readonly decided: DecidedBlock;
      readonly response: FinalizeBlockResponse;
      /** State after the block. */
      readonly chain: ChainState;
    }
  /** Reports two votes of one validator that contradict each other. */
  | { readonly type: 'accuse'; readonly first: Vote; readonly second: Vote }
  /** Reports a dropped message that may be needed later, because its height or round has not begun. */
  | { readonly type: 'missed'; readonly message: Message }
  | { readonly type: 'note'; readonly note: EngineEvent };
