/** Implements token transfers as an application on IBC (ICS-20; ibc-go transfer `ibc_module.go`). */
import { CodecError } from '../../../codec/codec_error.js';
import { type AcknowledgementResponse, decodeAcknowledgement } from '../../../codec/ibc/acknowledgement.js';
import { ORDER, type Packet } from '../../../codec/ibc/channel.js';
import { cameOver, localDenom } from '../../../codec/ibc/denom.js';
import { TRANSFER_VERSION } from '../../../codec/ibc/transfer.js';
import type { Bytes } from '../../../kernel/bytes.js';
import type { MessageContext } from '../../sdk/module/message.js';
import type { StateReader } from '../../state/types.js';
import { moduleFailure } from '../../types/refusal.js';
import type { Acknowledgement, IbcApp, OpeningChannel } from '../ibc/app.js';
import { ibcFailure } from '../ibc/failure.js';
import { answerable, failed, SUCCESS } from './answer.js';
import { checkParty, readParty, transferFailure } from './checks.js';
import { unescrow } from './escrow.js';
import { acknowledgedEvents, receivedEvents, timedOutEvents } from './events.js';
import { readTokenPacket, type TokenPacket } from './packet_data.js';
import { receiveTokens } from './receive.js';
import { readPort } from './store.js';
import { mintVouchers } from './vouchers.js';

/**
 * Refunds tokens of a failed transfer to their sender (ibc-go transfer/keeper `refundPacketTokens`). Throws TxFailure.
 */
function refundTokens(
  { sourcePort, sourceChannel }: Packet,
  { data, denom, amount }: TokenPacket,
  context: MessageContext,
): void {
  const sender = readParty(data.sender, context.params.bech32Prefix, 'sender');
  checkParty(context.state, sender, data.sender, 'receive');
  const end = { portId: sourcePort, channelId: sourceChannel };
  const coin = { denom: localDenom(denom), amount };
  if (cameOver(denom, end)) mintVouchers(context, sender, coin);
  else unescrow(context, end, sender, coin);
}

const CHANNEL_ID = /^channel-(\d{1,20})$/;
/** Greatest number of a channel: among so many, escrow addresses do not collide. */
const MAX_CHANNELS = 2n ** 32n - 1n;
const INVALID_PORT = 4;
const INVALID_ORDERING = 6;
const ORDER_NAMES = ['ORDER_NONE_UNSPECIFIED', 'ORDER_UNORDERED', 'ORDER_ORDERED'];

/** Checks which channels token transfers accept (ibc-go transfer `ValidateTransferChannelParams`). Throws TxFailure. */
function checkChannel({ portId, channelId, channel }: OpeningChannel, state: StateReader): void {
  const number = CHANNEL_ID.exec(channelId)?.[1];
  if (number === undefined)
    throw ibcFailure('invalidIdentifier', 'channel identifier is not in the format: `channel-{N}`');
  if (BigInt(number) > MAX_CHANNELS)
    throw transferFailure(
      'maxTransferChannels',
      `channel sequence ${number} is greater than max allowed transfer channels ${MAX_CHANNELS}`,
    );
  if (channel.ordering !== ORDER.unordered)
    throw moduleFailure(
      'channel',
      INVALID_ORDERING,
      `expected ORDER_UNORDERED channel, got ${ORDER_NAMES[channel.ordering] ?? channel.ordering} : invalid channel ordering`,
    );
  const bound = readPort(state);
  if (portId !== bound)
    throw moduleFailure('port', INVALID_PORT, `invalid port: ${portId}, expected ${bound}: invalid port`);
}

/** Returns the version for an end's proposal. An empty proposal means the only version. Throws TxFailure. */
function proposedVersion(version: string): string {
  if (version.trim() === '') return TRANSFER_VERSION;
  if (version === TRANSFER_VERSION) return version;
  throw transferFailure('invalidVersion', `expected one of [${TRANSFER_VERSION}], got ${version}`);
}

/** Checks the counterparty's version. Throws TxFailure. */
function checkCounterpartyVersion(version: string): void {
  if (version !== TRANSFER_VERSION)
    throw transferFailure(
      'invalidVersion',
      `invalid counterparty version: expected one of [${TRANSFER_VERSION}], got ${version}`,
    );
}

/** Makes the refusal to close such a channel: its pending packets would be lost. */
const closingRefused = () => ibcFailure('invalidRequest', 'user cannot close channel');

export const transferApp: IbcApp = {
  openInit: (opening, { state }) => {
    checkChannel(opening, state);
    return proposedVersion(opening.channel.version);
  },
  openTry: (opening, _counterpartyVersion, { state }) => {
    checkChannel(opening, state);
    return TRANSFER_VERSION;
  },
  openAck: (_opening, counterpartyVersion) => checkCounterpartyVersion(counterpartyVersion),
  openConfirm: () => undefined,
  closeInit: () => {
    throw closingRefused();
  },
  closeConfirm: () => undefined,
  receive,
  acknowledged: (packet, acknowledgement, _relayer, context) => {
    const response = readAcknowledgement(acknowledgement);
    const token = readTokenPacket(packet.data);
    if (response.type === 'error') refundTokens(packet, token, context);
    context.emit(...acknowledgedEvents(token.data, response));
  },
  timedOut: (packet, _relayer, context) => {
    const token = readTokenPacket(packet.data);
    refundTokens(packet, token, context);
    context.emit(...timedOutEvents(token));
  },
};

const NO_DATA = { amount: '', denom: '', memo: '', receiver: '', sender: '' };

/** Receives a packet. After a failure the caller must undo what has changed. */
function receive(packet: Packet, _relayer: Bytes, context: MessageContext): Acknowledgement {
  let token: TokenPacket | undefined;
  try {
    token = readTokenPacket(packet.data);
    receiveTokens(packet, token, context);
    context.emit(...receivedEvents(token.data, undefined));
    return SUCCESS;
  } catch (error) {
    const { refusal } = answerable(error);
    context.emit(...receivedEvents(token?.data ?? NO_DATA, refusal.log));
    return failed(refusal.code);
  }
}

/** Decodes an acknowledgement. Throws TxFailure. */
export function readAcknowledgement(bytes: Bytes): AcknowledgementResponse {
  try {
    return decodeAcknowledgement(bytes);
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    throw ibcFailure('unknownRequest', `cannot unmarshal ICS-20 transfer packet acknowledgement: ${error.message}`);
  }
}
