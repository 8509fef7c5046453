/** Defines the messages that relay packets (ibc-go v10 `ibc.core.channel.v1`, `tx.proto`). */
import { bytes, embedded, small, string, uint } from '../protobuf/field.js';
import { message, type Of } from '../protobuf/message.js';
import { Packet } from './channel.js';
import { Height } from './client.js';

/** Tells whether relaying a packet had an effect. A packet that was already relayed has none. */
export const RESULT = { unspecified: 0, noop: 1, success: 2, failure: 3 } as const;

const RESULT_KIND = {
  enum: 'ibc.core.channel.v1.ResponseResultType',
  values: [
    'RESPONSE_RESULT_TYPE_UNSPECIFIED',
    'RESPONSE_RESULT_TYPE_NOOP',
    'RESPONSE_RESULT_TYPE_SUCCESS',
    'RESPONSE_RESULT_TYPE_FAILURE',
  ],
};

export const MsgRecvPacket = message('ibc.core.channel.v1.MsgRecvPacket', {
  packet: embedded(1, Packet),
  proofCommitment: bytes(2),
  proofHeight: embedded(3, Height),
  signer: string(4),
});
export type MsgRecvPacket = Of<typeof MsgRecvPacket>;

export const MsgRecvPacketResponse = message('ibc.core.channel.v1.MsgRecvPacketResponse', {
  result: small(1, RESULT_KIND),
});

export const MsgTimeout = message('ibc.core.channel.v1.MsgTimeout', {
  packet: embedded(1, Packet),
  proofUnreceived: bytes(2),
  proofHeight: embedded(3, Height),
  nextSequenceRecv: uint(4),
  signer: string(5),
});
export type MsgTimeout = Of<typeof MsgTimeout>;

export const MsgTimeoutResponse = message('ibc.core.channel.v1.MsgTimeoutResponse', { result: small(1, RESULT_KIND) });

export const MsgTimeoutOnClose = message('ibc.core.channel.v1.MsgTimeoutOnClose', {
  packet: embedded(1, Packet),
  proofUnreceived: bytes(2),
  proofClose: bytes(3),
  proofHeight: embedded(4, Height),
  nextSequenceRecv: uint(5),
  signer: string(6),
});
export type MsgTimeoutOnClose = Of<typeof MsgTimeoutOnClose>;

export const MsgTimeoutOnCloseResponse = message('ibc.core.channel.v1.MsgTimeoutOnCloseResponse', {
  result: small(1, RESULT_KIND),
});

export const MsgAcknowledgement = message('ibc.core.channel.v1.MsgAcknowledgement', {
  packet: embedded(1, Packet),
  acknowledgement: bytes(2),
  proofAcked: bytes(3),
  proofHeight: embedded(4, Height),
  signer: string(5),
});
export type MsgAcknowledgement = Of<typeof MsgAcknowledgement>;

export const MsgAcknowledgementResponse = message('ibc.core.channel.v1.MsgAcknowledgementResponse', {
  result: small(1, RESULT_KIND),
});
