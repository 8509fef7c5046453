/** Implements token transfers as an application on IBC (ICS-20; ibc-go transfer `ibc_module.go`). */
import { CodecError } from '../../../codec/codec_error.js';
import { type AcknowledgementResponse, decodeAcknowledgement } from '../../../codec/ibc/acknowledgement.js';
import type { Packet } from '../../../codec/ibc/channel.js';
import { TRANSFER_VERSION } from '../../../codec/ibc/transfer.js';
import type { Bytes } from '../../../kernel/bytes.js';
import type { MessageContext } from '../../sdk/module/message.js';
import type { Acknowledgement, IbcApp } from '../ibc/app.js';
import { ibcFailure } from '../ibc/failure.js';
import { answerable, failed, SUCCESS } from './answer.js';
import { acknowledgedEvents, receivedEvents, timedOutEvents } from './events.js';
import { checkChannel, checkCounterpartyVersion, closingRefused, proposedVersion } from './handshake.js';
import { readTokenPacket, type TokenPacket } from './packet_data.js';
import { receiveTokens } from './receive.js';
import { refund } from './refund.js';

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
    if (response.type === 'error') refund(packet, token, context);
    context.emit(...acknowledgedEvents(token.data, response));
  },
  timedOut: (packet, _relayer, context) => {
    const token = readTokenPacket(packet.data);
    refund(packet, token, context);
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
