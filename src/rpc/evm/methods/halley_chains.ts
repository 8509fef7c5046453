/** Implements the methods about the chains of a devnet and their channels. */
import { evmMethod } from '../context.js';
import { defineDevSetter } from '../define_dev_setter.js';
import { channelEnd, channelTerms } from '../params/relaying.js';
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

/** One end is closed by a dev transaction, because no other transaction can close transfer channels. */
export const halley_closeChannel = defineDevSetter({
  name: 'halley_closeChannel',
  summary: 'Closes one end of a channel with a block; the relayer closes the other end.',
  params: [channelEnd],
  handler: ({ evm }, end) => evm.closeChannel(end),
  example: { params: [{ channel: 'channel-0' }], alone: 'no channel transfer/channel-0' },
});

export const halley_openChannel = evmMethod({
  name: 'halley_openChannel',
  summary: 'Opens a channel between two chains by a handshake, and makes the blocks that the handshake needs.',
  params: [channelTerms],
  result: 'object: a and b, each with chain, port, channel and connection',
  trustedOnly: true,
  handler: ({ evm }, terms) => evm.openChannel(terms),
  example: {
    params: [{ a: { chain: 'halley_31337-1' }, b: { chain: 'hub-1' } }],
    result: {
      a: { chain: 'halley_31337-1', port: 'transfer', channel: 'channel-0', connection: 'connection-0' },
      b: { chain: 'hub-1', port: 'transfer', channel: 'channel-0', connection: 'connection-0' },
    },
    alone: 'no channel can be opened: this devnet holds one chain alone',
  },
});
