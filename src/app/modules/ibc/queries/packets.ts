/** Answers the queries of `ibc.core.channel.v1` about packets: commitments, receipts and acknowledgements. */
import { ORDER, PacketState } from '../../../../codec/ibc/channel.js';
import { Height } from '../../../../codec/ibc/client.js';
import {
  bool,
  bytes,
  embedded,
  optional,
  packedUint,
  repeated,
  string,
  uint,
} from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { EMPTY_BYTES } from '../../../../kernel/bytes.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { invalidArgument, notFound, plainError } from '../../../sdk/query/failure.js';
import { PageRequest, PageResponse, pageOf } from '../../../sdk/query/pagination.js';
import { channelAsked, checkPacketChannel, packetStates, queryHeight } from '../asked.js';
import { readPacketRecord, readSequence } from '../channel/store.js';

/** `/ibc.core.channel.v1.Query/PacketAcknowledgement` returns the hash of a packet's acknowledgement. */
export const PacketAcknowledgement = defineQuery('/ibc.core.channel.v1.Query/PacketAcknowledgement', {
  rest: '/ibc/core/channel/v1/channels/{channel_id}/ports/{port_id}/packet_acks/{sequence}',
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
    checkPacketChannel(state, portId, channelId);
    if (sequence === 0n) throw invalidArgument('packet sequence cannot be 0');
    const acknowledgement = readPacketRecord(state, 'acks', portId, channelId, sequence);
    if (acknowledgement === undefined) throw notFound('packet acknowledgement hash not found');
    return { acknowledgement, proof: EMPTY_BYTES, proofHeight: queryHeight(state) };
  },
});

/**
 * `/ibc.core.channel.v1.Query/PacketAcknowledgements` returns the acknowledgements that a channel has written, for all
 * packets or for those of the given numbers.
 */
export const PacketAcknowledgements = defineQuery('/ibc.core.channel.v1.Query/PacketAcknowledgements', {
  rest: '/ibc/core/channel/v1/channels/{channel_id}/ports/{port_id}/packet_acknowledgements',
  request: message(
    'ibc.core.channel.v1.QueryPacketAcknowledgementsRequest',
    {
      portId: string(1),
      channelId: string(2),
      pagination: embedded(3, PageRequest),
      packetCommitmentSequences: packedUint(4),
    },
    { lenient: true },
  ),
  response: message('ibc.core.channel.v1.QueryPacketAcknowledgementsResponse', {
    acknowledgements: repeated(1, PacketState),
    pagination: optional(2, PageResponse),
    height: embedded(3, Height),
  }),
  answer({ portId, channelId, pagination: page, packetCommitmentSequences: asked }, state) {
    const all = packetStates(state, 'acks', portId, channelId);
    if (asked.length > 0) {
      const chosen = asked.flatMap((sequence) => all.find(({ item }) => item.sequence === sequence)?.item ?? []);
      return { acknowledgements: chosen, pagination: undefined, height: queryHeight(state) };
    }
    const { items: acknowledgements, pagination } = pageOf(all, page, plainError);
    return { acknowledgements, pagination, height: queryHeight(state) };
  },
});

/** `/ibc.core.channel.v1.Query/PacketCommitment` returns the commitment of a packet that was sent. */
export const PacketCommitment = defineQuery('/ibc.core.channel.v1.Query/PacketCommitment', {
  rest: '/ibc/core/channel/v1/channels/{channel_id}/ports/{port_id}/packet_commitments/{sequence}',
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
    checkPacketChannel(state, portId, channelId);
    if (sequence === 0n) throw invalidArgument('packet sequence cannot be 0');
    const commitment = readPacketRecord(state, 'commitments', portId, channelId, sequence);
    if (commitment === undefined) throw notFound('packet commitment hash not found');
    return { commitment, proof: EMPTY_BYTES, proofHeight: queryHeight(state) };
  },
});

/** `/ibc.core.channel.v1.Query/PacketCommitments` returns the commitments of a channel's pending packets. */
export const PacketCommitments = defineQuery('/ibc.core.channel.v1.Query/PacketCommitments', {
  rest: '/ibc/core/channel/v1/channels/{channel_id}/ports/{port_id}/packet_commitments',
  request: message(
    'ibc.core.channel.v1.QueryPacketCommitmentsRequest',
    { portId: string(1), channelId: string(2), pagination: embedded(3, PageRequest) },
    { lenient: true },
  ),
  response: message('ibc.core.channel.v1.QueryPacketCommitmentsResponse', {
    commitments: repeated(1, PacketState),
    pagination: embedded(2, PageResponse),
    height: embedded(3, Height),
  }),
  answer({ portId, channelId, pagination: page }, state) {
    const all = packetStates(state, 'commitments', portId, channelId);
    const { items: commitments, pagination } = pageOf(all, page, plainError);
    return { commitments, pagination, height: queryHeight(state) };
  },
});

/** `/ibc.core.channel.v1.Query/PacketReceipt` returns whether a packet was received on an unordered channel. */
export const PacketReceipt = defineQuery('/ibc.core.channel.v1.Query/PacketReceipt', {
  rest: '/ibc/core/channel/v1/channels/{channel_id}/ports/{port_id}/packet_receipts/{sequence}',
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
    checkPacketChannel(state, portId, channelId);
    if (sequence === 0n) throw invalidArgument('packet sequence cannot be 0');
    const received = readPacketRecord(state, 'receipts', portId, channelId, sequence) !== undefined;
    return { received, proof: EMPTY_BYTES, proofHeight: queryHeight(state) };
  },
});

/**
 * `/ibc.core.channel.v1.Query/UnreceivedAcks` returns those of the given packets whose acknowledgement has not been
 * received here yet.
 */
export const UnreceivedAcks = defineQuery('/ibc.core.channel.v1.Query/UnreceivedAcks', {
  rest: '/ibc/core/channel/v1/channels/{channel_id}/ports/{port_id}/packet_commitments/{packet_ack_sequences}/unreceived_acks',
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
    checkPacketChannel(state, portId, channelId);
    for (const [i, sequence] of asked.entries())
      if (sequence === 0n) throw invalidArgument(`packet sequence ${i} cannot be 0`);
    const waits = (sequence: bigint): boolean =>
      readPacketRecord(state, 'commitments', portId, channelId, sequence) !== undefined;
    return { sequences: asked.filter(waits), height: queryHeight(state) };
  },
});

/** `/ibc.core.channel.v1.Query/UnreceivedPackets` returns those of the given packets that were not received yet. */
export const UnreceivedPackets = defineQuery('/ibc.core.channel.v1.Query/UnreceivedPackets', {
  rest: '/ibc/core/channel/v1/channels/{channel_id}/ports/{port_id}/packet_commitments/{packet_commitment_sequences}/unreceived_packets',
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
