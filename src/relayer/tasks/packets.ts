/**
 * Finds the tasks that packets require: to receive them, to acknowledge them or to time them out (ICS-4; ibc-go v10
 * `modules/core/04-channel/keeper`).
 */
import { CHANNEL_STATE, ORDER, type Packet } from '../../codec/ibc/channel.js';
import type { Height } from '../../codec/ibc/client.js';
import { MsgAcknowledgement, MsgRecvPacket, MsgTimeout, MsgTimeoutOnClose } from '../../codec/ibc/packet_messages.js';
import { bytesToBigint, EMPTY_BYTES } from '../../kernel/bytes.js';
import type { UnixNanos } from '../../kernel/time.js';
import { anyOf } from '../message_of.js';
import type { PacketBook } from '../packet_book.js';
import { acknowledgementPath, channelPath, commitmentPath, heightOn, nextReceivePath, receiptPath } from '../paths.js';
import { type NamedChannel, type NamedConnection, readChannel, readCommitments } from '../read.js';
import type { Task } from '../task.js';
import type { IbcView, RelayChain } from '../types.js';

/** Channel from the sender's side, with the states of both chains. */
export interface Sending {
  readonly sender: RelayChain;
  readonly receiver: RelayChain;
  readonly connection: NamedConnection;
  readonly channel: NamedChannel;
  readonly here: IbcView;
  readonly there: IbcView;
}

export function packetTasks(sending: Sending, book: PacketBook): readonly Task[] {
  const { sender, receiver, channel, here, there } = sending;
  const { portId, channelId, end } = channel;
  const { counterparty, ordering } = end;
  const sequences = readCommitments(here, portId, channelId);
  const theirs = `${counterparty.portId}/${counterparty.channelId}`;
  book.keep(sender, `${portId}/${channelId}`, receiver, theirs, sequences);
  if (sequences.length === 0) return [];
  const theirEnd = readChannel(there, counterparty.portId, counterparty.channelId);
  if (theirEnd === undefined) return [];
  const isOrdered = ordering === ORDER.ordered;
  const nextKey = nextReceivePath(counterparty.portId, counterparty.channelId);
  const next = isOrdered ? bytesToBigint(there.get(nextKey) ?? EMPTY_BYTES) : 0n;
  const isOpen = end.state === CHANNEL_STATE.open;
  return sequences.flatMap((sequence) => {
    const commitment = here.get(commitmentPath(portId, channelId, sequence)) ?? EMPTY_BYTES;
    const packet = book.packet(sender, portId, channelId, sequence, commitment);
    if (packet === undefined) return [];
    const receipt = receiptPath(counterparty.portId, counterparty.channelId, sequence);
    const isReceived = isOrdered ? next > sequence : there.get(receipt) !== undefined;
    if (isReceived) return isOpen ? acknowledgementTask(sending, packet, book) : [];
    const unreceived = isOrdered ? nextKey : receipt;
    if (theirEnd.state === CHANNEL_STATE.closed) return closedTask(sending, packet, unreceived, next);
    if (isOver(packet, heightOn(receiver.id, receiver.height + 1n), receiver.nextTime))
      return timeoutTask(sending, packet, unreceived, next);
    return isOpen && theirEnd.state === CHANNEL_STATE.open ? receiveTask(sending, packet) : [];
  });
}

/** Reports whether the packet has timed out for a block of this height and time. */
function isOver({ timeoutHeight, timeoutTimestamp }: Packet, height: Height, time: UnixNanos): boolean {
  if (timeoutTimestamp > 0n && time >= timeoutTimestamp) return true;
  const { revisionNumber, revisionHeight } = timeoutHeight;
  if (revisionNumber === 0n && revisionHeight === 0n) return false;
  if (height.revisionNumber !== revisionNumber) return height.revisionNumber > revisionNumber;
  return height.revisionHeight >= revisionHeight;
}

const nameOf = (what: string, { sender }: Sending, { sourcePort, sourceChannel, sequence }: Packet): string =>
  `${what} ${sender.id} ${sourcePort}/${sourceChannel} ${sequence}`;

const idOf = ({ sourcePort: port, sourceChannel: channel, sequence }: Packet): Task['packet'] => ({
  port,
  channel,
  sequence,
});

function receiveTask(sending: Sending, packet: Packet): Task {
  const { sender, receiver, connection } = sending;
  return {
    kind: 'packet',
    name: nameOf('receive', sending, packet),
    packet: idOf(packet),
    on: receiver.id,
    from: sender.id,
    clientId: connection.end.counterparty.clientId,
    proves: [commitmentPath(packet.sourcePort, packet.sourceChannel, packet.sequence)],
    message: ({ height, proofs: [proof = EMPTY_BYTES], signer }) =>
      anyOf(MsgRecvPacket, { packet, proofCommitment: proof, proofHeight: height, signer }),
  };
}

/** Returns no task until the receiver has written an acknowledgement. */
function acknowledgementTask(sending: Sending, packet: Packet, book: PacketBook): readonly Task[] {
  const { receiver, there } = sending;
  const { destinationPort, destinationChannel, sequence } = packet;
  const path = acknowledgementPath(destinationPort, destinationChannel, sequence);
  const hash = there.get(path);
  const acknowledgement = hash && book.acknowledgement(receiver, destinationPort, destinationChannel, sequence, hash);
  if (acknowledgement === undefined) return [];
  return [
    {
      ...backward(sending, 'acknowledgement', nameOf('acknowledge', sending, packet)),
      packet: idOf(packet),
      proves: [path],
      message: ({ height, proofs: [proof = EMPTY_BYTES], signer }) =>
        anyOf(MsgAcknowledgement, { packet, acknowledgement, proofAcked: proof, proofHeight: height, signer }),
    },
  ];
}

function timeoutTask(sending: Sending, packet: Packet, unreceived: Uint8Array, next: bigint): Task {
  const { receiver } = sending;
  return {
    ...backward(sending, 'timeout', nameOf('timeout', sending, packet)),
    packet: idOf(packet),
    proves: [unreceived],
    provenBy: (height, time) => isOver(packet, heightOn(receiver.id, height), time),
    message: ({ height, proofs: [proof = EMPTY_BYTES], signer }) =>
      anyOf(MsgTimeout, {
        packet,
        proofUnreceived: proof,
        proofHeight: height,
        nextSequenceRecv: next === 0n ? packet.sequence : next,
        signer,
      }),
  };
}

function closedTask(sending: Sending, packet: Packet, unreceived: Uint8Array, next: bigint): Task {
  return {
    ...backward(sending, 'timeout', nameOf('timeout', sending, packet)),
    packet: idOf(packet),
    proves: [unreceived, channelPath(packet.destinationPort, packet.destinationChannel)],
    message: ({ height, proofs: [proof = EMPTY_BYTES, proofClose = EMPTY_BYTES], signer }) =>
      anyOf(MsgTimeoutOnClose, {
        packet,
        proofUnreceived: proof,
        proofClose,
        proofHeight: height,
        nextSequenceRecv: next === 0n ? packet.sequence : next,
        signer,
      }),
  };
}

/** Describes a task on the sender's chain that the receiver's state proves. */
const backward = ({ sender, receiver, connection }: Sending, kind: Task['kind'], name: string) => ({
  kind,
  name,
  on: sender.id,
  from: receiver.id,
  clientId: connection.end.clientId,
});
