/** Defines what an application on IBC may do with its channels (ICS-4; ibc-go `ICS4Wrapper` and `ChannelKeeper`). */
import type { Channel, Packet } from '../../../../codec/ibc/channel.js';
import type { Height } from '../../../../codec/ibc/client.js';
import type { Bytes } from '../../../../kernel/bytes.js';
import { sha256 } from '../../../../kernel/hash.js';
import type { MessageContext } from '../../../sdk/module/message.js';
import type { StateReader } from '../../../state/types.js';
import type { Acknowledgement } from '../app.js';
import { requireActive } from '../client/status.js';
import { readClientState, readConsensusState } from '../client/store.js';
import { ibcFailure, within } from '../failure.js';
import { heightText } from '../height.js';
import { connectionOf, requireOpen } from './channel_end.js';
import { packetEvents, writtenEvents } from './events.js';
import { checkPacket, elapsedFailure, isElapsed, packetCommitment } from './packet.js';
import { readChannel, readPacketRecord, readSequence, writePacketRecord, writeSequence } from './store.js';

export interface OutgoingPacket {
  readonly portId: string;
  readonly channelId: string;
  readonly timeoutHeight: Height;
  /** Nanoseconds since 1970. 0 means none. */
  readonly timeoutTimestamp: bigint;
  readonly data: Bytes;
}

export interface Channels {
  /** Sends a packet and returns its sequence. Throws TxFailure. */
  readonly sendPacket: (context: MessageContext, packet: OutgoingPacket) => bigint;
  /** Writes the acknowledgement of a packet whose receiver did not return it at once. Throws TxFailure. */
  readonly writeAcknowledgement: (context: MessageContext, packet: Packet, acknowledgement: Acknowledgement) => void;
  readonly readChannel: (state: StateReader, portId: string, channelId: string) => Channel | undefined;
}

/**
 * Sends a packet for an application, and returns its sequence (ICS-4; ibc-go v10 04-channel `SendPacket`). Its timeout is
 * on the receiving chain: a height, nanoseconds since 1970, or both; zero means none. Throws TxFailure.
 */
export function sendPacket(context: MessageContext, toSend: OutgoingPacket): bigint {
  const { state, block, emit } = context;
  const { portId, channelId, timeoutHeight, timeoutTimestamp, data } = toSend;
  const channel = readChannel(state, portId, channelId);
  if (channel === undefined) throw ibcFailure('channelNotFound', channelId);
  requireOpen(channel);
  const sequence = readSequence(state, 'nextSequenceSend', portId, channelId);
  if (sequence === undefined)
    throw ibcFailure('sequenceSendNotFound', `source port: ${portId}, source channel: ${channelId}`);
  const packet: Packet = {
    sequence,
    sourcePort: portId,
    sourceChannel: channelId,
    destinationPort: channel.counterparty.portId,
    destinationChannel: channel.counterparty.channelId,
    data,
    timeoutHeight,
    timeoutTimestamp,
  };
  within('constructed packet failed basic validation', () => checkPacket(packet));
  const { clientId } = connectionOf(state, channel);
  requireActive(state, clientId, block.time, 'cannot send packet using client');
  checkTimeout(context, clientId, packet);
  writeSequence(state, 'nextSequenceSend', portId, channelId, sequence + 1n);
  writePacketRecord(state, 'commitments', portId, channelId, sequence, packetCommitment(packet));
  emit(...packetEvents('send_packet', packet, channel));
  return sequence;
}

/** Checks that the timeout has not passed in the newest known state of the receiving chain. */
function checkTimeout({ state }: MessageContext, clientId: string, packet: Packet): void {
  const client = readClientState(state, clientId);
  if (client === undefined) throw ibcFailure('clientNotFound', clientId);
  const consensus = readConsensusState(state, clientId, client.latestHeight);
  if (consensus === undefined)
    throw ibcFailure('consensusStateNotFound', `height (${heightText(client.latestHeight)})`);
  if (isElapsed(packet, client.latestHeight, consensus.timestamp))
    within('invalid packet timeout', () => {
      throw elapsedFailure(packet, client.latestHeight, consensus.timestamp);
    });
}

/** Access to the channels of this chain. */
export const IBC_CHANNELS: Channels = { sendPacket, writeAcknowledgement, readChannel };

/** Writes an acknowledgement, at once or later, once for each packet (ibc-go `WriteAcknowledgement`). Throws TxFailure. */
export function writeAcknowledgement(
  { state, emit }: MessageContext,
  packet: Packet,
  { bytes }: Acknowledgement,
): void {
  const { destinationPort, destinationChannel, sequence } = packet;
  const channel = readChannel(state, destinationPort, destinationChannel);
  if (channel === undefined) throw ibcFailure('channelNotFound', destinationChannel);
  requireOpen(channel);
  if (readPacketRecord(state, 'acks', destinationPort, destinationChannel, sequence) !== undefined)
    throw ibcFailure('acknowledgementExists');
  if (bytes.length === 0) throw ibcFailure('invalidAcknowledgement', 'acknowledgement cannot be empty');
  writePacketRecord(state, 'acks', destinationPort, destinationChannel, sequence, sha256(bytes));
  emit(...writtenEvents(packet, channel, bytes));
}
