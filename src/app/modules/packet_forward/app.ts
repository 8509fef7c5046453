/**
 * Forwards packets of token transfers (ibc-go packet-forward-middleware `ibc_middleware.go`). A packet whose memo
 * requests it is received by an intermediate account of its sender and sent on; its acknowledgement follows that of the
 * forwarded packet. A retry can be impossible, because the channel has closed in the meantime. Then forwarding fails,
 * so that the tokens are refunded; ibc-go would refuse the timeout for ever.
 */
import { CodecError } from '../../../codec/codec_error.js';
import type { Packet } from '../../../codec/ibc/channel.js';
import { type Height, NO_HEIGHT } from '../../../codec/ibc/client.js';
import { cameOver, localDenom } from '../../../codec/ibc/denom.js';
import { type ForwardMetadata, readForwardMemo, writeForwardMemo } from '../../../codec/ibc/forward_memo.js';
import { encodePacketData } from '../../../codec/ibc/fungible_token_packet.js';
import type { InFlightPacket } from '../../../codec/ibc/in_flight_packet.js';
import type { Hop, MsgTransfer } from '../../../codec/ibc/transfer.js';
import { type Awaitable, settle, whenKnown } from '../../../kernel/awaitable.js';
import { type Bytes, concatBytes } from '../../../kernel/bytes.js';
import { sha256 } from '../../../kernel/hash.js';
import { once } from '../../../kernel/once.js';
import { utf8 } from '../../../kernel/text.js';
import { NANOS_PER_SECOND } from '../../../kernel/time.js';
import type { MessageContext } from '../../sdk/module/message.js';
import { bech32Address } from '../../types/address.js';
import type { Amount } from '../../types/coins.js';
import { isOutOfGas, moduleFailure, TxFailure } from '../../types/refusal.js';
import { sendCoins } from '../bank/send_coins.js';
import type { Acknowledgement, IbcApp } from '../ibc/app.js';
import type { Channels } from '../ibc/channel/channels.js';
import { channelProblem, portProblem } from '../ibc/identifiers.js';
import { answerable, failed } from '../transfer/answer.js';
import { readAcknowledgement } from '../transfer/app.js';
import { changeTotalEscrow, escrowAddress } from '../transfer/escrow.js';
import { MAX_MEMO_BYTES, readTokenPacket, type TokenPacket } from '../transfer/packet_data.js';
import { denomHere } from '../transfer/receive.js';
import { burnVouchers, mintVouchers } from '../transfer/vouchers.js';
import { isForwarding, readInFlight, removeInFlight, writeInFlight } from './store.js';

const DEFAULT_TIMEOUT = 600n * NANOS_PER_SECOND;
const DEFAULT_RETRIES = 0;
/** Code for errors that have none. */
const NO_CODE = 1;
const INVALID_METADATA = 2;

const typeHash = once(() => sha256(utf8('packetfowardmiddleware')));
const ADDRESS_BYTES = 20;

/**
 * Returns the account on an intermediate chain through which a forwarded token goes, 20 bytes (ibc-go `GetReceiver`,
 * ADR 28). It depends on the channel and the sender, so that no sender can move tokens through another sender's
 * account. `channelId` is the chain's own end.
 */
export const middleAccount = (channelId: string, sender: string): Bytes =>
  sha256(concatBytes(typeHash(), utf8(`${channelId}/${sender}`))).slice(0, ADDRESS_BYTES);

/** Name of the module as ibc-go spells it. */
const CODESPACE = 'packetfowardmiddleware';
const FORWARD_FAILED = 3;

/** Sends tokens as a signed message would, and returns the packet's sequence. */
type SendTransfer = (message: MsgTransfer, context: MessageContext) => Awaitable<bigint>;

interface Forwarding {
  readonly metadata: Pick<ForwardMetadata, 'receiver' | 'port' | 'channel' | 'next'>;
  readonly coin: Amount;
  /** bech32 address of the intermediate account that owns the coin. */
  readonly holder: string;
  readonly inFlight: InFlightPacket;
}

/**
 * Forwards received tokens, and stores the packet that their acknowledgement will answer (ibc-go
 * `ForwardTransferPacket`). Throws TxFailure.
 */
function forward(
  { metadata, coin, holder, inFlight }: Forwarding,
  context: MessageContext,
  send: SendTransfer,
): Awaitable<void> {
  const { port, channel, receiver, next } = metadata;
  const message: MsgTransfer = {
    sourcePort: port,
    sourceChannel: channel,
    token: { denom: coin.denom, amount: coin.amount.toString() },
    sender: holder,
    receiver,
    timeoutHeight: NO_HEIGHT,
    timeoutTimestamp: context.block.time + inFlight.timeout,
    memo: next === undefined ? '' : writeForwardMemo(next),
    encoding: '',
  };
  return whenKnown(sent(message, context, send), (sequence) =>
    writeInFlight(context.state, { sourcePort: port, sourceChannel: channel, sequence }, inFlight),
  );
}

const sent = (message: MsgTransfer, context: MessageContext, send: SendTransfer): Awaitable<bigint> =>
  settle(
    () => send(message, context),
    (sequence) => sequence,
    (error) => {
      throw named(error);
    },
  );

/** Wraps a failure as one of forwarding. Out of gas, and errors that are no TxFailure, do not change. */
function named(error: unknown): unknown {
  if (!(error instanceof TxFailure)) return error;
  if (isOutOfGas(error.refusal)) return error;
  return moduleFailure(CODESPACE, FORWARD_FAILED, `${error.refusal.log}: failed to forward transfer packet`);
}

const inFlightOf = (
  packet: Packet,
  sender: string,
  { retries, timeout }: { readonly retries: number; readonly timeout: bigint },
): InFlightPacket => ({
  originalSenderAddress: sender,
  refundChannelId: packet.destinationChannel,
  refundPortId: packet.destinationPort,
  packetSrcChannelId: packet.sourceChannel,
  packetSrcPortId: packet.sourcePort,
  packetTimeoutTimestamp: packet.timeoutTimestamp,
  packetTimeoutHeight: `${packet.timeoutHeight.revisionNumber}-${packet.timeoutHeight.revisionHeight}`,
  packetData: packet.data,
  refundSequence: packet.sequence,
  retriesRemaining: retries,
  timeout,
});

/** Restores the packet that arrived. */
const arrivedPacket = (inFlight: InFlightPacket): Packet => ({
  sequence: inFlight.refundSequence,
  sourcePort: inFlight.packetSrcPortId,
  sourceChannel: inFlight.packetSrcChannelId,
  destinationPort: inFlight.refundPortId,
  destinationChannel: inFlight.refundChannelId,
  data: inFlight.packetData,
  timeoutHeight: heightOf(inFlight.packetTimeoutHeight),
  timeoutTimestamp: inFlight.packetTimeoutTimestamp,
});

function heightOf(text: string): Height {
  const [revisionNumber = '', revisionHeight = ''] = text.split('-');
  return { revisionNumber: BigInt(revisionNumber), revisionHeight: BigInt(revisionHeight) };
}

export function packetForward(inner: IbcApp, channels: Channels, send: SendTransfer): IbcApp {
  return {
    ...inner,
    receive: async (packet, relayer, context) => {
      const asked = isForwarding(context.state) ? tryReadRequest(packet) : undefined;
      if (asked === undefined) return inner.receive(packet, relayer, context);
      if (asked.metadata === undefined) return failed(INVALID_METADATA);
      if (problemOf(asked.metadata) !== undefined) return failed(NO_CODE);
      return receiveAndForward(packet, { ...asked, metadata: asked.metadata }, relayer, context);
    },
    acknowledged: (packet, acknowledgement, relayer, context) => {
      const inFlight = readInFlight(context.state, packet);
      if (inFlight === undefined) return inner.acknowledged(packet, acknowledgement, relayer, context);
      const success = readAcknowledgement(acknowledgement).type === 'result';
      answerOrigin(channels, packet, inFlight, { success, bytes: acknowledgement }, context);
    },
    timedOut: async (packet, relayer, context) => {
      const inFlight = readInFlight(context.state, packet);
      if (inFlight === undefined) return inner.timedOut(packet, relayer, context);
      if (inFlight.retriesRemaining > 0 && (await isSentAgain(packet, inFlight, relayer, context))) return;
      answerOrigin(channels, packet, inFlight, failed(NO_CODE), context);
    },
  };

  async function receiveAndForward(
    packet: Packet,
    { token, metadata }: ForwardRequest & { readonly metadata: ForwardMetadata },
    relayer: Bytes,
    context: MessageContext,
  ): Promise<Acknowledgement | undefined> {
    const { sender } = token.data;
    const holder = bech32Address(middleAccount(packet.destinationChannel, sender), context.params.bech32Prefix);
    const data = encodePacketData({ ...token.data, receiver: holder, memo: '' });
    const received = await inner.receive({ ...packet, data }, relayer, context);
    if (!received?.success) return failed(NO_CODE);
    const { retries = DEFAULT_RETRIES } = metadata;
    const timeout = metadata.timeout > 0n ? metadata.timeout : DEFAULT_TIMEOUT;
    const coin = { denom: localDenom(denomHere(packet, token)), amount: token.amount };
    const inFlight = inFlightOf(packet, sender, { retries, timeout });
    try {
      await forward({ metadata, coin, holder, inFlight }, context, send);
      return undefined;
    } catch (error) {
      return failed(answerable(error).refusal.code);
    }
  }

  /** Sends the packet again, with the tokens of its refund. Returns false when that fails. */
  async function isSentAgain(
    packet: Packet,
    inFlight: InFlightPacket,
    relayer: Bytes,
    context: MessageContext,
  ): Promise<boolean> {
    const { state } = context;
    const checkpoint = state.checkpoint();
    try {
      removeInFlight(state, packet);
      await inner.timedOut(packet, relayer, context);
      const { data, denom, amount } = readTokenPacket(packet.data);
      const { sourcePort: port, sourceChannel: channel } = packet;
      const metadata = { receiver: data.receiver, port, channel, next: readForwardMemo(data.memo) };
      const again = { ...inFlight, retriesRemaining: inFlight.retriesRemaining - 1 };
      const coin = { denom: localDenom(denom), amount };
      await forward({ metadata, coin, holder: data.sender, inFlight: again }, context, send);
      return true;
    } catch (error) {
      answerable(error);
      state.revertTo(checkpoint);
      return false;
    }
  }
}

/**
 * Handles the tokens of a packet whose forwarding failed (ibc-go packet-forward-middleware
 * `WriteAcknowledgementForForwardedPacket`). The chain that sent them refunds its sender when it receives the error. So
 * the effect of the packet's arrival here is undone, and no account here is paid. `from` is the end at which the tokens
 * arrived, `onward` the one over which they were forwarded; `token` is the forwarded one.
 */
function undoArrival(from: Hop, onward: Hop, { denom, amount }: TokenPacket, context: MessageContext): void {
  const coin: Amount = { denom: localDenom(denom), amount };
  const wasMinted = cameOver(denom, from);
  const wasBurned = cameOver(denom, onward);
  // The tokens arrived over an end and were forwarded over the same one: minted and burned. ibc-go would mint vouchers
  // that can never be redeemed.
  if (wasMinted && wasBurned) return;
  if (wasBurned) {
    mintVouchers(context, escrowAddress(from), coin);
    changeTotalEscrow(context.state, coin.denom, amount);
  } else if (wasMinted) {
    burnVouchers(context, escrowAddress(onward), coin);
    changeTotalEscrow(context.state, coin.denom, -amount);
  } else sendCoins(context, escrowAddress(onward), escrowAddress(from), [coin]);
}

/** Writes the acknowledgement for the chain that the packet came from. Throws TxFailure. */
function answerOrigin(
  channels: Channels,
  packet: Packet,
  inFlight: InFlightPacket,
  result: Acknowledgement,
  context: MessageContext,
): void {
  removeInFlight(context.state, packet);
  const from = { portId: inFlight.refundPortId, channelId: inFlight.refundChannelId };
  const onward = { portId: packet.sourcePort, channelId: packet.sourceChannel };
  if (!result.success) undoArrival(from, onward, readTokenPacket(packet.data), context);
  channels.writeAcknowledgement(context, arrivedPacket(inFlight), result);
}

interface ForwardRequest {
  readonly token: TokenPacket;
  /** `undefined` for metadata that cannot be read. */
  readonly metadata: ForwardMetadata | undefined;
}

/**
 * Reads a packet to forward. Returns undefined for any other packet: the inner application reports what is wrong with
 * it.
 */
function tryReadRequest({ data }: Packet): ForwardRequest | undefined {
  const token = tryReadToken(data);
  if (token === undefined || utf8(token.data.memo).length > MAX_MEMO_BYTES) return undefined;
  try {
    const metadata = readForwardMemo(token.data.memo);
    return metadata && { token, metadata };
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    return { token, metadata: undefined };
  }
}

function tryReadToken(data: Bytes): TokenPacket | undefined {
  try {
    return readTokenPacket(data);
  } catch (error) {
    if (!(error instanceof TxFailure)) throw error;
    return undefined;
  }
}

function problemOf({ receiver, port, channel }: ForwardMetadata): string | undefined {
  if (receiver === '') return 'failed to validate metadata. receiver cannot be empty';
  return portProblem(port) ?? channelProblem(channel);
}
