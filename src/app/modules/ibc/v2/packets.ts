/**
 * Implements core's own part of IBC v2's packets (ibc-go v10 04-channel/v2 `keeper/packet.go`). The messages add the
 * application's part. Functions throw TxFailure.
 */
import type { Event } from '../../../../abci/application.js';
import {
  Acknowledgement,
  acknowledgementCommitment,
  type CounterpartyInfo,
  errorAcknowledgement,
  type MsgSendPacket,
  merklePath,
  Packet,
  type Payload,
  packetCommitment,
  packetKey,
} from '../../../../codec/ibc/v2.js';
import { type Bytes, equalBytes } from '../../../../kernel/bytes.js';
import { toHex } from '../../../../kernel/hex.js';
import { NANOS_PER_SECOND } from '../../../../kernel/time.js';
import type { MessageContext } from '../../../sdk/module/message.js';
import type { StateReader } from '../../../state/types.js';
import { readAddress } from '../../../types/address.js';
import { event } from '../../../types/events.js';
import { TxFailure } from '../../../types/refusal.js';
import type { PayloadApp } from '../app.js';
import { clientStatus } from '../client/status.js';
import { readClientState, readConsensusState } from '../client/store.js';
import { type Claim, NO_DELAY, verifyMembership, verifyNonMembership } from '../client/verify_state.js';
import type { Proof } from '../connection/verify.js';
import { ibcFailure, within } from '../failure.js';
import { heightText } from '../height.js';
import { checkChannelId, checkClientId, checkPortId } from '../identifiers.js';
import { readSigner } from '../signer.js';
import {
  deleteCommitment,
  readConfig,
  readCounterparty,
  readNextSend,
  readRecord,
  writeNextSend,
  writeRecord,
} from './store.js';

const MAX_PAYLOAD_BYTES = 262_144;
/** Longest time until a packet's timeout, in nanoseconds. */
const MAX_TIMEOUT = 86_400n * NANOS_PER_SECOND;
/** Value of a receipt, whose existence alone has a meaning. */
const RECEIPT = Uint8Array.of(2);

/** Validates a payload by itself. */
function checkPayload({ sourcePort, destinationPort, version, encoding, value }: Payload): void {
  within('invalid source port ID', () => checkPortId(sourcePort));
  within('invalid destination port ID', () => checkPortId(destinationPort));
  if (version.trim() === '') throw ibcFailure('invalidPayload', 'payload version cannot be empty');
  if (encoding.trim() === '') throw ibcFailure('invalidPayload', 'payload encoding cannot be empty');
  if (value.length === 0) throw ibcFailure('invalidPayload', 'payload value cannot be empty');
}

/** Validates a packet by itself, and returns its one payload. */
export function checkPacket(packet: Packet): Payload {
  const [payload, ...others] = packet.payloads;
  if (payload === undefined || others.length > 0)
    throw ibcFailure('invalidPacketV2', 'payloads must contain exactly one payload');
  within('invalid Payload', () => checkPayload(payload));
  if (payload.value.length > MAX_PAYLOAD_BYTES)
    throw ibcFailure('invalidPacketV2', `packet data bytes cannot exceed ${MAX_PAYLOAD_BYTES} bytes`);
  within('invalid source ID', () => checkChannelId(packet.sourceClient));
  within('invalid destination ID', () => checkChannelId(packet.destinationClient));
  if (packet.sequence === 0n) throw ibcFailure('invalidPacketV2', 'packet sequence cannot be 0');
  if (packet.timeoutTimestamp === 0n) throw ibcFailure('invalidPacketV2', 'packet timeout timestamp cannot be 0');
  return payload;
}

/** Validates an acknowledgement by itself, and returns that of the packet's one payload. */
export function checkAcknowledgement({ appAcknowledgements: [first, ...others] }: Acknowledgement): Bytes {
  if (first === undefined || others.length > 0)
    throw ibcFailure('invalidAcknowledgementV2', 'app acknowledgements must be of length one');
  if (first.length === 0) throw ibcFailure('invalidAcknowledgementV2', 'app acknowledgement cannot be empty');
  return first;
}

/** Checks that an account may relay for a client. */
export function checkRelayer({ state, params }: MessageContext, clientId: string, relayer: Bytes, text: string): void {
  const { allowedRelayers } = readConfig(state, clientId);
  const isAllowed = (allowed: string): boolean =>
    equalBytes(readAddress('relayer address', allowed, params.bech32Prefix), relayer);
  if (allowedRelayers.length > 0 && !allowedRelayers.some(isAllowed))
    throw ibcFailure('unauthorized', `relayer ${text} is not authorized to update client ${clientId}`);
}

function counterpartyOf(state: StateReader, clientId: string): CounterpartyInfo {
  const found = readCounterparty(state, clientId);
  if (found === undefined) throw ibcFailure('counterpartyNotFound', `counterparty not found for client: ${clientId}`);
  return found;
}

/** Returns the counterparty of this end, after checking that it is the packet's other end. `end` names that end. */
function checkedCounterparty(state: StateReader, own: string, other: string, end: string): CounterpartyInfo {
  const found = counterpartyOf(state, own);
  if (found.clientId !== other)
    throw ibcFailure(
      'invalidCounterparty',
      `counterparty id (${found.clientId}) does not match packet ${end} id (${other})`,
    );
  return found;
}

const claimOf = (clientId: string, of: CounterpartyInfo, { proof, height }: Proof, key: Bytes): Claim => ({
  clientId,
  height,
  delay: NO_DELAY,
  proof,
  path: merklePath(of, key),
});

const MODULE = event('message', { module: 'ibc_channelv2' });

const packetEvents = (type: string, packet: Packet, acknowledgement?: Acknowledgement): readonly Event[] => [
  event(type, {
    packet_source_client: packet.sourceClient,
    packet_dest_client: packet.destinationClient,
    packet_sequence: packet.sequence.toString(),
    packet_timeout_timestamp: packet.timeoutTimestamp.toString(),
    encoded_packet_hex: toHex(Packet.encode(packet)),
    encoded_acknowledgement_hex: acknowledgement && toHex(Acknowledgement.encode(acknowledgement)),
  }),
  MODULE,
];

const secondsOf = (time: bigint): bigint => time / NANOS_PER_SECOND;

/** Sends a packet, and returns it. */
function sendPacket(
  { state, block, emit }: MessageContext,
  { sourceClient, timeoutTimestamp, payloads }: MsgSendPacket,
): Packet {
  const { clientId: destinationClient } = counterpartyOf(state, sourceClient);
  const timeout = BigInt.asIntN(64, timeoutTimestamp) * NANOS_PER_SECOND;
  if (timeout <= block.time)
    throw ibcFailure(
      'timeoutElapsedV2',
      `timeout is less than or equal the current block timestamp, ${timeoutTimestamp} <= ${secondsOf(block.time)}`,
    );
  if (timeout > block.time + MAX_TIMEOUT)
    throw ibcFailure('invalidTimeout', 'timeout exceeds the maximum expected value');
  const sequence = readNextSend(state, sourceClient);
  if (sequence === undefined) throw ibcFailure('sequenceSendNotFoundV2', `source client: ${sourceClient}`);
  const packet: Packet = { sequence, sourceClient, destinationClient, timeoutTimestamp, payloads };
  try {
    checkPacket(packet);
  } catch (error) {
    if (!(error instanceof TxFailure)) throw error;
    throw ibcFailure('invalidPacketV2', `constructed packet failed basic validation: ${error.refusal.log}`);
  }
  const status = clientStatus(state, sourceClient, block.time);
  if (status !== 'Active') throw ibcFailure('clientNotActive', `client (${sourceClient}) status is ${status}`);
  const { latestHeight } = readClientState(state, sourceClient) ?? {};
  const latest = latestHeight && readConsensusState(state, sourceClient, latestHeight);
  if (latest !== undefined && secondsOf(latest.timestamp) >= timeoutTimestamp)
    throw ibcFailure(
      'timeoutElapsedV2',
      `latest timestamp: ${secondsOf(latest.timestamp)}, timeout timestamp: ${timeoutTimestamp}`,
    );
  writeNextSend(state, sourceClient, sequence + 1n);
  writeRecord(state, 'commitments', sourceClient, sequence, packetCommitment(packet));
  emit(...packetEvents('send_packet', packet));
  return packet;
}

/** Sends a packet with its one payload through the payload's application. Returns the sequence. */
export function sendPayload(
  message: MsgSendPacket,
  appOf: (portId: string) => Pick<PayloadApp, 'send'>,
  context: MessageContext,
): bigint {
  checkClientId(message.sourceClient);
  if (message.timeoutTimestamp === 0n) throw ibcFailure('invalidTimeout', 'timeout must not be 0');
  const [payload] = message.payloads;
  if (payload === undefined || message.payloads.length > 1)
    throw ibcFailure('invalidPayload', `payloads must be of length 1, got ${message.payloads.length} instead`);
  checkPayload(payload);
  const packet = within(`send packet failed for source id: ${message.sourceClient}`, () =>
    sendPacket(context, message),
  );
  appOf(payload.sourcePort).send(packet, payload, readSigner(message.signer, context.params), context);
  return packet.sequence;
}

/** Receives a packet after verifying its proof. Returns `noop` for a packet that was received before. */
export function receivePacket(context: MessageContext, packet: Packet, proof: Proof): 'taken' | 'noop' {
  const { state, block, emit } = context;
  const { sourceClient, destinationClient, sequence, timeoutTimestamp } = packet;
  const counterparty = checkedCounterparty(state, destinationClient, sourceClient, 'source');
  const now = secondsOf(block.time);
  if (now >= timeoutTimestamp)
    throw ibcFailure('timeoutElapsedV2', `current timestamp: ${now}, timeout timestamp: ${timeoutTimestamp}`);
  if (readRecord(state, 'receipts', destinationClient, sequence) !== undefined) return 'noop';
  const claim = claimOf(destinationClient, counterparty, proof, packetKey('commitments', sourceClient, sequence));
  within(`failed packet commitment verification for client (${destinationClient})`, () =>
    verifyMembership(context, claim, packetCommitment(packet)),
  );
  writeRecord(state, 'receipts', destinationClient, sequence, RECEIPT);
  emit(...packetEvents('recv_packet', packet));
  return 'taken';
}

/** Writes the acknowledgement of a packet's payload; undefined stands for a failure. */
export function writeAcknowledgement({ state, emit }: MessageContext, packet: Packet, answer: Bytes | undefined): void {
  const { destinationClient, sequence } = packet;
  if (answer !== undefined && equalBytes(answer, errorAcknowledgement()))
    throw ibcFailure(
      'invalidAcknowledgementV2',
      'application acknowledgement cannot be sentinel error acknowledgement',
    );
  const acknowledgement = { appAcknowledgements: [answer ?? errorAcknowledgement()] };
  checkAcknowledgement(acknowledgement);
  if (readRecord(state, 'acks', destinationClient, sequence) !== undefined)
    throw ibcFailure(
      'acknowledgementExistsV2',
      `acknowledgement for id ${destinationClient}, sequence ${sequence} already exists`,
    );
  writeRecord(state, 'acks', destinationClient, sequence, acknowledgementCommitment(acknowledgement));
  emit(...packetEvents('write_acknowledgement', packet, acknowledgement));
}

/**
 * Returns whether a sent packet has neither been acknowledged nor timed out. Throws TxFailure for a packet that differs
 * from the sent one, in the text of `differs` for the two commitments in hex.
 */
function isOutstanding(state: StateReader, packet: Packet, differs: (own: string, sent: string) => string): boolean {
  const sent = readRecord(state, 'commitments', packet.sourceClient, packet.sequence);
  if (sent === undefined) return false;
  const own = packetCommitment(packet);
  if (!equalBytes(sent, own)) throw ibcFailure('invalidPacketV2', differs(toHex(own), toHex(sent)));
  return true;
}

/** Handles the acknowledgement of a sent packet. Returns `noop` for a packet without a commitment. */
export function acknowledgePacket(
  context: MessageContext,
  packet: Packet,
  acknowledgement: Acknowledgement,
  proof: Proof,
): 'taken' | 'noop' {
  const { state, emit } = context;
  const { sourceClient, destinationClient, sequence } = packet;
  const counterparty = checkedCounterparty(state, sourceClient, destinationClient, 'destination');
  const differs = (own: string, sent: string): string =>
    `commitment bytes are not equal: got (${own}), expected (${sent})`;
  if (!isOutstanding(state, packet, differs)) return 'noop';
  const claim = claimOf(sourceClient, counterparty, proof, packetKey('acks', destinationClient, sequence));
  within(`failed packet acknowledgement verification for client (${sourceClient})`, () =>
    verifyMembership(context, claim, acknowledgementCommitment(acknowledgement)),
  );
  deleteCommitment(state, sourceClient, sequence);
  emit(...packetEvents('acknowledge_packet', packet));
  return 'taken';
}

/** Times out a packet that was not received in time. Returns `noop` for a packet without a commitment. */
export function timeOutPacket(context: MessageContext, packet: Packet, proof: Proof): 'taken' | 'noop' {
  const { state, emit } = context;
  const { sourceClient, destinationClient, sequence, timeoutTimestamp } = packet;
  const counterparty = checkedCounterparty(state, sourceClient, destinationClient, 'destination');
  const consensus = readConsensusState(state, sourceClient, proof.height);
  if (consensus === undefined) throw ibcFailure('consensusStateNotFound', `height (${heightText(proof.height)})`);
  const then = secondsOf(consensus.timestamp);
  if (then < timeoutTimestamp)
    throw ibcFailure('timeoutNotReachedV2', `proof timestamp: ${then}, timeout timestamp: ${timeoutTimestamp}`);
  const differs = (own: string, sent: string): string =>
    `packet commitment bytes are not equal: got (${sent}), expected (${own})`;
  if (!isOutstanding(state, packet, differs)) return 'noop';
  const claim = claimOf(sourceClient, counterparty, proof, packetKey('receipts', destinationClient, sequence));
  within(`failed packet receipt absence verification for client (${sourceClient})`, () =>
    verifyNonMembership(context, claim),
  );
  deleteCommitment(state, sourceClient, sequence);
  emit(...packetEvents('timeout_packet', packet));
  return 'taken';
}
