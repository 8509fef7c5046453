/**
 * What the engine wants done. The list of one step is in the order in which it is to be done; `persist` stands before
 * the `send` that it protects. The engine never waits: an `ask` is the last effect of its step, and the next input is
 * the reply.
 */
import type {
  FinalizeBlockRequest,
  FinalizeBlockResponse,
  PrepareProposalRequest,
  ProcessProposalRequest,
} from '../abci/application.js';
import type { EngineEvent } from './engine_event.js';
import type { Message } from './message.js';
import type { Timeout } from './timeout.js';
import type { Block } from './types/block.js';
import type { BlockId } from './types/block_id.js';
import type { ChainState } from './types/chain_state.js';
import type { Commit } from './types/commit.js';
import type { PartSet } from './types/part_set.js';
import type { Vote } from './types/vote.js';

/** A decided block with what a store keeps of it. `seenCommit` holds the precommits that this node had by then. */
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
      /** -1 for no limit. */
      readonly maxGas: bigint;
    }
  | { readonly type: 'processProposal'; readonly request: ProcessProposalRequest }
  | { readonly type: 'finalizeBlock'; readonly request: FinalizeBlockRequest; readonly decided: DecidedBlock };

export type Effect =
  /** The state after this step must survive a crash: own signatures, decisions. Stands for the write-ahead log. */
  | { readonly type: 'persist' }
  /** To every other node. */
  | { readonly type: 'send'; readonly message: Message }
  /** Replaces whatever timeout was pending. */
  | { readonly type: 'schedule'; readonly timeout: Timeout }
  | { readonly type: 'ask'; readonly question: AbciCall }
  | {
      readonly type: 'decided';
      readonly decided: DecidedBlock;
      readonly response: FinalizeBlockResponse;
      /** After the block. */
      readonly chain: ChainState;
    }
  /** Two votes of one validator that contradict each other. */
  | { readonly type: 'accuse'; readonly first: Vote; readonly second: Vote }
  /** A message was dropped that may be needed later: it belongs to a height or round that is not reached yet. */
  | { readonly type: 'missed'; readonly message: Message }
  | { readonly type: 'note'; readonly note: EngineEvent };
