/**
 * Executes a chain again, in memory, from its genesis and its blocks alone. The application and the chain's state
 * follow one block after another, as in a node that catches up. The result is the records that a store of the chain
 * must contain.
 */
import type { FinalizeBlockResponse } from '../../abci/application.js';
import { createApplication, type HalleyApplication } from '../../app/application.js';
import type { DeliverTx } from '../../app/block/deliver_tx.js';
import { openAppState } from '../../app/state/open.js';
import { OFFLINE } from '../../app/state/remote/none.js';
import { copyRemembered } from '../../app/state/remote/records.js';
import type { BlockStore } from '../../chain/block_store/block_store.js';
import { createCaches } from '../../consensus/caches.js';
import { type DecidedState, evidenceHeight, startDecidedState } from '../../consensus/decided_state.js';
import { oldestHeight } from '../../consensus/height_history.js';
import { problemOf } from '../../consensus/round/block_problem.js';
import { requestsOf } from '../../consensus/round/proposed_block.js';
import { verifyExtension } from '../../consensus/signature/verify_signature.js';
import { advance } from '../../consensus/transition.js';
import type { ChainState } from '../../consensus/types/chain_state.js';
import { type Commit, commitToVote, EMPTY_COMMIT, validateCommit } from '../../consensus/types/commit.js';
import type { GenesisDoc } from '../../consensus/types/genesis.js';
import { assemble } from '../../consensus/types/part_set.js';
import { type Verify, validateBlock, verifyCommit } from '../../consensus/types/verify_commit.js';
import type { WholeBlock } from '../../consensus/types/whole_block.js';
import { consensusCrypto, loadKeyTypes } from '../../crypto/validator_keys.js';
import { invariant } from '../../kernel/errors.js';
import { MemoryStore } from '../../storage/memory_store.js';
import type { Store, WriteOp } from '../../storage/store.js';
import { forkIn } from '../chain/open_fork.js';
import { initBlockStore } from '../chain/stored_genesis.js';

const verify: Verify = (pubKey, message, { bytes }) => consensusCrypto.verify(pubKey, message, bytes);

export class Replay {
  readonly #env = { crypto: consensusCrypto, caches: createCaches(), decided: true };
  #engine: DecidedState;

  private constructor(
    private readonly app: HalleyApplication,
    private readonly blockStore: BlockStore,
  ) {
    this.#engine = startDecidedState(blockStore.state);
  }

  /**
   * Starts at genesis, and returns the first records of the chain. `deliver` is passed to the application. A fork reads
   * what `fetched`, the store of its chain, has of the other chain. Throws HalleyError `invalid-genesis`.
   */
  static async start(
    genesis: GenesisDoc,
    seed: string,
    plan?: unknown,
    deliver?: DeliverTx,
    fetched?: Store,
  ): Promise<{ replay: Replay; writes: readonly WriteOp[] }> {
    await loadKeyTypes(genesis.consensusParams.validator.pubKeyTypes);
    // No block is written to this store. With a store, the state returns the writes that it would make.
    const store = new MemoryStore();
    const isFork = fetched !== undefined && forkIn(genesis) !== undefined;
    if (isFork) await copyRemembered(fetched, store);
    const app = await createApplication({
      state: await openAppState(store, { recentHeights: 1, remote: isFork ? OFFLINE : undefined }),
      seed,
      deliver,
    });
    const { blockStore, writes } = await initBlockStore(genesis, seed, store, true, app, plan);
    return { replay: new Replay(app, blockStore), writes };
  }

  /** Returns the chain's state before the next block. */
  get chain(): ChainState {
    return this.#engine.chain;
  }

  /**
   * Returns why the block cannot be the next one; undefined when it can. A simulated engine refuses evidence about heights
   * that it does not remember. Other engines remember more, so such evidence is not checked: the block's commit proves it.
   */
  problem(whole: WholeBlock): string | undefined {
    const oldest = oldestHeight(this.#engine.past) ?? 0n;
    if (whole.block.evidence.some((evidence) => evidenceHeight(evidence) < oldest))
      return validateBlock(this.chain, whole.block, verify, true);
    return problemOf(this.#env, this.#engine, whole);
  }

  /** Returns why the commit does not prove a block of the next height; undefined when it does. */
  commitProblem(commit: Commit): string | undefined {
    const { chainId, validators, lastBlockHeight, initialHeight } = this.chain;
    const height = lastBlockHeight === 0n ? initialHeight : lastBlockHeight + 1n;
    return validateCommit(commit) ?? verifyCommit(chainId, validators, commit.blockId, height, commit, verify);
  }

  /** Returns whether the last commit of the next block has an extension without a signature of its validator. */
  hasForgedExtension(lastCommit: Commit): boolean {
    const { chainId, lastValidators } = this.chain;
    return lastCommit.signatures.some(({ extension }, index) => {
      const validator = lastValidators?.validators[index];
      if (extension === undefined || validator === undefined) return false;
      return !verifyExtension(this.#env, chainId, validator.pubKey, commitToVote(lastCommit, index));
    });
  }

  /** Returns the application's response to the last block. */
  get response(): FinalizeBlockResponse {
    const response = this.blockStore.results(this.chain.lastBlockHeight);
    invariant(response !== undefined, 'no block was executed');
    return response;
  }

  /** Executes the next block, which must have no problem. Returns the records that it makes. */
  async execute(whole: WholeBlock, seenCommit: Commit = EMPTY_COMMIT): Promise<readonly WriteOp[]> {
    const { app, blockStore } = this;
    const { block, id: blockId, parts } = whole;
    const before = this.#engine;
    const response = await app.finalizeBlock(requestsOf(this.#env.caches, before.chain.lastValidators, whole).finalize);
    this.#engine = advance(this.#env.caches, before, whole, response);
    const evm = app.staged.evm;
    const record = assemble(parts);
    const committed = { block, blockId, record, seenCommit, response, state: this.#engine.chain, evm };
    const writes = [...app.staged.writes, ...blockStore.prepare(committed)];
    await app.commit();
    blockStore.publish(committed);
    return writes;
  }
}
