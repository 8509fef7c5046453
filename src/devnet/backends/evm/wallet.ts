/** Gives methods the wallet of the devnet, which its first use loads. */
import type { EvmBrowserWallet } from '../../../backend/evm/wallet.js';
import type { RunningChain } from '../../running_chain.js';

export const evmBrowserWallet = ({ host, slot }: RunningChain): EvmBrowserWallet => ({
  browserWallet: () => host.browserWallet(),
  listenToWallet(origin, listener) {
    let stop: (() => void) | undefined;
    let isOver = false;
    void host.browserWallet().then((wallet) => {
      if (!isOver) stop = wallet.listen(origin, listener, slot);
    });
    return () => {
      isOver = true;
      stop?.();
    };
  },
});
