/** Shows the blocks of an open chain as an EVM chain. */
import type { HalleyApplication } from '../../app/application.js';
import { pairOfDenom } from '../../app/modules/erc20/store.js';
import { contractOf } from '../../app/modules/erc20/token_pair.js';
import { hardforkOf, shownGasLimit } from '../../app/sdk/chain_params.js';
import type { AppState, StateReader } from '../../app/state/types.js';
import type { BlockStore } from '../../chain/block_store/block_store.js';
import type { CosmosTxs } from '../../chain/evm/cosmos_txs.js';
import { EvmChain, type EvmGenesis } from '../../chain/evm_chain.js';
import { NATIVE_COIN } from '../../codec/ethereum/receipt.js';
import { headerEraOf } from '../../evm/hardfork.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { JsonRpcOptions } from '../options/json_rpc_options.js';

export type ShowCosmosTxs = typeof CosmosTxs;

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

/** Loads what shows Cosmos transactions to EVM clients; undefined unless the options turn it on. */
export async function loadCosmosTxs({ enableCosmosTxs = false }: JsonRpcOptions): Promise<ShowCosmosTxs | undefined> {
  return enableCosmosTxs ? (await import('../../chain/evm/cosmos_txs.js')).CosmosTxs : undefined;
}

/** Returns the blocks with their Cosmos transactions. A coin has the token that represents it after the block. */
export function withCosmosTxs(
  blocks: EvmChain,
  { app, blockStore, state }: EvmBlockSources,
  Show: ShowCosmosTxs,
): EvmChain {
  const { evmChainId, baseDenom } = app.params;
  const tokenAt =
    (at: StateReader) =>
    (denom: string): Bytes | undefined => {
      const pair = pairOfDenom(at, denom);
      if (pair?.contractOwner === 'OWNER_MODULE') return contractOf(pair);
      return denom === baseDenom ? NATIVE_COIN : undefined;
    };
  return blocks.showing(
    new Show(blockStore, (height) => ({ evmChainId, baseDenom, tokenOf: tokenAt(state.at(height)) })),
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
