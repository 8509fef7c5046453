/** `/ibc.core.channel.v1.Query/Channel` returns a channel. */

import { Channel as ChannelMessage } from '../../../../codec/ibc/channel.js';
import { Height } from '../../../../codec/ibc/height.js';
import { bytes, embedded, optional, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { EMPTY_BYTES } from '../../../../kernel/bytes.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { channelAsked } from '../asked.js';
import { queryHeight } from '../query_height.js';

export const Channel = defineQuery('/ibc.core.channel.v1.Query/Channel', {
  request: message(
    'ibc.core.channel.v1.QueryChannelRequest',
    { portId: string(1), channelId: string(2) },
    { lenient: true },
  ),
  response: message('ibc.core.channel.v1.QueryChannelResponse', {
    channel: optional(1, ChannelMessage),
    proof: bytes(2),
    proofHeight: embedded(3, Height),
  }),
  answer({ portId, channelId }, state) {
    return { channel: channelAsked(state, portId, channelId), proof: EMPTY_BYTES, proofHeight: queryHeight(state) };
  },
});
