/** `/ibc.core.channel.v1.Query/PacketCommitment` returns the commitment of a packet that was sent. */

import { Height } from '../../../../codec/ibc/height.js';
import { bytes, embedded, string, uint } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { EMPTY_BYTES } from '../../../../kernel/bytes.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { invalidArgument, notFound } from '../../../sdk/query/failure.js';
import { channelAsked } from '../asked.js';
import { readPacketRecord } from '../channel/store.js';
import { queryHeight } from '../query_height.js';

export const PacketCommitment = defineQuery('/ibc.core.channel.v1.Query/PacketCommitment', {
  request: message(
    'ibc.core.channel.v1.QueryPacketCommitmentRequest',
    { portId: string(1), channelId: string(2), sequence: uint(3) },
    { lenient: true },
  ),
  response: message('ibc.core.channel.v1.QueryPacketCommitmentResponse', {
    commitment: bytes(1),
    proof: bytes(2),
    proofHeight: embedded(3, Height),
  }),
  answer({ portId, channelId, sequence }, state) {
    channelAsked(state, portId, channelId);
    if (sequence === 0n) throw invalidArgument('packet sequence cannot be 0');
    const commitment = readPacketRecord(state, 'commitments', portId, channelId, sequence);
    if (commitment === undefined) throw notFound('packet commitment hash not found');
    return { commitment, proof: EMPTY_BYTES, proofHeight: queryHeight(state) };
  },
});
