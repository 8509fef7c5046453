/** Shows the blocks of an open chain as an EVM chain. */
import type { HalleyApplication } from '../../app/application.js';
import { hardforkOf, shownGasLimit } from '../../app/sdk/chain_params.js';
import type { AppState } from '../../app/state/types.js';
import type { BlockStore } from '../../chain/block_store/block_store.js';
import { EvmChain, type EvmGenesis } from '../../chain/evm_chain.js';
import { headerEraOf } from '../../evm/hardfork.js';

/** Sources of the blocks. */
export interface EvmBlockSources {
  readonly app: HalleyApplication;
  readonly blockStore: BlockStore;
  readonly state: AppState;
}

export function evmBlocksOf(chain: EvmBlockSources): EvmChain {
  const { app, blockStore } = chain;
  const isRestored = blockStore.base > app.params.initialHeight;
  const era = headerEraOf(hardforkOf(app.params));
  return new EvmChain(
    blockStore,
    isRestored ? undefined : genesisOf(chain),
    (height) => app.evm.context(height).prevRandao,
    era,
  );
}

function genesisOf(chain: EvmBlockSources): EvmGenesis {
  const { time, hash } = chain.app.evm.block(chain.blockStore.base - 1n);
  return { hash, time, record: genesisRecord(chain) };
}

function genesisRecord({ blockStore, state, app }: EvmBlockSources) {
  const height = blockStore.base - 1n;
  return {
    stateRoot: state.stateRoot(height),
    baseFeePerGas: app.evm.nextBaseFee(height),
    gasLimit: shownGasLimit(app.evm.context(height).gasLimit),
    miner: new Uint8Array(20),
    logsBloom: new Uint8Array(0),
  };
}
