/**
 * Implements a bridge as an application on IBC (cw-plus cw20-ics20 `ibc.rs`). It sends tokens of its own chain, and
 * takes back only what it has sent over the same channel.
 */
import { CodecError } from '../../../codec/codec_error.js';
import { encodeAcknowledgement } from '../../../codec/ibc/acknowledgement.js';
import { ORDER, type Packet } from '../../../codec/ibc/channel.js';
import { decodePacketData, type FungibleTokenPacketData } from '../../../codec/ibc/fungible_token_packet.js';
import { TRANSFER_VERSION } from '../../../codec/ibc/transfer.js';
import { utf8 } from '../../../kernel/text.js';
import type { MessageContext } from '../../sdk/module/message.js';
import type { WorkingState } from '../../state/types.js';
import type { Acknowledgement, IbcApp, OpeningChannel } from '../ibc/app.js';
import { answerable } from '../transfer/answer.js';
import { readAcknowledgement } from '../transfer/app.js';
import { addressProblem, contractOf, executeFailed, moveTokens, noSuchContract, wasmEvent } from './contract.js';
import { readContract, readSent, writeSent } from './store.js';

const SUCCESS: Acknowledgement = {
  success: true,
  bytes: encodeAcknowledgement({ type: 'result', result: utf8('1') }),
};

export const bridgeApp: IbcApp = {
  openInit: (opening, context) => {
    checkChannel(opening, context);
    checkVersion(opening.channel.version);
    return TRANSFER_VERSION;
  },
  openTry: (opening, counterpartyVersion, context) => {
    checkChannel(opening, context);
    checkVersion(counterpartyVersion);
    return TRANSFER_VERSION;
  },
  openAck: (_opening, counterpartyVersion) => checkVersion(counterpartyVersion),
  openConfirm: () => undefined,
  closeInit: refuseClosing,
  closeConfirm: refuseClosing,
  receive: (packet, _relayer, context) => {
    try {
      takeBack(packet, context);
      return SUCCESS;
    } catch (error) {
      return refusalOf(packet, answerable(error).message, context);
    }
  },
  acknowledged: (packet, acknowledgement, _relayer, context) => {
    const response = readAcknowledgement(acknowledgement);
    if (response.type === 'error') giveBack(packet, response.error, context);
    else context.emit(wasmEvent(bridgeOf(packet.sourcePort), { ...attributesOf(readData(packet)), success: 'true' }));
  },
  timedOut: (packet, _relayer, context) => giveBack(packet, 'timeout', context),
};

function refuseClosing(): never {
  throw executeFailed('a channel of tokens cannot be closed');
}

/** Checks that the port is a bridge's and the channel is unordered. Throws TxFailure. */
function checkChannel({ portId, channel }: OpeningChannel, { state }: MessageContext): void {
  const bridge = bridgeOf(portId);
  if (readContract(state, bridge)?.kind !== 'cw20-ics20') throw noSuchContract(bridge);
  if (channel.ordering !== ORDER.unordered) throw executeFailed('Only supports unordered channel');
}

function checkVersion(version: string): void {
  if (version !== TRANSFER_VERSION)
    throw executeFailed(`Only supports channel with ibc version ${TRANSFER_VERSION}, got ${version}`);
}

const bridgeOf = (portId: string): string => contractOf(portId) ?? '';

/** Decodes the packet's data. Throws TxFailure. */
function readData({ data }: Packet): FungibleTokenPacketData {
  try {
    return decodePacketData(data);
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    throw executeFailed(`Error parsing into type cw20_ics20::ibc::Ics20Packet: ${error.message}`);
  }
}

const attributesOf = ({ sender, receiver, denom, amount }: FungibleTokenPacketData) => ({
  action: 'acknowledge',
  sender,
  receiver,
  denom,
  amount,
});

function refusalOf(packet: Packet, error: string, { emit }: MessageContext): Acknowledgement {
  emit(wasmEvent(bridgeOf(packet.destinationPort), { action: 'receive', success: 'false', error }));
  return { success: false, bytes: encodeAcknowledgement({ type: 'error', error }) };
}

function takeBack(packet: Packet, context: MessageContext): void {
  const data = readData(packet);
  const denom = ownDenom(packet, data.denom);
  const bridge = bridgeOf(packet.destinationPort);
  const amount = letOut(context.state, { bridge, channelId: packet.destinationChannel, denom, amount: data.amount });
  pay(context, bridge, denom, data.receiver, amount);
  const { sender, receiver } = data;
  const attributes = { action: 'receive', sender, receiver, denom, amount: data.amount, success: 'true' };
  context.emit(wasmEvent(bridge, attributes));
}

/** Returns `cw20:A` for what the other end calls `port/channel/cw20:A`. Throws TxFailure for any other token. */
function ownDenom({ sourcePort, sourceChannel }: Packet, denom: string): string {
  const [port, channel, ...rest] = denom.split('/');
  if (rest.length === 0) throw executeFailed('You can only send native tokens that this contract issued');
  if (port !== sourcePort) throw executeFailed(`Parsed port from denom (${port}) doesn't match packet`);
  if (channel !== sourceChannel) throw executeFailed(`Parsed channel from denom (${channel}) doesn't match packet`);
  return rest.join('/');
}

interface Returning {
  readonly bridge: string;
  readonly channelId: string;
  readonly denom: string;
  /** Decimal text. */
  readonly amount: string;
}

/** Subtracts the amount from what was sent, and returns it. Throws TxFailure for more than was sent. */
function letOut(state: WorkingState, { bridge, channelId, denom, amount: text }: Returning): bigint {
  const amount = /^\d{1,39}$/.test(text) ? BigInt(text) : 0n;
  const sent = readSent(state, bridge, channelId, denom);
  if (amount === 0n || amount > sent) throw executeFailed('Insufficient funds to redeem voucher on channel');
  writeSent(state, bridge, channelId, denom, sent - amount);
  return amount;
}

function pay({ state, params }: MessageContext, bridge: string, denom: string, to: string, amount: bigint): void {
  const problem = addressProblem(to, params.bech32Prefix);
  if (problem !== undefined) throw executeFailed(`Generic error: addr_validate errored: ${problem}`);
  moveTokens(state, denom.slice('cw20:'.length), bridge, to, amount);
}

/** Refunds the tokens to their sender. Throws TxFailure. */
function giveBack(packet: Packet, error: string, context: MessageContext): void {
  const data = readData(packet);
  const bridge = bridgeOf(packet.sourcePort);
  const { denom } = data;
  const amount = letOut(context.state, { bridge, channelId: packet.sourceChannel, denom, amount: data.amount });
  pay(context, bridge, denom, data.sender, amount);
  context.emit(wasmEvent(bridge, { ...attributesOf(data), success: 'false', error }));
}
