/** `halley_chains`: the chains of this devnet, whichever of them is asked. Ours. */
import { evmMethod } from '../context.js';
import { quantity } from '../quantity.js';

export const halley_chains = evmMethod({
  name: 'halley_chains',
  summary: 'Lists the chains of this devnet, where they listen, and their channels.',
  params: [],
  result: 'array, the own chain first: chainId (text), evmChainId and height (quantities), urls, channels',
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
