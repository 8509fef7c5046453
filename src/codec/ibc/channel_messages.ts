/** Defines the messages that open and close channels (ibc-go v10 `ibc.core.channel.v1`, `tx.proto`). */
import { bytes, embedded, string } from '../protobuf/field.js';
import { message, type Of } from '../protobuf/message.js';
import { Channel } from './channel.js';
import { Height } from './client.js';

export const MsgChannelOpenInit = message('ibc.core.channel.v1.MsgChannelOpenInit', {
  portId: string(1),
  channel: embedded(2, Channel),
  signer: string(3),
});
export type MsgChannelOpenInit = Of<typeof MsgChannelOpenInit>;

export const MsgChannelOpenInitResponse = message('ibc.core.channel.v1.MsgChannelOpenInitResponse', {
  channelId: string(1),
  version: string(2),
});

/**
 * Opens the second end of a channel. `previousChannelId` is deprecated and ignored, and so is the version in `channel`.
 */
export const MsgChannelOpenTry = message('ibc.core.channel.v1.MsgChannelOpenTry', {
  portId: string(1),
  previousChannelId: string(2),
  channel: embedded(3, Channel),
  counterpartyVersion: string(4),
  proofInit: bytes(5),
  proofHeight: embedded(6, Height),
  signer: string(7),
});
export type MsgChannelOpenTry = Of<typeof MsgChannelOpenTry>;

export const MsgChannelOpenTryResponse = message('ibc.core.channel.v1.MsgChannelOpenTryResponse', {
  version: string(1),
  channelId: string(2),
});

export const MsgChannelOpenAck = message('ibc.core.channel.v1.MsgChannelOpenAck', {
  portId: string(1),
  channelId: string(2),
  counterpartyChannelId: string(3),
  counterpartyVersion: string(4),
  proofTry: bytes(5),
  proofHeight: embedded(6, Height),
  signer: string(7),
});
export type MsgChannelOpenAck = Of<typeof MsgChannelOpenAck>;

export const MsgChannelOpenAckResponse = message('ibc.core.channel.v1.MsgChannelOpenAckResponse', {});

export const MsgChannelOpenConfirm = message('ibc.core.channel.v1.MsgChannelOpenConfirm', {
  portId: string(1),
  channelId: string(2),
  proofAck: bytes(3),
  proofHeight: embedded(4, Height),
  signer: string(5),
});
export type MsgChannelOpenConfirm = Of<typeof MsgChannelOpenConfirm>;

export const MsgChannelOpenConfirmResponse = message('ibc.core.channel.v1.MsgChannelOpenConfirmResponse', {});

export const MsgChannelCloseInit = message('ibc.core.channel.v1.MsgChannelCloseInit', {
  portId: string(1),
  channelId: string(2),
  signer: string(3),
});
export type MsgChannelCloseInit = Of<typeof MsgChannelCloseInit>;

export const MsgChannelCloseInitResponse = message('ibc.core.channel.v1.MsgChannelCloseInitResponse', {});

export const MsgChannelCloseConfirm = message('ibc.core.channel.v1.MsgChannelCloseConfirm', {
  portId: string(1),
  channelId: string(2),
  proofInit: bytes(3),
  proofHeight: embedded(4, Height),
  signer: string(5),
});
export type MsgChannelCloseConfirm = Of<typeof MsgChannelCloseConfirm>;

export const MsgChannelCloseConfirmResponse = message('ibc.core.channel.v1.MsgChannelCloseConfirmResponse', {});
