/** `ibc.core.channel.v1.MsgAcknowledgement` delivers the acknowledgement of a packet to its sender. */
import { ORDER, type Packet } from '../../../../codec/ibc/channel.js';
import {
  MsgAcknowledgementResponse,
  RESULT,
  MsgAcknowledgement as request,
} from '../../../../codec/ibc/packet_messages.js';
import { whenKnown } from '../../../../kernel/awaitable.js';
import { type Bytes, equalBytes } from '../../../../kernel/bytes.js';
import { sha256 } from '../../../../kernel/hash.js';
import { toHex } from '../../../../kernel/hex.js';
import { tryFromUtf8, utf8 } from '../../../../kernel/text.js';
import { defineMessage, type MessageContext } from '../../../sdk/module/message.js';
import type { IbcRouter } from '../app.js';
import { channelAt, checkDestination, openConnectionOf, requireOpen } from '../channel/channel_end.js';
import { acknowledgedEvents } from '../channel/events.js';
import { checkPacket, packetCommitment } from '../channel/packet.js';
import { deletePacketCommitment, readPacketRecord, readSequence, writeSequence } from '../channel/store.js';
import { type Proof, verifyPacketState } from '../connection/verify.js';
import { ibcFailure, within, withinLater } from '../failure.js';
import { packetKey } from '../keys.js';
import { appOf, checkProof } from '../routed.js';
import { readSigner, signedBy } from '../signer.js';

export const MsgAcknowledgement = (router: IbcRouter) =>
  defineMessage({
    message: request,
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
