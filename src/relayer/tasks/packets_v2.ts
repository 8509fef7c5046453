/** Finds the tasks that packets between clients require (IBC v2; ibc-go v10 04-channel/v2 `keeper/packet.go`). */
import * as v2 from '../../codec/ibc/v2.js';
import { EMPTY_BYTES } from '../../kernel/bytes.js';
import { NANOS_PER_SECOND, type UnixNanos } from '../../kernel/time.js';
import { anyOf } from '../message_of.js';
import type { PacketBook } from '../packet_book.js';
import { type LinkedClient, readCommitmentsV2 } from '../read.js';
import type { Task } from '../task.js';
import type { IbcView, RelayChain } from '../types.js';

/** Client from the sender's side, with the states of both chains. */
interface Sending {
  readonly sender: RelayChain;
  readonly receiver: RelayChain;
  readonly client: LinkedClient;
  readonly here: IbcView;
  readonly there: IbcView;
}

export function packetV2Tasks(sending: Sending, book: PacketBook): readonly Task[] {
  const { sender, receiver, client, here, there } = sending;
  const { clientId, counterparty } = client;
  const pending = readCommitmentsV2(here, clientId);
  const sequences = pending.map(({ sequence }) => sequence);
  book.keep(sender, clientId, receiver, counterparty.clientId, sequences);
  return pending.flatMap(({ sequence, commitment }) => {
    const packet = book.packetV2(sender, clientId, sequence, commitment);
    if (packet === undefined) return [];
    const isReceived = there.get(v2.packetKey('receipts', counterparty.clientId, sequence)) !== undefined;
    if (isReceived) return acknowledgementTask(sending, packet, book);
    return isOver(packet, receiver.nextTime) ? timeoutTask(sending, packet) : receiveTask(sending, packet);
  });
}

const isOver = ({ timeoutTimestamp }: v2.Packet, time: UnixNanos): boolean =>
  time / NANOS_PER_SECOND >= timeoutTimestamp;

/** Describes a task on the chain `on` that the state of `from` proves. `clientId` is that of `on`. */
const taskOf = (
  kind: 'packet' | 'acknowledgement' | 'timeout',
  { sender, receiver, client }: Sending,
  { sequence, payloads }: v2.Packet,
) => ({
  kind,
  name: `${kind} ${sender.id} ${client.clientId} ${sequence}`,
  packet: { port: payloads[0]?.sourcePort ?? '', channel: client.clientId, sequence },
  on: (kind === 'packet' ? receiver : sender).id,
  from: (kind === 'packet' ? sender : receiver).id,
  clientId: kind === 'packet' ? client.counterparty.clientId : client.clientId,
});

const receiveTask = (sending: Sending, packet: v2.Packet): Task => ({
  ...taskOf('packet', sending, packet),
  proves: [v2.packetKey('commitments', packet.sourceClient, packet.sequence)],
  message: ({ height, proofs: [proof = EMPTY_BYTES], signer }) =>
    anyOf(v2.MsgRecvPacket, { packet, proofCommitment: proof, proofHeight: height, signer }),
});

/** Returns no task until the receiver has written an acknowledgement. */
function acknowledgementTask(sending: Sending, packet: v2.Packet, book: PacketBook): readonly Task[] {
  const { receiver, there } = sending;
  const key = v2.packetKey('acks', packet.destinationClient, packet.sequence);
  const hash = there.get(key);
  const acknowledgement = hash && book.acknowledgementV2(receiver, packet.destinationClient, packet.sequence, hash);
  if (acknowledgement === undefined) return [];
  return [
    {
      ...taskOf('acknowledgement', sending, packet),
      proves: [key],
      message: ({ height, proofs: [proof = EMPTY_BYTES], signer }) =>
        anyOf(v2.MsgAcknowledgement, { packet, acknowledgement, proofAcked: proof, proofHeight: height, signer }),
    },
  ];
}

const timeoutTask = (sending: Sending, packet: v2.Packet): Task => ({
  ...taskOf('timeout', sending, packet),
  proves: [v2.packetKey('receipts', packet.destinationClient, packet.sequence)],
  provenBy: (_, time) => isOver(packet, time),
  message: ({ height, proofs: [proof = EMPTY_BYTES], signer }) =>
    anyOf(v2.MsgTimeout, { packet, proofUnreceived: proof, proofHeight: height, signer }),
});
