/**
 * Implements `halley_openChannel`, a method of Halley only. It runs the handshake between two chains of this devnet,
 * with proofs.
 */
import { evmMethod } from '../context.js';
import { channelTerms } from '../params/relaying.js';

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
