/** Defines IBC's channels and packets (ibc-go v10 `ibc.core.channel.v1`, ICS-4). */
import { bytes, embedded, repeatedString, small, string, uint } from '../protobuf/field.js';
import { message, type Of } from '../protobuf/message.js';
import { Height } from './client.js';

export const CHANNEL_STATE = { init: 1, tryOpen: 2, open: 3, closed: 4 } as const;
export const ORDER = { none: 0, unordered: 1, ordered: 2 } as const;

const STATE_KIND = {
  enum: 'ibc.core.channel.v1.State',
  values: ['STATE_UNINITIALIZED_UNSPECIFIED', 'STATE_INIT', 'STATE_TRYOPEN', 'STATE_OPEN', 'STATE_CLOSED'],
};
const ORDER_KIND = {
  enum: 'ibc.core.channel.v1.Order',
  values: ['ORDER_NONE_UNSPECIFIED', 'ORDER_UNORDERED', 'ORDER_ORDERED'],
};

export const ChannelEnd = message('ibc.core.channel.v1.Counterparty', { portId: string(1), channelId: string(2) });
export type ChannelEnd = Of<typeof ChannelEnd>;

export const Channel = message('ibc.core.channel.v1.Channel', {
  state: small(1, STATE_KIND),
  ordering: small(2, ORDER_KIND),
  counterparty: embedded(3, ChannelEnd),
  connectionHops: repeatedString(4),
  version: string(5),
});
export type Channel = Of<typeof Channel>;

/** Channel with its port and id. */
export const IdentifiedChannel = message('ibc.core.channel.v1.IdentifiedChannel', {
  state: small(1, STATE_KIND),
  ordering: small(2, ORDER_KIND),
  counterparty: embedded(3, ChannelEnd),
  connectionHops: repeatedString(4),
  version: string(5),
  portId: string(6),
  channelId: string(7),
});
export type IdentifiedChannel = Of<typeof IdentifiedChannel>;

/** Value of a store for one sequence: a commitment, a receipt or an acknowledgement's hash. */
export const PacketState = message('ibc.core.channel.v1.PacketState', {
  portId: string(1),
  channelId: string(2),
  sequence: uint(3),
  data: bytes(4),
});
export type PacketState = Of<typeof PacketState>;

export const Packet = message('ibc.core.channel.v1.Packet', {
  sequence: uint(1),
  sourcePort: string(2),
  sourceChannel: string(3),
  destinationPort: string(4),
  destinationChannel: string(5),
  data: bytes(6),
  timeoutHeight: embedded(7, Height),
  /** Nanoseconds since 1970. 0 means no timeout. */
  timeoutTimestamp: uint(8),
});
export type Packet = Of<typeof Packet>;
