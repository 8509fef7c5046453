/** Builds the events of channels and packets (ibc-go v10 04-channel `keeper/events.go`). */
import type { Event } from '../../../../abci/application.js';
import type { Channel, Packet } from '../../../../codec/ibc/channel.js';
import type { Bytes } from '../../../../kernel/bytes.js';
import { toHex } from '../../../../kernel/hex.js';
import { event } from '../../../types/events.js';
import { heightText } from '../height.js';
import { orderText } from './channel_end.js';

const MODULE = event('message', { module: 'ibc_channel' });

export type ChannelStep =
  | 'channel_open_init'
  | 'channel_open_try'
  | 'channel_open_ack'
  | 'channel_open_confirm'
  | 'channel_close_init'
  | 'channel_close_confirm'
  | 'channel_close';

/**
 * Builds the events of a channel's step. The first two steps include the version; the first one does not know the
 * counterparty's channel id yet; a close after a timeout includes the order.
 */
export const channelEvents = (
  step: ChannelStep,
  portId: string,
  channelId: string,
  { counterparty, connectionHops, version, ordering }: Channel,
): readonly Event[] => [
  event(step, {
    port_id: portId,
    channel_id: channelId,
    counterparty_port_id: counterparty.portId,
    counterparty_channel_id: step === 'channel_open_init' ? undefined : counterparty.channelId,
    connection_id: connectionHops[0],
    version: step === 'channel_open_init' || step === 'channel_open_try' ? version : undefined,
    packet_channel_ordering: step === 'channel_close' ? orderText(ordering) : undefined,
  }),
  MODULE,
];

const route = (packet: Packet): Record<string, string> => ({
  packet_timeout_height: heightText(packet.timeoutHeight),
  packet_timeout_timestamp: packet.timeoutTimestamp.toString(),
  packet_sequence: packet.sequence.toString(),
  packet_src_port: packet.sourcePort,
  packet_src_channel: packet.sourceChannel,
  packet_dst_port: packet.destinationPort,
  packet_dst_channel: packet.destinationChannel,
});

const way = ({ ordering, connectionHops }: Channel): Record<string, string | undefined> => ({
  packet_channel_ordering: orderText(ordering),
  packet_connection: connectionHops[0],
  connection_id: connectionHops[0],
});

/** Builds `send_packet` or `recv_packet`, which include the data. */
export const packetEvents = (
  type: 'send_packet' | 'recv_packet',
  packet: Packet,
  channel: Channel,
): readonly Event[] => [
  event(type, { packet_data_hex: toHex(packet.data), ...route(packet), ...way(channel) }),
  MODULE,
];

export const writtenEvents = (packet: Packet, channel: Channel, acknowledgement: Bytes): readonly Event[] => [
  event('write_acknowledgement', {
    packet_data_hex: toHex(packet.data),
    ...route(packet),
    packet_ack_hex: toHex(acknowledgement),
    ...way(channel),
  }),
  MODULE,
];

export const acknowledgedEvents = (packet: Packet, channel: Channel): readonly Event[] => [
  event('acknowledge_packet', { ...route(packet), ...way(channel) }),
  MODULE,
];

export const timedOutEvents = (packet: Packet, { ordering, connectionHops }: Channel): readonly Event[] => [
  event('timeout_packet', {
    ...route(packet),
    connection_id: connectionHops[0],
    packet_channel_ordering: orderText(ordering),
  }),
  MODULE,
];
