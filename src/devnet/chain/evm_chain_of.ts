/** Makes the EVM views of a chain's block store. */
import { hardforkOf, shownGasLimit } from '../../app/sdk/chain_params.js';
import { EvmChain } from '../../chain/evm_chain.js';
import { headerEraOf } from '../../evm/hardfork.js';
import type { Chain } from './chain.js';

type Viewed = Pick<Chain, 'app' | 'blockStore' | 'genesisHash' | 'state'>;

export function evmChainOf(chain: Viewed): EvmChain {
  const { app, genesisHash, blockStore } = chain;
  const { time } = app.evm.block(blockStore.base - 1n);
  const zero = { hash: genesisHash, time, record: genesisRecord(chain) };
  const era = headerEraOf(hardforkOf(app.params));
  return new EvmChain(blockStore, zero, (height) => app.evm.context(height).prevRandao, era);
}

function genesisRecord({ blockStore, state, app }: Viewed) {
  const height = blockStore.base - 1n;
  return {
    stateRoot: state.stateRoot(height),
    baseFeePerGas: app.evm.nextBaseFee(height),
    gasLimit: shownGasLimit(app.evm.context(height).gasLimit),
    miner: new Uint8Array(20),
    logsBloom: new Uint8Array(0),
  };
}
