/** Handles the messages of packets (ICS-4). */
import { type Channel, ORDER, type Packet } from '../../../../codec/ibc/channel.js';
import * as packets from '../../../../codec/ibc/packet_messages.js';
import {
  MsgAcknowledgementResponse,
  MsgRecvPacketResponse,
  MsgTimeoutOnCloseResponse,
  MsgTimeoutResponse,
  RESULT,
} from '../../../../codec/ibc/packet_messages.js';
import { whenKnown } from '../../../../kernel/awaitable.js';
import { type Bytes, equalBytes } from '../../../../kernel/bytes.js';
import { sha256 } from '../../../../kernel/hash.js';
import { toHex } from '../../../../kernel/hex.js';
import { tryFromUtf8, utf8 } from '../../../../kernel/text.js';
import { defineMessage, type MessageContext } from '../../../sdk/module/message.js';
import type { IbcRouter } from '../app.js';
import { channelAt, checkDestination, checkSource, openConnectionOf, requireOpen } from '../channel/channel_end.js';
import { writeAcknowledgement } from '../channel/channels.js';
import { acknowledgedEvents, packetEvents } from '../channel/events.js';
import { checkPacket, elapsedFailure, isElapsed, packetCommitment } from '../channel/packet.js';
import {
  deletePacketCommitment,
  readChannel,
  readPacketRecord,
  readSequence,
  writePacketRecord,
  writeSequence,
} from '../channel/store.js';
import { timeOutOnClose, timeOutPacket } from '../channel/time_out.js';
import { type Proof, verifyPacketState } from '../connection/verify.js';
import { ibcFailure, within, withinLater } from '../failure.js';
import { selfHeight } from '../height.js';
import { packetKey } from '../keys.js';
import { appOf, checkProof } from '../routed.js';
import { runReceive } from '../run_receive.js';
import { readSigner, signedBy } from '../signer.js';

/** `ibc.core.channel.v1.MsgRecvPacket` delivers a packet. One that was received before has no effect. */
export const MsgRecvPacket = (router: IbcRouter) =>
  defineMessage({
    message: packets.MsgRecvPacket,
    response: MsgRecvPacketResponse,
    signers: signedBy,
    handle: ({ packet, proofCommitment, proofHeight, signer }, context) => {
      checkProof(proofCommitment, 'commitment proof');
      checkPacket(packet);
      const app = appOf(router, packet.destinationPort);
      const outcome = within('receive packet verification failed', () =>
        receivePacket(context, packet, { proof: proofCommitment, height: proofHeight }),
      );
      if (outcome === 'noop') return { result: RESULT.noop };
      const relayer = readSigner(signer, context.params);
      return whenKnown(
        runReceive((inner) => app.receive(packet, relayer, inner), context),
        (answer) => {
          if (answer !== undefined) writeAcknowledgement(context, packet, answer);
          return { result: RESULT.success };
        },
      );
    },
  });

/** Value of a receipt, whose existence alone has a meaning. */
const RECEIPT = Uint8Array.of(1);

/**
 * Receives a packet after verifying its proof, and only once (ICS-4; ibc-go v10 04-channel `RecvPacket`). Returns
 * `noop` for a packet that was received before; then nothing is written or emitted. Throws TxFailure.
 */
function receivePacket(context: MessageContext, packet: Packet, proof: Proof): 'taken' | 'noop' {
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

/** `ibc.core.channel.v1.MsgAcknowledgement` delivers the acknowledgement of a packet to its sender. */
export const MsgAcknowledgement = (router: IbcRouter) =>
  defineMessage({
    message: packets.MsgAcknowledgement,
    response: MsgAcknowledgementResponse,
    signers: signedBy,
    handle: ({ packet, acknowledgement, proofAcked, proofHeight, signer }, context) => {
      checkProof(proofAcked, 'acknowledgement proof');
      if (acknowledgement.length === 0) throw ibcFailure('invalidAcknowledgement', 'ack bytes cannot be empty');
      checkPacket(packet);
      const app = appOf(router, packet.sourcePort);
      const outcome = within('acknowledge packet verification failed', () =>
        acknowledgePacket(context, packet, acknowledgement, { proof: proofAcked, height: proofHeight }),
      );
      if (outcome === 'noop') return { result: RESULT.noop };
      const relayer = readSigner(signer, context.params);
      const done = withinLater('acknowledge packet callback failed', () =>
        app.acknowledged(packet, acknowledgement, relayer, context),
      );
      return whenKnown(done, () => ({ result: RESULT.success }));
    },
  });

/**
 * Handles the acknowledgement of a sent packet (ICS-4; ibc-go v10 04-channel `AcknowledgePacket`). Returns
 * `noop` for a packet without a commitment, such as one that was acknowledged before. Throws TxFailure.
 */
function acknowledgePacket(
  context: MessageContext,
  packet: Packet,
  acknowledgement: Bytes,
  proof: Proof,
): 'taken' | 'noop' {
  const { state, emit } = context;
  const { sourcePort, sourceChannel, sequence } = packet;
  const channel = channelAt(state, sourcePort, sourceChannel);
  requireOpen(channel);
  checkDestination(packet, channel);
  const connection = openConnectionOf(state, channel);
  const commitment = readPacketRecord(state, 'commitments', sourcePort, sourceChannel, sequence);
  if (commitment === undefined) return 'noop';
  checkSpelling(acknowledgement);
  const expected = packetCommitment(packet);
  if (!equalBytes(commitment, expected))
    throw ibcFailure(
      'invalidPacket',
      `commitment bytes are not equal: got (${toHex(expected)}), expected (${toHex(commitment)})`,
    );
  const key = packetKey('acks', packet.destinationPort, packet.destinationChannel, sequence);
  verifyPacketState(context, connection, proof, 'packet acknowledgement', key, sha256(acknowledgement));
  if (channel.ordering === ORDER.ordered) acknowledgeInOrder(context, packet);
  deletePacketCommitment(state, sourcePort, sourceChannel, sequence);
  emit(...acknowledgedEvents(packet, channel));
  return 'taken';
}

function acknowledgeInOrder({ state }: MessageContext, { sourcePort, sourceChannel, sequence }: Packet): void {
  const next = readSequence(state, 'nextSequenceAck', sourcePort, sourceChannel);
  if (next === undefined)
    throw ibcFailure('sequenceAckNotFound', `source port: ${sourcePort}, source channel: ${sourceChannel}`);
  if (sequence !== next)
    throw ibcFailure('packetOutOfOrder', `packet sequence ≠ next ack sequence (${sequence} ≠ ${next})`);
  writeSequence(state, 'nextSequenceAck', sourcePort, sourceChannel, next + 1n);
}

/** Checks that an acknowledgement in the usual JSON has the usual spelling, so that it cannot be read in two ways. */
function checkSpelling(acknowledgement: Bytes): void {
  const usual = usualSpelling(tryFromUtf8(acknowledgement));
  if (usual !== undefined && !equalBytes(utf8(usual), acknowledgement))
    throw ibcFailure('invalidAcknowledgement', 'acknowledgement marshalling error');
}

/** Returns the usual spelling. It is undefined for anything but `{"result": …}` or `{"error": …}`. */
function usualSpelling(text: string | undefined): string | undefined {
  const [[name, value] = [], ...others] = Object.entries(parsedObject(text) ?? {});
  if ((name !== 'result' && name !== 'error') || typeof value !== 'string' || others.length > 0) return undefined;
  return JSON.stringify({ [name]: value }).replace(/[<>&\u2028\u2029]/g, escaped);
}

const escaped = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;

function parsedObject(text: string | undefined): object | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** `ibc.core.channel.v1.MsgTimeout` times out a packet that was not received in time. */
export const MsgTimeout = (router: IbcRouter) =>
  defineMessage({
    message: packets.MsgTimeout,
    response: MsgTimeoutResponse,
    signers: signedBy,
    handle: ({ packet, proofUnreceived, proofHeight, nextSequenceRecv, signer }, context) => {
      checkProof(proofUnreceived, 'unreceived proof');
      if (nextSequenceRecv === 0n) throw ibcFailure('invalidSequence', 'next sequence receive cannot be 0');
      checkPacket(packet);
      const app = appOf(router, packet.sourcePort);
      const outcome = within('timeout packet verification failed', () =>
        timeOutPacket(context, packet, { proof: proofUnreceived, height: proofHeight }, nextSequenceRecv),
      );
      if (outcome === 'noop') return { result: RESULT.noop };
      const relayer = readSigner(signer, context.params);
      const done = withinLater('timeout packet callback failed', () => app.timedOut(packet, relayer, context));
      return whenKnown(done, () => ({ result: RESULT.success }));
    },
  });

/**
 * `ibc.core.channel.v1.MsgTimeoutOnClose` times out a packet that cannot be received, because the channel's other end
 * is closed.
 */
export const MsgTimeoutOnClose = (router: IbcRouter) =>
  defineMessage({
    message: packets.MsgTimeoutOnClose,
    response: MsgTimeoutOnCloseResponse,
    signers: signedBy,
    handle: ({ packet, proofUnreceived, proofClose, proofHeight: height, nextSequenceRecv, signer }, context) => {
      if (nextSequenceRecv === 0n) throw ibcFailure('invalidSequence', 'next sequence receive cannot be 0');
      checkProof(proofUnreceived, 'unreceived proof');
      checkProof(proofClose, 'proof of closed counterparty channel end');
      checkPacket(packet);
      const app = appOf(router, packet.sourcePort);
      const [unreceived, closed] = [
        { proof: proofUnreceived, height },
        { proof: proofClose, height },
      ];
      const outcome = within('timeout on close packet verification failed', () =>
        timeOutOnClose(context, packet, unreceived, closed, nextSequenceRecv),
      );
      if (outcome === 'noop') return { result: RESULT.noop };
      const relayer = readSigner(signer, context.params);
      const done = withinLater('timeout on close callback failed', () => app.timedOut(packet, relayer, context));
      return whenKnown(done, () => ({ result: RESULT.success }));
    },
  });
