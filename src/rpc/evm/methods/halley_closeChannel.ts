/**
 * Implements `halley_closeChannel`, a method of Halley only. It closes one end by a dev transaction, because no other
 * transaction can close transfer channels.
 */

import { defineDevSetter } from '../define_dev_setter.js';
import { channelEnd } from '../params/relaying.js';

export const halley_closeChannel = defineDevSetter({
  name: 'halley_closeChannel',
  summary: 'Closes one end of a channel with a block; the relayer closes the other end.',
  params: [channelEnd],
  handler: ({ evm }, end) => evm.closeChannel(end),
  example: { params: [{ channel: 'channel-0' }], alone: 'no channel transfer/channel-0' },
});
