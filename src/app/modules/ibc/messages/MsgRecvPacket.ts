/** `ibc.core.channel.v1.MsgRecvPacket` delivers a packet. One that was received before has no effect. */
import type { Event } from '../../../../abci/application.js';
import { type Channel, ORDER, type Packet } from '../../../../codec/ibc/channel.js';
import { MsgRecvPacketResponse, RESULT, MsgRecvPacket as request } from '../../../../codec/ibc/packet_messages.js';
import { type Awaitable, settle, whenKnown } from '../../../../kernel/awaitable.js';
import type { Bytes } from '../../../../kernel/bytes.js';
import { utf8 } from '../../../../kernel/text.js';
import { defineMessage, type MessageContext } from '../../../sdk/module/message.js';
import { TxFailure } from '../../../types/tx_failure.js';
import type { Acknowledgement, IbcApp, IbcRouter } from '../app.js';
import { checkSource, openConnectionOf, requireOpen } from '../channel/channel_end.js';
import { packetEvents } from '../channel/events.js';
import { checkPacket, elapsedFailure, isElapsed, packetCommitment } from '../channel/packet.js';
import { readChannel, readPacketRecord, readSequence, writePacketRecord, writeSequence } from '../channel/store.js';
import { writeAcknowledgement } from '../channel/write_acknowledgement.js';
import { type Proof, verifyPacketState } from '../connection/verify.js';
import { ibcFailure, within } from '../failure.js';
import { selfHeight } from '../height.js';
import { packetKey } from '../keys.js';
import { appOf, checkProof } from '../routed.js';
import { readSigner, signedBy } from '../signer.js';

export const MsgRecvPacket = (router: IbcRouter) =>
  defineMessage({
    message: request,
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
      return whenKnown(runReceive(app, packet, readSigner(signer, context.params), context), (answer) => {
        if (answer !== undefined) writeAcknowledgement(context, packet, answer);
        return { result: RESULT.success };
      });
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

/**
 * Runs an application's `receive` (ibc-go v10 core `msg_server.go` `RecvPacket`). When it fails, or returns a failure,
 * its changes are undone. Its events remain, with a prefix that marks them as failed. Returns the acknowledgement. It
 * is undefined when it will be written later.
 */
function runReceive(
  app: IbcApp,
  packet: Packet,
  relayer: Bytes,
  context: MessageContext,
): Awaitable<Acknowledgement | undefined> {
  const { state } = context;
  const checkpoint = state.checkpoint();
  const emitted: Event[] = [];
  const emit = (...events: readonly Event[]): void => {
    emitted.push(...events);
    context.emit(...events);
  };
  const finish = (answer: Acknowledgement | undefined): Acknowledgement | undefined => {
    if (answer === undefined || answer.success) return answer;
    state.revertTo(checkpoint);
    context.emit(...emitted.map(asError));
    return answer;
  };
  const fail = (error: unknown): Acknowledgement | undefined => finish(errorAcknowledgement(error));
  return settle(() => app.receive(packet, relayer, { ...context, emit }), finish, fail);
}

const ERROR_PREFIX = 'ibccallbackerror-';

const asError = ({ type, attributes }: Event): Event => ({
  type: ERROR_PREFIX + type,
  attributes: attributes.map((attribute) => ({ ...attribute, key: ERROR_PREFIX + attribute.key })),
});

const OUT_OF_GAS = 11;

/**
 * Returns the acknowledgement of a failure. It contains only the code, because texts may differ between nodes. Throws
 * any error that is not the packet's own failure.
 */
function errorAcknowledgement(error: unknown): Acknowledgement {
  if (!(error instanceof TxFailure)) throw error;
  const { code, codespace } = error.refusal;
  if (codespace === 'sdk' && code === OUT_OF_GAS) throw error;
  const text = `ABCI code: ${code}: error handling packet: see events for details`;
  return { success: false, bytes: utf8(JSON.stringify({ error: text })) };
}
