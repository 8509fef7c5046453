/**
 * Executes the chain of an application under CometBFT again, in memory, from its genesis and the stored requests of
 * FinalizeBlock. The result is the records that a store of the application must contain.
 */
import type { FinalizeBlockRequest, FinalizeBlockResponse } from '../../../abci/application.js';
import { createApplication, type HalleyApplication } from '../../../app/application.js';
import type { DeliverTx } from '../../../app/block/deliver_tx.js';
import { openAppState } from '../../../app/state/open.js';
import { BlockStore } from '../../../chain/block_store/block_store.js';
import { FINALIZED_BLOCKS, finalizedBlock } from '../../../chain/block_store/finalized_blocks.js';
import type { EvmRecord } from '../../../chain/block_store/records.js';
import { type ChainState, genesisState, nextState } from '../../../consensus/types/chain_state.js';
import type { GenesisDoc } from '../../../consensus/types/genesis.js';
import { MemoryStore } from '../../../storage/memory_store.js';
import type { WriteOp } from '../../../storage/store.js';
import { engineGenesisWrite } from '../../app_node/engine_genesis.js';

/** Result of executing a request. */
export interface ExecutedRequest {
  readonly response: FinalizeBlockResponse;
  readonly evm: EvmRecord;
  readonly writes: readonly WriteOp[];
}

export class RequestReplay {
  private constructor(
    private readonly app: HalleyApplication,
    private readonly blockStore: BlockStore,
  ) {}

  /** Runs InitChain, and returns the first records of the chain. Throws HalleyError `invalid-genesis`. */
  static async start(
    genesis: GenesisDoc,
    deliver: DeliverTx | undefined,
  ): Promise<{ readonly replay: RequestReplay; readonly writes: readonly WriteOp[] }> {
    // No block is written to this store. With a store, the state returns the writes that it would make.
    const store = new MemoryStore();
    const state = await openAppState(store, { recentHeights: 1 });
    const app = await createApplication({ state, ...(deliver && { deliver }) });
    const { genesisTime: time, chainId, consensusParams, validators, appState, initialHeight } = genesis;
    const response = await app.initChain({ time, chainId, consensusParams, validators, appState, initialHeight });
    const { appVersion } = await app.info();
    const first = genesisState(genesis, response, appVersion);
    const { blockStore, writes } = BlockStore.found(store, true, first, FINALIZED_BLOCKS);
    const replay = new RequestReplay(app, blockStore);
    return { replay, writes: [...app.stagedWrites(), ...writes, engineGenesisWrite(genesis)] };
  }

  /** Returns the chain's state before the next block. */
  get chain(): ChainState {
    return this.blockStore.state;
  }

  /** Executes the next request, which must have no problem. */
  async execute(request: FinalizeBlockRequest): Promise<ExecutedRequest> {
    const { app, blockStore } = this;
    const before = blockStore.state;
    const response = await app.finalizeBlock(request);
    const { block, blockId, record } = finalizedBlock(request, before.lastBlockId);
    const state = nextState(before, block, blockId, response);
    const evm = app.stagedEvmRecord();
    const committed = { block, blockId, record, request, seenCommit: undefined, response, state, evm };
    const writes = [...app.stagedWrites(), ...blockStore.prepare(committed)];
    await app.commit();
    blockStore.publish(committed);
    return { response, evm, writes };
  }
}
