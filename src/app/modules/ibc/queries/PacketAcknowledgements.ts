/**
 * `/ibc.core.channel.v1.Query/PacketAcknowledgements` returns the acknowledgements that a channel has written, for all
 * packets or for those of the given numbers.
 */

import { PacketState } from '../../../../codec/ibc/channel.js';
import { Height } from '../../../../codec/ibc/height.js';
import { embedded, packedUint, repeated, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { EMPTY_BYTES } from '../../../../kernel/bytes.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { plainError } from '../../../sdk/query/failure.js';
import { PageRequest, PageResponse, pageOf } from '../../../sdk/query/pagination.js';
import { packetStates } from '../asked.js';
import { queryHeight } from '../query_height.js';

export const PacketAcknowledgements = defineQuery('/ibc.core.channel.v1.Query/PacketAcknowledgements', {
  request: message(
    'ibc.core.channel.v1.QueryPacketAcknowledgementsRequest',
    {
      portId: string(1),
      channelId: string(2),
      page: embedded(3, PageRequest),
      packetCommitmentSequences: packedUint(4),
    },
    { lenient: true },
  ),
  response: message('ibc.core.channel.v1.QueryPacketAcknowledgementsResponse', {
    acknowledgements: repeated(1, PacketState),
    pagination: embedded(2, PageResponse),
    height: embedded(3, Height),
  }),
  answer({ portId, channelId, page, packetCommitmentSequences: asked }, state) {
    const all = packetStates(state, 'acks', portId, channelId);
    if (asked.length > 0) {
      const chosen = asked.flatMap((sequence) => all.find(({ item }) => item.sequence === sequence)?.item ?? []);
      return { acknowledgements: chosen, pagination: { nextKey: EMPTY_BYTES, total: 0n }, height: queryHeight(state) };
    }
    const { items: acknowledgements, pagination } = pageOf(all, page, plainError);
    return { acknowledgements, pagination, height: queryHeight(state) };
  },
});
