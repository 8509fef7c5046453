/**
 * `/ibc.core.channel.v1.Query/UnreceivedAcks` returns those of the given packets whose acknowledgement has not been
 * received here yet.
 */

import { Height } from '../../../../codec/ibc/height.js';
import { embedded, packedUint, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { invalidArgument } from '../../../sdk/query/failure.js';
import { channelAsked } from '../asked.js';
import { readPacketRecord } from '../channel/store.js';
import { queryHeight } from '../query_height.js';

export const UnreceivedAcks = defineQuery('/ibc.core.channel.v1.Query/UnreceivedAcks', {
  request: message(
    'ibc.core.channel.v1.QueryUnreceivedAcksRequest',
    { portId: string(1), channelId: string(2), packetAckSequences: packedUint(3) },
    { lenient: true },
  ),
  response: message('ibc.core.channel.v1.QueryUnreceivedAcksResponse', {
    sequences: packedUint(1),
    height: embedded(2, Height),
  }),
  answer({ portId, channelId, packetAckSequences: asked }, state) {
    channelAsked(state, portId, channelId);
    for (const [i, sequence] of asked.entries())
      if (sequence === 0n) throw invalidArgument(`packet sequence ${i} cannot be 0`);
    const waits = (sequence: bigint): boolean =>
      readPacketRecord(state, 'commitments', portId, channelId, sequence) !== undefined;
    return { sequences: asked.filter(waits), height: queryHeight(state) };
  },
});
