/** Makes viem's definition of a devnet's chain. */
import type { Chain } from 'viem';
import { type ChainInProcess, type ListeningChain, mustBeChain } from './source.js';

/**
 * Describes a chain as viem's `chain` option, by its current facts. The URLs are those at which it listens; there are
 * none unless `createDevnet` opened a server. The transport does not use them. Throws HalleyError `invalid-argument`
 * when the argument is not a chain.
 */
export function chain(source: ChainInProcess | ListeningChain): Chain {
  mustBeChain(source, 'chain');
  const { chainId, evmChainId, nativeCurrency, urls } = source;
  const { evmHttp, evmWs } = urls;
  return {
    id: Number(evmChainId),
    name: chainId,
    nativeCurrency,
    rpcUrls: {
      default: {
        http: evmHttp === undefined ? [] : [evmHttp],
        webSocket: evmWs === undefined ? undefined : [evmWs],
      },
    },
    testnet: true,
  };
}
