/** `/ibc.core.channel.v1.Query/PacketAcknowledgement` returns the hash of a packet's acknowledgement. */

import { Height } from '../../../../codec/ibc/height.js';
import { bytes, embedded, string, uint } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { EMPTY_BYTES } from '../../../../kernel/bytes.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { invalidArgument, notFound } from '../../../sdk/query/failure.js';
import { channelAsked } from '../asked.js';
import { readPacketRecord } from '../channel/store.js';
import { queryHeight } from '../query_height.js';

export const PacketAcknowledgement = defineQuery('/ibc.core.channel.v1.Query/PacketAcknowledgement', {
  request: message(
    'ibc.core.channel.v1.QueryPacketAcknowledgementRequest',
    { portId: string(1), channelId: string(2), sequence: uint(3) },
    { lenient: true },
  ),
  response: message('ibc.core.channel.v1.QueryPacketAcknowledgementResponse', {
    acknowledgement: bytes(1),
    proof: bytes(2),
    proofHeight: embedded(3, Height),
  }),
  answer({ portId, channelId, sequence }, state) {
    channelAsked(state, portId, channelId);
    if (sequence === 0n) throw invalidArgument('packet sequence cannot be 0');
    const acknowledgement = readPacketRecord(state, 'acks', portId, channelId, sequence);
    if (acknowledgement === undefined) throw notFound('packet acknowledgement hash not found');
    return { acknowledgement, proof: EMPTY_BYTES, proofHeight: queryHeight(state) };
  },
});
