/** `halley_closeChannel`: closes one end from outside, which transfer channels let no transaction do. Ours. */
import { channelEnd } from '../params/relaying.js';
import { evmSetter } from '../setter.js';

export const halley_closeChannel = evmSetter({
  name: 'halley_closeChannel',
  summary: 'Closes one end of a channel with a block; the relayer closes the other one.',
  params: [channelEnd],
  handler: ({ evm }, end) => evm.closeChannel(end),
  example: { params: [{ channel: 'channel-0' }], alone: 'no channel transfer/channel-0' },
});
