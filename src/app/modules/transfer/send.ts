/**
 * Sends tokens to another chain (ibc-go transfer/keeper `Transfer`, `SendTransfer`). Tokens that arrived over this
 * channel or client are burned; all others go into its escrow account.
 */
import { cameOver, denomPath, isVoucher, localDenom, tryVoucherHash } from '../../../codec/ibc/denom.js';
import { encodePacketData, type FungibleTokenPacketData } from '../../../codec/ibc/fungible_token_packet.js';
import { type Denom, type MsgTransfer, TRANSFER_PORT, TRANSFER_VERSION } from '../../../codec/ibc/transfer.js';
import type { Packet, Payload } from '../../../codec/ibc/v2.js';
import type { Awaitable } from '../../../kernel/awaitable.js';
import { type Bytes, equalBytes } from '../../../kernel/bytes.js';
import { utf8 } from '../../../kernel/text.js';
import { MAX_UINT256 } from '../../../kernel/uint256.js';
import type { MessageContext } from '../../sdk/module/message.js';
import type { StateReader } from '../../state/types.js';
import { bech32Address } from '../../types/address.js';
import { type Amount, tryParseCoin } from '../../types/coins.js';
import { TxFailure } from '../../types/refusal.js';
import { checkSendEnabled } from '../bank/send_enabled.js';
import { balanceOf } from '../bank/store.js';
import type { PayloadApp } from '../ibc/app.js';
import { type Channels, IBC_CHANNELS } from '../ibc/channel/channels.js';
import { ibcFailure } from '../ibc/failure.js';
import { clientTypeOf } from '../ibc/identifiers.js';
import { sendPayload } from '../ibc/v2/packets.js';
import { checkEnd, checkParty, readParty, transferFailure } from './checks.js';
import { escrow } from './escrow.js';
import { sentEvents } from './events.js';
import { checkPacketData, encodePayload, MAX_MEMO_BYTES, MAX_RECEIVER_BYTES, readTokenPayload } from './packet_data.js';
import { readDenom, readTransferParams } from './store.js';
import { burnVouchers } from './vouchers.js';

/** Validates the message without the chain's state (`ValidateBasic`). Throws TxFailure. */
export function checkTransfer({ sourcePort, sourceChannel, token, receiver, memo }: MsgTransfer): void {
  checkEnd({ portId: sourcePort, channelId: sourceChannel }, 'source');
  const namesNoVoucher = token.denom === 'ibc' || (isVoucher(token.denom) && tryVoucherHash(token.denom) === undefined);
  if (tryParseCoin(token) === undefined || namesNoVoucher)
    throw ibcFailure('invalidCoins', `${token.amount}${token.denom}`);
  if (receiver.trim() === '') throw ibcFailure('invalidAddress', 'missing recipient address');
  if (utf8(receiver).length > MAX_RECEIVER_BYTES)
    throw ibcFailure('invalidAddress', `recipient address must not exceed ${MAX_RECEIVER_BYTES} bytes`);
  if (utf8(memo).length > MAX_MEMO_BYTES)
    throw transferFailure('invalidMemo', `memo must not exceed ${MAX_MEMO_BYTES} bytes`);
}

/** Sends tokens and returns the packet's sequence. Throws TxFailure. */
export function transfer(message: MsgTransfer, context: MessageContext, channels: Channels): bigint {
  const { state, params } = context;
  if (!readTransferParams(state).sendEnabled) throw transferFailure('sendDisabled');
  const sender = readParty(message.sender, params.bech32Prefix, 'sender');
  const { denom, amount } = readToken(message, sender, state);
  const { receiver, memo, sourcePort, sourceChannel } = message;
  const data = { amount: amount.toString(), denom: denomPath(denom), memo, receiver, sender: message.sender };
  checkPacketData(data);
  if (channels.readChannel(state, sourcePort, sourceChannel) === undefined) return transferV2(message, data, context);
  takeTokens(context, { sender, text: message.sender, denom, amount, channelId: sourceChannel });
  const { timeoutHeight, timeoutTimestamp } = message;
  const to = { portId: TRANSFER_PORT, channelId: sourceChannel, timeoutHeight, timeoutTimestamp };
  const sequence = channels.sendPacket(context, { ...to, data: encodePacketData(data) });
  context.emit(...sentEvents(data));
  return sequence;
}

/** Sends tokens to the counterparty of the client that the message names instead of a channel (IBC v2). */
function transferV2(
  { sourceChannel, timeoutTimestamp, encoding }: MsgTransfer,
  data: FungibleTokenPacketData,
  context: MessageContext,
): bigint {
  const payload: Payload = {
    sourcePort: TRANSFER_PORT,
    destinationPort: TRANSFER_PORT,
    version: TRANSFER_VERSION,
    encoding: encoding || 'application/json',
    value: encodePayload(data, encoding),
  };
  const message = { sourceClient: sourceChannel, timeoutTimestamp, payloads: [payload], signer: data.sender };
  return sendPayload(message, () => ({ send: sendTokens }), context);
}

/** Takes the tokens of a payload that `signer` sends (ibc-go v10 transfer/v2 `OnSendPacket`). Throws TxFailure. */
export const sendTokens: PayloadApp['send'] = (packet, payload, signer, context) => {
  checkTransferPayload(packet, payload);
  const { state, params } = context;
  const { data, denom, amount } = readTokenPayload(payload);
  if (!equalBytes(readParty(data.sender, params.bech32Prefix, 'sender'), signer))
    throw ibcFailure(
      'unauthorized',
      `sender ${data.sender} is different from signer ${bech32Address(signer, params.bech32Prefix)}`,
    );
  if (denom.base.includes('/'))
    throw transferFailure('invalidDenom', `base denomination ${denom.base} cannot contain slashes for IBC v2 packet`);
  if (!readTransferParams(state).sendEnabled) throw transferFailure('sendDisabled');
  takeTokens(context, { sender: signer, text: data.sender, denom, amount, channelId: packet.sourceClient });
  context.emit(...sentEvents(data));
};

/** Throws TxFailure unless both ports are those of transfers and both ids are those of clients. */
export function checkTransferPayload(packet: Packet, { sourcePort, destinationPort }: Payload): void {
  if (sourcePort !== TRANSFER_PORT || destinationPort !== TRANSFER_PORT)
    throw ibcFailure(
      'invalidPacketV2',
      `payload port ID is invalid: expected ${TRANSFER_PORT}, got sourcePort: ${sourcePort} destPort: ${destinationPort}`,
    );
  if (clientTypeOf(packet.sourceClient) === undefined || clientTypeOf(packet.destinationClient) === undefined)
    throw ibcFailure('invalidPacketV2', 'client IDs must be in valid format: {string}-{number}');
}

/** Reads the token of a message. The largest number means the sender's whole balance. */
function readToken({ token }: MsgTransfer, sender: Bytes, state: StateReader): { denom: Denom; amount: bigint } {
  const parsed = tryParseCoin(token);
  if (parsed === undefined) throw ibcFailure('invalidCoins', `${token.amount}${token.denom}`);
  const isAll = parsed.amount === MAX_UINT256;
  const amount = isAll ? balanceOf(state, sender, parsed.denom) : parsed.amount;
  if (amount === 0n) throw transferFailure('invalidAmount', `empty spendable balance for ${parsed.denom}`);
  return { denom: wayOf(state, parsed.denom), amount };
}

/** Returns the trace of a denom. Throws TxFailure for a voucher that has never arrived here. */
function wayOf(state: StateReader, denom: string): Denom {
  if (!isVoucher(denom)) return { base: denom, trace: [] };
  const hash = tryVoucherHash(denom);
  const found = hash && readDenom(state, hash);
  if (found === undefined) throw transferFailure('denomNotFound', denom.slice('ibc/'.length));
  return found;
}

interface Taken {
  readonly sender: Bytes;
  /** Address of the sender as the message has it. */
  readonly text: string;
  readonly denom: Denom;
  readonly amount: bigint;
  readonly channelId: string;
}

function takeTokens(context: MessageContext, { sender, text, denom, amount, channelId }: Taken): void {
  checkParty(context.state, sender, text, 'send');
  const coin: Amount = { denom: localDenom(denom), amount };
  checkEnabled(context.state, coin);
  const end = { portId: TRANSFER_PORT, channelId };
  if (cameOver(denom, end)) burnVouchers(context, sender, coin);
  else escrow(context, sender, end, coin);
}

function checkEnabled(state: StateReader, coin: Amount): void {
  try {
    checkSendEnabled(state, [coin]);
  } catch (error) {
    throw error instanceof TxFailure ? transferFailure('sendDisabled', error.message) : error;
  }
}

/** Sends tokens over the channels of IBC. Returns the sequence of the packet. Throws TxFailure. */
export const sendTransfer = (message: MsgTransfer, context: MessageContext): Awaitable<bigint> =>
  transfer(message, context, IBC_CHANNELS);
