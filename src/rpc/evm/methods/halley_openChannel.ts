/** `halley_openChannel`: by handshake between two chains of this devnet, with proofs. Ours. */
import { evmMethod } from '../context.js';
import { channelTerms } from '../params/relaying.js';

export const halley_openChannel = evmMethod({
  name: 'halley_openChannel',
  summary: 'Opens a channel between two chains by handshake, with the blocks that it needs.',
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
