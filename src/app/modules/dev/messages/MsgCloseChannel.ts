/**
 * `halley.dev.v1.MsgCloseChannel`: as MsgChannelCloseInit without asking the application. The counterparty closes its end
 * when it is shown the proof.
 */

import { MsgCloseChannel as request } from '../../../../codec/dev/MsgCloseChannel.js';
import { CHANNEL_STATE } from '../../../../codec/ibc/channel.js';
import { channelEvents } from '../../ibc/channel/events.js';
import { readChannel, writeChannel } from '../../ibc/channel/store.js';
import { defineSteering, steeringFailure } from '../define_dev_message.js';

export const MsgCloseChannel = defineSteering(request, ({ portId, channelId }, { state, emit }) => {
  const channel = readChannel(state, portId, channelId);
  if (channel === undefined) throw steeringFailure('notFound', `no channel ${portId}/${channelId}`);
  if (channel.state === CHANNEL_STATE.closed)
    throw steeringFailure('refused', `channel ${portId}/${channelId} is closed already`);
  const closed = { ...channel, state: CHANNEL_STATE.closed };
  writeChannel(state, portId, channelId, closed);
  emit(...channelEvents('channel_close_init', portId, channelId, closed));
});
