/** A decided and executed height that is to be stored. */
import type { FinalizeBlockRequest, FinalizeBlockResponse } from '../../abci/application.js';
import type { ExecutedTx } from '../../codec/cosmos/executed_tx.js';
import type { Block } from '../../consensus/types/block.js';
import type { BlockId } from '../../consensus/types/block_id.js';
import type { ChainState } from '../../consensus/types/chain_state.js';
import type { Commit } from '../../consensus/types/commit.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { EvmRecord } from './records.js';

export interface CommittedHeight {
  readonly block: Block;
  readonly blockId: BlockId;
  /** Record of the block, which the store's `BlockRecords` decode. */
  readonly record: Bytes;
  /** Request that the engine asked to execute; `undefined` where it follows from the whole block. */
  readonly request?: FinalizeBlockRequest;
  /** `undefined` where another process holds the commits. */
  readonly seenCommit: Commit | undefined;
  readonly response: FinalizeBlockResponse;
  /** State after the block. */
  readonly state: ChainState;
  /** `undefined` for an application without EVM. */
  readonly evm: EvmRecord | undefined;
  /** Ethereum transactions of the height; without it they are read from block and response. */
  readonly executed?: readonly ExecutedTx[];
}
