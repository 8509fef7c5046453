/** `/ibc.core.channel.v1.Query/PacketCommitments` returns the commitments of a channel's pending packets. */

import { PacketState } from '../../../../codec/ibc/channel.js';
import { Height } from '../../../../codec/ibc/height.js';
import { embedded, repeated, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { plainError } from '../../../sdk/query/failure.js';
import { PageRequest, PageResponse, pageOf } from '../../../sdk/query/pagination.js';
import { packetStates } from '../asked.js';
import { queryHeight } from '../query_height.js';

export const PacketCommitments = defineQuery('/ibc.core.channel.v1.Query/PacketCommitments', {
  request: message(
    'ibc.core.channel.v1.QueryPacketCommitmentsRequest',
    { portId: string(1), channelId: string(2), page: embedded(3, PageRequest) },
    { lenient: true },
  ),
  response: message('ibc.core.channel.v1.QueryPacketCommitmentsResponse', {
    commitments: repeated(1, PacketState),
    pagination: embedded(2, PageResponse),
    height: embedded(3, Height),
  }),
  answer({ portId, channelId, page }, state) {
    const all = packetStates(state, 'commitments', portId, channelId);
    const { items: commitments, pagination } = pageOf(all, page, plainError);
    return { commitments, pagination, height: queryHeight(state) };
  },
});
