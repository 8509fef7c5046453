/**
 * Forwards received tokens, and stores the packet that their acknowledgement will answer (ibc-go
 * `ForwardTransferPacket`).
 */
import type { Packet } from '../../../codec/ibc/channel.js';
import { type Height, NO_HEIGHT } from '../../../codec/ibc/client.js';
import { type ForwardMetadata, writeForwardMemo } from '../../../codec/ibc/forward_memo.js';
import type { InFlightPacket } from '../../../codec/ibc/in_flight_packet.js';
import type { MsgTransfer } from '../../../codec/ibc/transfer.js';
import { type Awaitable, settle, whenKnown } from '../../../kernel/awaitable.js';
import type { MessageContext } from '../../sdk/module/message.js';
import type { Amount } from '../../types/coins.js';
import { moduleFailure, TxFailure } from '../../types/refusal.js';
import { writeInFlight } from './store.js';

export const CODESPACE = 'packetfowardmiddleware';
const FORWARD_FAILED = 3;

/** Sends tokens as a signed message would, and returns the packet's sequence. */
export type SendTransfer = (message: MsgTransfer, context: MessageContext) => Awaitable<bigint>;

export interface Forwarding {
  readonly metadata: Pick<ForwardMetadata, 'receiver' | 'port' | 'channel' | 'next'>;
  readonly coin: Amount;
  /** bech32 address of the intermediate account that owns the coin. */
  readonly holder: string;
  readonly inFlight: InFlightPacket;
}

/** Forwards the coin. Throws TxFailure. */
export function forward(
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

const OUT_OF_GAS = 11;

/** Wraps a failure as one of forwarding. Out of gas, and errors that are no TxFailure, do not change. */
function named(error: unknown): unknown {
  if (!(error instanceof TxFailure)) return error;
  const { codespace, code, log } = error.refusal;
  if (codespace === 'sdk' && code === OUT_OF_GAS) return error;
  return moduleFailure(CODESPACE, FORWARD_FAILED, `${log}: failed to forward transfer packet`);
}

export const inFlightOf = (
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
export const arrivedPacket = (inFlight: InFlightPacket): Packet => ({
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
