/**
 * Defines IBC v2 (ibc-go v10 `ibc.core.client.v2`, `ibc.core.channel.v2`): clients that name each other, and packets
 * with payloads between them. The keys and hashes of packets are those that a counterparty proves.
 */
import { type Bytes, bigintToBytes, concatBytes } from '../../kernel/bytes.js';
import { sha256 } from '../../kernel/hash.js';
import { once } from '../../kernel/once.js';
import { fromUtf8, utf8 } from '../../kernel/text.js';
import { bytes, embedded, repeated, repeatedBytes, repeatedString, small, string, uint } from '../protobuf/field.js';
import { message, type Of } from '../protobuf/message.js';
import { Height } from './client.js';

/** Client of this chain on the other chain, and the path to that chain's IBC store. */
export const CounterpartyInfo = message('ibc.core.client.v2.CounterpartyInfo', {
  /** Name of the store, and what precedes each key in it. */
  merklePrefix: repeatedBytes(1),
  clientId: string(2),
});
export type CounterpartyInfo = Of<typeof CounterpartyInfo>;

/** Accounts that may relay for a client. An empty list allows all. */
export const Config = message('ibc.core.client.v2.Config', { allowedRelayers: repeatedString(1) });
export type Config = Of<typeof Config>;

export const MsgRegisterCounterparty = message('ibc.core.client.v2.MsgRegisterCounterparty', {
  clientId: string(1),
  counterpartyMerklePrefix: repeatedBytes(2),
  counterpartyClientId: string(3),
  signer: string(4),
});

export const MsgUpdateClientConfig = message('ibc.core.client.v2.MsgUpdateClientConfig', {
  clientId: string(1),
  config: embedded(2, Config),
  signer: string(3),
});

export const Payload = message('ibc.core.channel.v2.Payload', {
  sourcePort: string(1),
  destinationPort: string(2),
  version: string(3),
  encoding: string(4),
  value: bytes(5),
});
export type Payload = Of<typeof Payload>;

export const Packet = message('ibc.core.channel.v2.Packet', {
  sequence: uint(1),
  sourceClient: string(2),
  destinationClient: string(3),
  /** Seconds since 1970. */
  timeoutTimestamp: uint(4),
  payloads: repeated(5, Payload),
});
export type Packet = Of<typeof Packet>;

/** Acknowledgements of a packet's payloads, or `errorAcknowledgement` alone. */
export const Acknowledgement = message('ibc.core.channel.v2.Acknowledgement', {
  appAcknowledgements: repeatedBytes(1),
});
export type Acknowledgement = Of<typeof Acknowledgement>;

export const errorAcknowledgement = once(() => sha256(utf8('UNIVERSAL_ERROR_ACKNOWLEDGEMENT')));

export const MsgSendPacket = message('ibc.core.channel.v2.MsgSendPacket', {
  sourceClient: string(1),
  timeoutTimestamp: uint(2),
  payloads: repeated(3, Payload),
  signer: string(4),
});
export type MsgSendPacket = Of<typeof MsgSendPacket>;

export const MsgSendPacketResponse = message('ibc.core.channel.v2.MsgSendPacketResponse', { sequence: uint(1) });

export const MsgRecvPacket = message('ibc.core.channel.v2.MsgRecvPacket', {
  packet: embedded(1, Packet),
  proofCommitment: bytes(2),
  proofHeight: embedded(3, Height),
  signer: string(4),
});

export const MsgTimeout = message('ibc.core.channel.v2.MsgTimeout', {
  packet: embedded(1, Packet),
  proofUnreceived: bytes(2),
  proofHeight: embedded(3, Height),
  signer: string(5),
});

export const MsgAcknowledgement = message('ibc.core.channel.v2.MsgAcknowledgement', {
  packet: embedded(1, Packet),
  acknowledgement: embedded(2, Acknowledgement),
  proofAcked: bytes(3),
  proofHeight: embedded(4, Height),
  signer: string(5),
});

const RESULT_KIND = {
  enum: 'ibc.core.channel.v2.ResponseResultType',
  values: [
    'RESPONSE_RESULT_TYPE_UNSPECIFIED',
    'RESPONSE_RESULT_TYPE_NOOP',
    'RESPONSE_RESULT_TYPE_SUCCESS',
    'RESPONSE_RESULT_TYPE_FAILURE',
  ],
};
const resultOf = (name: string) => message(`ibc.core.channel.v2.Msg${name}Response`, { result: small(1, RESULT_KIND) });
export const MsgRecvPacketResponse = resultOf('RecvPacket');
export const MsgTimeoutResponse = resultOf('Timeout');
export const MsgAcknowledgementResponse = resultOf('Acknowledgement');

/** Byte after the client id in the key of each record of a packet. */
const RECORD_BYTES = { commitments: 1, receipts: 2, acks: 3 } as const;
export type PacketRecord = keyof typeof RECORD_BYTES;
export const PACKET_RECORDS = Object.keys(RECORD_BYTES) as readonly PacketRecord[];

/** Returns what all keys of a client's records of one kind begin with. */
export const packetPrefix = (record: PacketRecord, clientId: string): Bytes =>
  concatBytes(utf8(clientId), Uint8Array.of(RECORD_BYTES[record]));

export const packetKey = (record: PacketRecord, clientId: string, sequence: bigint): Bytes =>
  concatBytes(packetPrefix(record, clientId), bigintToBytes(sequence, 8));

const NEXT_SEND = 'nextSequenceSend/';
/** Prefix of the keys of the next sequences of tendermint clients. Only clients with a counterparty have one. */
export const LINKED_CLIENTS = utf8(`${NEXT_SEND}07-tendermint-`);
export const nextSendKey = (clientId: string): Bytes => utf8(NEXT_SEND + clientId);
/** Returns the client of such a key. */
export const clientOfNextSend = (key: Bytes): string => fromUtf8(key).slice(NEXT_SEND.length);

export const counterpartyKey = (clientId: string): Bytes => utf8(`clients/${clientId}/counterparty`);

/** Returns the path of a key in the counterparty's store: the last part of its prefix precedes the key. */
export const merklePath = ({ merklePrefix }: CounterpartyInfo, key: Bytes): readonly Bytes[] => [
  ...merklePrefix.slice(0, -1),
  concatBytes(merklePrefix.at(-1) ?? new Uint8Array(0), key),
];

/** Begins what is hashed, so that no hash of v2 is one of classic channels. */
const VERSION = Uint8Array.of(2);
const hashText = (text: string): Bytes => sha256(utf8(text));

const payloadHash = ({ sourcePort, destinationPort, version, encoding, value }: Payload): Bytes =>
  sha256(concatBytes(...[sourcePort, destinationPort, version, encoding].map(hashText), sha256(value)));

/** Returns the hash that the sender stores of a packet. */
export const packetCommitment = ({ destinationClient, timeoutTimestamp, payloads }: Packet): Bytes =>
  sha256(
    concatBytes(
      VERSION,
      hashText(destinationClient),
      sha256(bigintToBytes(timeoutTimestamp, 8)),
      sha256(concatBytes(...payloads.map(payloadHash))),
    ),
  );

/** Returns the hash that the receiver stores of an acknowledgement. */
export const acknowledgementCommitment = ({ appAcknowledgements }: Acknowledgement): Bytes =>
  sha256(concatBytes(VERSION, ...appAcknowledgements.map((bytes) => sha256(bytes))));
