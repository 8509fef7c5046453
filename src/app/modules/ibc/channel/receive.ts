/**
 * Receives a packet after verifying its proof, and only once (ICS-4; ibc-go v10 04-channel `RecvPacket`). Functions
 * throw TxFailure.
 */
import { type Channel, ORDER, type Packet } from '../../../../codec/ibc/channel.js';
import type { MessageContext } from '../../../sdk/module/message.js';
import { type Proof, verifyPacketState } from '../connection/verify.js';
import { ibcFailure, within } from '../failure.js';
import { selfHeight } from '../height.js';
import { packetKey } from '../keys.js';
import { checkSource, openConnectionOf, requireOpen } from './channel_end.js';
import { packetEvents } from './events.js';
import { elapsedFailure, isElapsed, packetCommitment } from './packet.js';
import { readChannel, readPacketRecord, readSequence, writePacketRecord, writeSequence } from './store.js';

/** Is the value of a receipt, whose existence alone has a meaning. */
const RECEIPT = Uint8Array.of(1);

/** Receives a packet. Returns `noop` for a packet that was received before; then nothing is written or emitted. */
export function receivePacket(context: MessageContext, packet: Packet, proof: Proof): 'taken' | 'noop' {
  const { state, block, emit } = context;
  const channel = readChannel(state, packet.destinationPort, packet.destinationChannel);
  if (channel === undefined) throw ibcFailure('channelNotFound', packet.destinationChannel);
  requireOpen(channel);
  checkSource(packet, channel);
  const connection = openConnectionOf(state, channel);
  const height = selfHeight(context);
  if (isElapsed(packet, height, block.time))
    within('packet timeout elapsed', () => {
      throw elapsedFailure(packet, height, block.time);
    });
  const key = packetKey('commitments', packet.sourcePort, packet.sourceChannel, packet.sequence);
  within("couldn't verify counterparty packet commitment", () =>
    verifyPacketState(context, connection, proof, 'packet commitment', key, packetCommitment(packet)),
  );
  if (!takeOnce(context, packet, channel)) return 'noop';
  emit(...packetEvents('recv_packet', packet, channel));
  return 'taken';
}

/** Records the packet, and returns true if it is new. An ordered channel accepts only the next one. */
function takeOnce({ state }: MessageContext, packet: Packet, { ordering }: Channel): boolean {
  const { destinationPort: port, destinationChannel: channel, sequence } = packet;
  if (ordering === ORDER.unordered) {
    if (readPacketRecord(state, 'receipts', port, channel, sequence) !== undefined) return false;
    writePacketRecord(state, 'receipts', port, channel, sequence, RECEIPT);
    return true;
  }
  const next = readSequence(state, 'nextSequenceRecv', port, channel);
  if (next === undefined)
    throw ibcFailure('sequenceReceiveNotFound', `destination port: ${port}, destination channel: ${channel}`);
  if (sequence < next) return false;
  if (sequence !== next)
    throw ibcFailure('packetOutOfOrder', `packet sequence ≠ next receive sequence (${sequence} ≠ ${next})`);
  writeSequence(state, 'nextSequenceRecv', port, channel, next + 1n);
  return true;
}
