/** Writes the acknowledgement of a packet, at once or later (ICS-4; ibc-go v10 04-channel `WriteAcknowledgement`). */
import type { Packet } from '../../../../codec/ibc/channel.js';
import { sha256 } from '../../../../kernel/hash.js';
import type { MessageContext } from '../../../sdk/module/message.js';
import type { Acknowledgement } from '../app.js';
import { ibcFailure } from '../failure.js';
import { requireOpen } from './channel_end.js';
import { writtenEvents } from './events.js';
import { readChannel, readPacketRecord, writePacketRecord } from './store.js';

/** Writes an acknowledgement, once for each packet. Throws TxFailure. */
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
