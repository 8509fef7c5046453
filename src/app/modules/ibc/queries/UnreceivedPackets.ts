/** `/ibc.core.channel.v1.Query/UnreceivedPackets` returns those of the given packets that were not received yet. */

import { ORDER } from '../../../../codec/ibc/channel.js';
import { Height } from '../../../../codec/ibc/height.js';
import { embedded, packedUint, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { invalidArgument } from '../../../sdk/query/failure.js';
import { channelAsked } from '../asked.js';
import { readPacketRecord, readSequence } from '../channel/store.js';
import { queryHeight } from '../query_height.js';

export const UnreceivedPackets = defineQuery('/ibc.core.channel.v1.Query/UnreceivedPackets', {
  request: message(
    'ibc.core.channel.v1.QueryUnreceivedPacketsRequest',
    { portId: string(1), channelId: string(2), packetCommitmentSequences: packedUint(3) },
    { lenient: true },
  ),
  response: message('ibc.core.channel.v1.QueryUnreceivedPacketsResponse', {
    sequences: packedUint(1),
    height: embedded(2, Height),
  }),
  answer({ portId, channelId, packetCommitmentSequences: asked }, state) {
    const { ordering } = channelAsked(state, portId, channelId);
    for (const [i, sequence] of asked.entries())
      if (sequence === 0n) throw invalidArgument(`packet sequence ${i} cannot be 0`);
    const next = readSequence(state, 'nextSequenceRecv', portId, channelId) ?? 0n;
    const isReceived = (sequence: bigint): boolean =>
      ordering === ORDER.ordered
        ? sequence < next
        : readPacketRecord(state, 'receipts', portId, channelId, sequence) !== undefined;
    return { sequences: asked.filter((sequence) => !isReceived(sequence)), height: queryHeight(state) };
  },
});
