/**
 * `halley.dev.v1.MsgCloseChannel` does the same as MsgChannelCloseInit without a call of the application. The
 * counterparty closes its end when it receives the proof.
 */

import { MsgCloseChannel as request } from '../../../../codec/dev/MsgCloseChannel.js';
import { CHANNEL_STATE } from '../../../../codec/ibc/channel.js';
import { channelEvents } from '../../ibc/channel/events.js';
import { readChannel, writeChannel } from '../../ibc/channel/store.js';
import { defineDevMessage, devFailure } from '../define_dev_message.js';

export const MsgCloseChannel = defineDevMessage(request, ({ portId, channelId }, { state, emit }) => {
  const channel = readChannel(state, portId, channelId);
  if (channel === undefined) throw devFailure('notFound', `no channel ${portId}/${channelId}`);
  if (channel.state === CHANNEL_STATE.closed)
    throw devFailure('refused', `channel ${portId}/${channelId} is already closed`);
  const closed = { ...channel, state: CHANNEL_STATE.closed };
  writeChannel(state, portId, channelId, closed);
  emit(...channelEvents('channel_close_init', portId, channelId, closed));
});
