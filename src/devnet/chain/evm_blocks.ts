/** Shows the blocks of an open chain as an EVM chain. */
import { hardforkOf, shownGasLimit } from '../../app/sdk/chain_params.js';
import { EvmChain } from '../../chain/evm_chain.js';
import { headerEraOf } from '../../evm/hardfork.js';
import type { Chain } from './chain.js';

/** Names what the blocks are made of. */
export type EvmBlockSources = Pick<Chain, 'app' | 'blockStore' | 'state'>;

export function evmBlocksOf(chain: EvmBlockSources): EvmChain {
  const { app, blockStore } = chain;
  const { time, hash } = app.evm.block(blockStore.base - 1n);
  const zero = { hash, time, record: genesisRecord(chain) };
  const era = headerEraOf(hardforkOf(app.params));
  return new EvmChain(blockStore, zero, (height) => app.evm.context(height).prevRandao, era);
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
