/**
 * Times out a packet that came too late, or cannot come any more (ICS-4; ibc-go v10 04-channel `timeout.go`). Functions
 * throw TxFailure.
 */
import { CHANNEL_STATE, type Channel, ORDER, type Packet } from '../../../../codec/ibc/channel.js';
import type { ConnectionEnd } from '../../../../codec/ibc/connection.js';
import { equalBytes } from '../../../../kernel/bytes.js';
import { toHex } from '../../../../kernel/hex.js';
import type { MessageContext } from '../../../sdk/module/message.js';
import { readConsensusState } from '../client/store.js';
import { type Proof, verifyPacketState, verifyPacketStateAbsence } from '../connection/verify.js';
import { ibcFailure, within } from '../failure.js';
import { heightText } from '../height.js';
import { bigEndian, packetKey, sequenceKey } from '../keys.js';
import { channelAt, checkDestination, connectionOf } from './channel_end.js';
import { channelEvents, timedOutEvents } from './events.js';
import { verifyClosed } from './handshake.js';
import { isElapsed, notReachedFailure, packetCommitment } from './packet.js';
import { deletePacketCommitment, readPacketRecord, writeChannel } from './store.js';

/**
 * Times out a packet. Returns `noop` for a packet that is no longer pending. `nextSequenceRecv` is the receiver's, and
 * matters for an ordered channel.
 */
export function timeOutPacket(
  context: MessageContext,
  packet: Packet,
  proof: Proof,
  nextSequenceRecv: bigint,
): 'taken' | 'noop' {
  const { channel, connection } = wayOf(context, packet);
  const consensus = readConsensusState(context.state, connection.clientId, proof.height);
  if (consensus === undefined) throw ibcFailure('consensusStateNotFound', `height (${heightText(proof.height)})`);
  if (!isElapsed(packet, proof.height, consensus.timestamp))
    within('packet timeout not reached', () => {
      throw notReachedFailure(packet, proof.height, consensus.timestamp);
    });
  if (!isUnderWay(context, packet)) return 'noop';
  verifyNotReceived(context, packet, channel, connection, proof, nextSequenceRecv, 'packetReceived');
  finish(context, packet, channel);
  return 'taken';
}

/** Does the same at any time, for a channel whose other end is closed, which `closed` proves. */
export function timeOutOnClose(
  context: MessageContext,
  packet: Packet,
  proof: Proof,
  closed: Proof,
  nextSequenceRecv: bigint,
): 'taken' | 'noop' {
  const { channel, connection } = wayOf(context, packet);
  if (!isUnderWay(context, packet)) return 'noop';
  const end = { portId: packet.sourcePort, channelId: packet.sourceChannel };
  verifyClosed(context, connection, channel, end, closed);
  verifyNotReceived(context, packet, channel, connection, proof, nextSequenceRecv, 'invalidPacket');
  finish(context, packet, channel);
  return 'taken';
}

function wayOf({ state }: MessageContext, packet: Packet): { channel: Channel; connection: ConnectionEnd } {
  const channel = channelAt(state, packet.sourcePort, packet.sourceChannel);
  checkDestination(packet, channel);
  return { channel, connection: connectionOf(state, channel) };
}

/** Returns true if the packet is pending. Throws TxFailure for a packet that is not the one that was sent. */
function isUnderWay({ state }: MessageContext, packet: Packet): boolean {
  const commitment = readPacketRecord(state, 'commitments', packet.sourcePort, packet.sourceChannel, packet.sequence);
  if (commitment === undefined) return false;
  const own = packetCommitment(packet);
  if (equalBytes(commitment, own)) return true;
  throw ibcFailure(
    'invalidPacket',
    `packet commitment bytes are not equal: got (${toHex(commitment)}), expected (${toHex(own)})`,
  );
}

function verifyNotReceived(
  context: MessageContext,
  { sequence, destinationPort, destinationChannel }: Packet,
  { ordering }: Channel,
  connection: ConnectionEnd,
  proof: Proof,
  nextSequenceRecv: bigint,
  received: 'packetReceived' | 'invalidPacket',
): void {
  if (ordering !== ORDER.ordered) {
    const key = packetKey('receipts', destinationPort, destinationChannel, sequence);
    verifyPacketStateAbsence(context, connection, proof, 'packet receipt absence', key);
    return;
  }
  if (nextSequenceRecv > sequence)
    throw ibcFailure(
      received,
      `packet already received, next sequence receive > packet sequence (${nextSequenceRecv} > ${sequence})`,
    );
  const key = sequenceKey('nextSequenceRecv', destinationPort, destinationChannel);
  verifyPacketState(context, connection, proof, 'next sequence receive', key, bigEndian(nextSequenceRecv));
}

/** Removes the packet. An ordered channel closes, because it cannot continue without the packet. */
function finish({ state, emit }: MessageContext, packet: Packet, channel: Channel): void {
  const { sourcePort, sourceChannel, sequence } = packet;
  deletePacketCommitment(state, sourcePort, sourceChannel, sequence);
  if (channel.ordering === ORDER.ordered) {
    const closed = { ...channel, state: CHANNEL_STATE.closed };
    writeChannel(state, sourcePort, sourceChannel, closed);
    emit(...channelEvents('channel_close', sourcePort, sourceChannel, closed));
  }
  emit(...timedOutEvents(packet, channel));
}
