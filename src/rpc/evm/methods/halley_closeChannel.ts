/** `halley_closeChannel`: closes one end from outside, which transfer channels let no transaction do. Ours. */

import { defineDevSetter } from '../define_dev_setter.js';
import { channelEnd } from '../params/relaying.js';

export const halley_closeChannel = defineDevSetter({
  name: 'halley_closeChannel',
  summary: 'Closes one end of a channel with a block; the relayer closes the other one.',
  params: [channelEnd],
  handler: ({ evm }, end) => evm.closeChannel(end),
  example: { params: [{ channel: 'channel-0' }], alone: 'no channel transfer/channel-0' },
});
