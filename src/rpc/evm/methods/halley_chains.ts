/** Implements `halley_chains`, a method of Halley only. It lists the same chains no matter which of them is called. */
import { evmMethod } from '../context.js';
import { quantity } from '../quantity.js';

export const halley_chains = evmMethod({
  name: 'halley_chains',
  summary: 'Lists the chains of this devnet with their addresses and channels.',
  params: [],
  result: 'array, the called chain first: chainId (string), evmChainId and height (quantities), urls, channels',
  trustedOnly: true,
  handler: ({ evm }) =>
    evm.chains().map(({ chainId, evmChainId, height, urls, channels }) => ({
      chainId,
      evmChainId: quantity(evmChainId),
      height: quantity(height),
      urls: {
        evmHttp: urls.evmHttp ?? null,
        evmWs: urls.evmWs ?? null,
        cometRpc: urls.cometRpc ?? null,
        assets: urls.assets ?? null,
      },
      channels,
    })),
  example: { params: [], result: [{ chainId: 'halley_31337-1', evmChainId: '0x7a69', height: '0x6', channels: [] }] },
});
