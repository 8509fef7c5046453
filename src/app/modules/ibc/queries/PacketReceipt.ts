/** `/ibc.core.channel.v1.Query/PacketReceipt` returns whether a packet was received on an unordered channel. */

import { Height } from '../../../../codec/ibc/height.js';
import { bool, bytes, embedded, string, uint } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { EMPTY_BYTES } from '../../../../kernel/bytes.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { invalidArgument } from '../../../sdk/query/failure.js';
import { channelAsked } from '../asked.js';
import { readPacketRecord } from '../channel/store.js';
import { queryHeight } from '../query_height.js';

export const PacketReceipt = defineQuery('/ibc.core.channel.v1.Query/PacketReceipt', {
  request: message(
    'ibc.core.channel.v1.QueryPacketReceiptRequest',
    { portId: string(1), channelId: string(2), sequence: uint(3) },
    { lenient: true },
  ),
  response: message('ibc.core.channel.v1.QueryPacketReceiptResponse', {
    received: bool(2),
    proof: bytes(3),
    proofHeight: embedded(4, Height),
  }),
  answer({ portId, channelId, sequence }, state) {
    channelAsked(state, portId, channelId);
    if (sequence === 0n) throw invalidArgument('packet sequence cannot be 0');
    const received = readPacketRecord(state, 'receipts', portId, channelId, sequence) !== undefined;
    return { received, proof: EMPTY_BYTES, proofHeight: queryHeight(state) };
  },
});
