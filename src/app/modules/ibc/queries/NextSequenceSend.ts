/** `/ibc.core.channel.v1.Query/NextSequenceSend` returns the number of the packet that a channel will send next. */

import { Height } from '../../../../codec/ibc/height.js';
import { bytes, embedded, string, uint } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { EMPTY_BYTES } from '../../../../kernel/bytes.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { notFound } from '../../../sdk/query/failure.js';
import { channelAsked } from '../asked.js';
import { readSequence } from '../channel/store.js';
import { queryHeight } from '../query_height.js';

export const NextSequenceSend = defineQuery('/ibc.core.channel.v1.Query/NextSequenceSend', {
  request: message(
    'ibc.core.channel.v1.QueryNextSequenceSendRequest',
    { portId: string(1), channelId: string(2) },
    { lenient: true },
  ),
  response: message('ibc.core.channel.v1.QueryNextSequenceSendResponse', {
    nextSequenceSend: uint(1),
    proof: bytes(2),
    proofHeight: embedded(3, Height),
  }),
  answer({ portId, channelId }, state) {
    channelAsked(state, portId, channelId);
    const nextSequenceSend = readSequence(state, 'nextSequenceSend', portId, channelId);
    if (nextSequenceSend === undefined)
      throw notFound(`port-id: ${portId}, channel-id ${channelId}: sequence send not found`);
    return { nextSequenceSend, proof: EMPTY_BYTES, proofHeight: queryHeight(state) };
  },
});
