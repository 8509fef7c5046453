/**
 * Opens the chain of an application that an engine in another process drives. The chain begins with InitChain, or
 * continues from the store of the home folder.
 */
import type { InitChainRequest, InitChainResponse } from '../../abci/application.js';
import { createApplication, type HalleyApplication } from '../../app/application.js';
import { genesisHashOf } from '../../app/genesis.js';
import type { NodeFacts } from '../../app/sdk/query/node_facts.js';
import { openAppState } from '../../app/state/open.js';
import type { AppState, SealedState } from '../../app/state/types.js';
import { BlockStore } from '../../chain/block_store/block_store.js';
import { FINALIZED_BLOCKS } from '../../chain/block_store/finalized_blocks.js';
import { IDENTITY_KEY, STATE_KEY } from '../../chain/block_store/keys.js';
import { type ChainState, genesisState } from '../../consensus/types/chain_state.js';
import type { GenesisDoc } from '../../consensus/types/genesis.js';
import { DEFAULT_PARAMS, updateParams } from '../../consensus/types/params.js';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { FairScheduler } from '../../kernel/fair_scheduler.js';
import { toHex } from '../../kernel/hex.js';
import type { MempoolLimits } from '../../mempool/limits.js';
import type { OrderName } from '../../mempool/order.js';
import type { Store, WriteOp } from '../../storage/store.js';
import { AppChain } from '../chain/chain.js';
import { type ApplicationRules, mustBeOfOneHeight } from '../chain/open_chain.js';
import { eventLoop, hostRandom } from '../platform.js';
import { engineGenesisWrite, readEngineGenesis } from './engine_genesis.js';
import type { SnapshotHead } from './snapshot_head.js';

export interface AppCoreOptions {
  readonly store: Store;
  readonly rules: ApplicationRules;
  readonly mempool: MempoolLimits;
  readonly order: OrderName;
  /**
   * Returns what queries return about the node, or throws SdkQueryError. Without it, the paths of these queries are
   * unknown.
   */
  readonly nodeFacts?: () => NodeFacts;
}

/** Application, and its chain once there is one. */
export class AppCore {
  #chain: AppChain | undefined;

  private constructor(
    private readonly options: AppCoreOptions,
    readonly scheduler: FairScheduler,
    readonly state: AppState,
    readonly app: HalleyApplication,
  ) {}

  /** Opens the store. Throws HalleyError `corrupt-store` unless it is empty or holds one whole chain. */
  static async open(options: AppCoreOptions): Promise<AppCore> {
    const { store, rules, nodeFacts } = options;
    const state = await openAppState(store);
    const scheduler = new FairScheduler(eventLoop);
    const txsAt = (height: bigint) => core.chain?.blockStore.block(height)?.block.txs ?? [];
    const app = await createApplication({ ...rules, state, scheduler, txsAt, nodeFacts, voter: toHex(hostRandom(8)) });
    const core: AppCore = new AppCore(options, scheduler, state, app);
    if (store.get(IDENTITY_KEY) === undefined) return core;
    const genesis = readEngineGenesis(store);
    const blockStore = BlockStore.open(store, FINALIZED_BLOCKS);
    if (blockStore === undefined) store.need(STATE_KEY);
    else {
      mustBeOfOneHeight(blockStore, state);
      core.#begin(blockStore, genesis);
    }
    return core;
  }

  /** `undefined` before InitChain. */
  get chain(): AppChain | undefined {
    return this.#chain;
  }

  /**
   * Begins the chain. A chain without blocks accepts the same request again. Throws HalleyError for a genesis that the
   * application refuses, and for one that differs from that of the store.
   */
  async initChain(request: InitChainRequest): Promise<InitChainResponse> {
    const { app } = this;
    const response = await app.initChain(request);
    if (this.#chain !== undefined) return response;
    const genesis = genesisOf(request);
    const { appVersion } = await app.info();
    await this.#found(genesis, genesisState(genesis, response, appVersion), app.staged.writes);
    return response;
  }

  /** Begins the chain with a restored state. Its blocks begin after that height. */
  async restored({ height, writes }: SealedState, { genesis, chainState }: SnapshotHead): Promise<void> {
    const first = { ...chainState, initialHeight: height + 1n, lastBlockHeight: 0n };
    await this.#found(genesis, first, writes);
  }

  /** Writes the first records of the chain in one batch. */
  async #found(genesis: GenesisDoc, state: ChainState, ofState: readonly WriteOp[]): Promise<void> {
    const { store } = this.options;
    const { blockStore, writes } = BlockStore.found(store, true, state, FINALIZED_BLOCKS);
    await store.batch([...ofState, ...writes, engineGenesisWrite(genesis)]);
    // InitChain has committed the state already, and a restored one is sealed.
    if (this.state.height === undefined) this.state.commit();
    this.#begin(blockStore, genesis);
  }

  #begin(blockStore: BlockStore, genesis: GenesisDoc): void {
    const { app, state, scheduler } = this;
    const { store, mempool, order } = this.options;
    this.#chain = new AppChain({
      ...{ genesis, scheduler, store, durable: true, state, app, blockStore, mempool, order },
      genesisHash: genesisHash(app, blockStore, genesis),
    });
  }
}

/** Returns the hash of the genesis block. A chain that began with a restored state has only the document. */
const genesisHash = (app: HalleyApplication, { base }: BlockStore, genesis: GenesisDoc): Bytes =>
  base === genesis.initialHeight
    ? app.evm.block(base - 1n).hash
    : genesisHashOf({ ...genesis, time: genesis.genesisTime });

/** Returns the genesis document. The engine sends only the parts that an application needs. */
function genesisOf({
  time,
  chainId,
  consensusParams,
  validators,
  appState,
  initialHeight,
}: InitChainRequest): GenesisDoc {
  return {
    genesisTime: time,
    chainId,
    initialHeight,
    consensusParams: updateParams(DEFAULT_PARAMS, consensusParams),
    validators: validators.map(({ pubKey, power }) => ({ pubKey, power, name: '' })),
    appHash: EMPTY_BYTES,
    appState,
  };
}
