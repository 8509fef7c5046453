/** Answers the queries of `ibc.core.channel.v2`: the packets between clients. */
import { Height } from '../../../../codec/ibc/client.js';
import type { PacketRecord } from '../../../../codec/ibc/v2.js';
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
import { type Bytes, EMPTY_BYTES } from '../../../../kernel/bytes.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { invalidArgument, notFound, plainError } from '../../../sdk/query/failure.js';
import { PageRequest, PageResponse, pageOf } from '../../../sdk/query/pagination.js';
import type { StateReader } from '../../../state/types.js';
import { checkAsked, queryHeight } from '../asked.js';
import { checkClientId } from '../identifiers.js';
import { bigEndian } from '../keys.js';
import { readNextSend, readRecord, records } from '../v2/store.js';

const CLIENT = '/ibc/core/channel/v2/clients/{client_id}';
const PacketState = message('ibc.core.channel.v2.PacketState', {
  clientId: string(1),
  sequence: uint(2),
  data: bytes(3),
});

const requestOf = (name: string) =>
  message(`ibc.core.channel.v2.Query${name}Request`, { clientId: string(1), sequence: uint(2) }, { lenient: true });

/** Returns the record of one packet. Throws SdkQueryError for invalid names. */
function askedRecord(state: StateReader, record: PacketRecord, clientId: string, sequence: bigint): Bytes | undefined {
  checkAsked(() => checkClientId(clientId));
  if (sequence === 0n) throw invalidArgument('packet sequence cannot be 0');
  return readRecord(state, record, clientId, sequence);
}

const stateOf = (clientId: string, sequence: bigint, data: Bytes) => ({ clientId, sequence, data });

function pageOfRecords(state: StateReader, record: PacketRecord, clientId: string, page: PageRequest) {
  const all = Array.from(records(state, record, clientId), ([sequence, data]) => ({
    key: bigEndian(sequence),
    item: stateOf(clientId, sequence, data),
  }));
  return pageOf(all, page, plainError);
}

/** `/ibc.core.channel.v2.Query/NextSequenceSend` returns the sequence of the next packet that a client sends. */
export const V2NextSequenceSend = defineQuery('/ibc.core.channel.v2.Query/NextSequenceSend', {
  rest: `${CLIENT}/next_sequence_send`,
  request: message('ibc.core.channel.v2.QueryNextSequenceSendRequest', { clientId: string(1) }, { lenient: true }),
  response: message('ibc.core.channel.v2.QueryNextSequenceSendResponse', {
    nextSequenceSend: uint(1),
    proof: bytes(2),
    proofHeight: embedded(3, Height),
  }),
  answer({ clientId }, state) {
    checkAsked(() => checkClientId(clientId));
    const nextSequenceSend = readNextSend(state, clientId);
    if (nextSequenceSend === undefined) throw notFound(`client-id ${clientId}: sequence send not found`);
    return { nextSequenceSend, proof: EMPTY_BYTES, proofHeight: queryHeight(state) };
  },
});

/** `/ibc.core.channel.v2.Query/PacketCommitment` returns the commitment of a packet that was sent. */
export const V2PacketCommitment = defineQuery('/ibc.core.channel.v2.Query/PacketCommitment', {
  rest: `${CLIENT}/packet_commitments/{sequence}`,
  request: requestOf('PacketCommitment'),
  response: message('ibc.core.channel.v2.QueryPacketCommitmentResponse', {
    commitment: bytes(1),
    proof: bytes(2),
    proofHeight: embedded(3, Height),
  }),
  answer({ clientId, sequence }, state) {
    const commitment = askedRecord(state, 'commitments', clientId, sequence);
    if (commitment === undefined) throw notFound('packet commitment hash not found');
    return { commitment, proof: EMPTY_BYTES, proofHeight: queryHeight(state) };
  },
});

/** `/ibc.core.channel.v2.Query/PacketCommitments` returns the commitments of a client's pending packets. */
export const V2PacketCommitments = defineQuery('/ibc.core.channel.v2.Query/PacketCommitments', {
  rest: `${CLIENT}/packet_commitments`,
  request: message(
    'ibc.core.channel.v2.QueryPacketCommitmentsRequest',
    { clientId: string(1), pagination: embedded(2, PageRequest) },
    { lenient: true },
  ),
  response: message('ibc.core.channel.v2.QueryPacketCommitmentsResponse', {
    commitments: repeated(1, PacketState),
    pagination: embedded(2, PageResponse),
    height: embedded(3, Height),
  }),
  answer({ clientId, pagination: page }, state) {
    checkAsked(() => checkClientId(clientId));
    const { items: commitments, pagination } = pageOfRecords(state, 'commitments', clientId, page);
    return { commitments, pagination, height: queryHeight(state) };
  },
});

/** `/ibc.core.channel.v2.Query/PacketAcknowledgement` returns the hash of a packet's acknowledgement. */
export const V2PacketAcknowledgement = defineQuery('/ibc.core.channel.v2.Query/PacketAcknowledgement', {
  rest: `${CLIENT}/packet_acks/{sequence}`,
  request: requestOf('PacketAcknowledgement'),
  response: message('ibc.core.channel.v2.QueryPacketAcknowledgementResponse', {
    acknowledgement: bytes(1),
    proof: bytes(2),
    proofHeight: embedded(3, Height),
  }),
  answer({ clientId, sequence }, state) {
    const acknowledgement = askedRecord(state, 'acks', clientId, sequence);
    if (acknowledgement === undefined) throw notFound('packet acknowledgement hash not found');
    return { acknowledgement, proof: EMPTY_BYTES, proofHeight: queryHeight(state) };
  },
});

/**
 * `/ibc.core.channel.v2.Query/PacketAcknowledgements` returns the acknowledgements that a client's packets got, for all
 * packets or for those of the given numbers.
 */
export const V2PacketAcknowledgements = defineQuery('/ibc.core.channel.v2.Query/PacketAcknowledgements', {
  rest: `${CLIENT}/packet_acknowledgements`,
  request: message(
    'ibc.core.channel.v2.QueryPacketAcknowledgementsRequest',
    { clientId: string(1), pagination: embedded(2, PageRequest), packetCommitmentSequences: packedUint(3) },
    { lenient: true },
  ),
  response: message('ibc.core.channel.v2.QueryPacketAcknowledgementsResponse', {
    acknowledgements: repeated(1, PacketState),
    pagination: optional(2, PageResponse),
    height: embedded(3, Height),
  }),
  answer({ clientId, pagination: page, packetCommitmentSequences: asked }, state) {
    checkAsked(() => checkClientId(clientId));
    const height = queryHeight(state);
    if (asked.length > 0) {
      const acknowledgements = asked.flatMap((sequence) => {
        const data = readRecord(state, 'acks', clientId, sequence);
        return data === undefined ? [] : [stateOf(clientId, sequence, data)];
      });
      return { acknowledgements, pagination: undefined, height };
    }
    const { items: acknowledgements, pagination } = pageOfRecords(state, 'acks', clientId, page);
    return { acknowledgements, pagination, height };
  },
});

/** `/ibc.core.channel.v2.Query/PacketReceipt` returns whether a client's packet was received. */
export const V2PacketReceipt = defineQuery('/ibc.core.channel.v2.Query/PacketReceipt', {
  rest: `${CLIENT}/packet_receipts/{sequence}`,
  request: requestOf('PacketReceipt'),
  response: message('ibc.core.channel.v2.QueryPacketReceiptResponse', {
    received: bool(2),
    proof: bytes(3),
    proofHeight: embedded(4, Height),
  }),
  answer({ clientId, sequence }, state) {
    const received = askedRecord(state, 'receipts', clientId, sequence) !== undefined;
    return { received, proof: EMPTY_BYTES, proofHeight: queryHeight(state) };
  },
});

/** `/ibc.core.channel.v2.Query/UnreceivedPackets` returns those of the given packets that were not received yet. */
export const V2UnreceivedPackets = defineQuery('/ibc.core.channel.v2.Query/UnreceivedPackets', {
  rest: `${CLIENT}/packet_commitments/{sequences}/unreceived_packets`,
  request: message(
    'ibc.core.channel.v2.QueryUnreceivedPacketsRequest',
    { clientId: string(1), sequences: packedUint(2) },
    { lenient: true },
  ),
  response: message('ibc.core.channel.v2.QueryUnreceivedPacketsResponse', {
    sequences: packedUint(1),
    height: embedded(2, Height),
  }),
  answer({ clientId, sequences: asked }, state) {
    checkAsked(() => checkClientId(clientId));
    for (const [i, sequence] of asked.entries())
      if (sequence === 0n) throw invalidArgument(`packet sequence ${i} cannot be 0`);
    const sequences = asked.filter((sequence) => readRecord(state, 'receipts', clientId, sequence) === undefined);
    return { sequences, height: queryHeight(state) };
  },
});

/**
 * `/ibc.core.channel.v2.Query/UnreceivedAcks` returns those of the given packets whose acknowledgement has not been
 * received here yet.
 */
export const V2UnreceivedAcks = defineQuery('/ibc.core.channel.v2.Query/UnreceivedAcks', {
  rest: `${CLIENT}/packet_commitments/{packet_ack_sequences}/unreceived_acks`,
  request: message(
    'ibc.core.channel.v2.QueryUnreceivedAcksRequest',
    { clientId: string(1), packetAckSequences: packedUint(2) },
    { lenient: true },
  ),
  response: message('ibc.core.channel.v2.QueryUnreceivedAcksResponse', {
    sequences: packedUint(1),
    height: embedded(2, Height),
  }),
  answer({ clientId, packetAckSequences: asked }, state) {
    checkAsked(() => checkClientId(clientId));
    if (asked.includes(0n)) throw invalidArgument('packet sequence cannot be 0');
    const sequences = asked.filter((sequence) => readRecord(state, 'commitments', clientId, sequence) !== undefined);
    return { sequences, height: queryHeight(state) };
  },
});
