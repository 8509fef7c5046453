/**
 * `/ibc.core.channel.v1.Query/NextSequenceReceive` returns the number of the packet that a channel will receive next.
 */

import { Height } from '../../../../codec/ibc/height.js';
import { bytes, embedded, string, uint } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { EMPTY_BYTES } from '../../../../kernel/bytes.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { notFound } from '../../../sdk/query/failure.js';
import { channelAsked } from '../asked.js';
import { readSequence } from '../channel/store.js';
import { queryHeight } from '../query_height.js';

export const NextSequenceReceive = defineQuery('/ibc.core.channel.v1.Query/NextSequenceReceive', {
  request: message(
    'ibc.core.channel.v1.QueryNextSequenceReceiveRequest',
    { portId: string(1), channelId: string(2) },
    { lenient: true },
  ),
  response: message('ibc.core.channel.v1.QueryNextSequenceReceiveResponse', {
    nextSequenceReceive: uint(1),
    proof: bytes(2),
    proofHeight: embedded(3, Height),
  }),
  answer({ portId, channelId }, state) {
    channelAsked(state, portId, channelId);
    const nextSequenceReceive = readSequence(state, 'nextSequenceRecv', portId, channelId);
    if (nextSequenceReceive === undefined)
      throw notFound(`port-id: ${portId}, channel-id ${channelId}: sequence receive not found`);
    return { nextSequenceReceive, proof: EMPTY_BYTES, proofHeight: queryHeight(state) };
  },
});
