/** Receives tokens of another chain, or returning ones of this chain (ibc-go transfer/keeper `OnRecvPacket`). */
import type { Packet } from '../../../codec/ibc/channel.js';
import { arrivedDenom, cameOver, localDenom } from '../../../codec/ibc/denom.js';
import type { Hop } from '../../../codec/ibc/transfer.js';
import { utf8 } from '../../../kernel/text.js';
import type { MessageContext } from '../../sdk/module/message.js';
import { checkParty, readParty, transferFailure } from './checks.js';
import { unescrow } from './escrow.js';
import { denomEvent } from './events.js';
import { MAX_MEMO_BYTES, type TokenPacket } from './packet_data.js';
import { readTransferParams } from './store.js';
import { mintVouchers, registerDenom } from './vouchers.js';

const sourceOf = ({ sourcePort, sourceChannel }: Packet): Hop => ({ portId: sourcePort, channelId: sourceChannel });
const destinationOf = ({ destinationPort, destinationChannel }: Packet): Hop => ({
  portId: destinationPort,
  channelId: destinationChannel,
});

/** Returns the denom on this chain of the packet's token. */
export const denomHere = (packet: Packet, { denom }: TokenPacket) =>
  arrivedDenom(denom, sourceOf(packet), destinationOf(packet));

/** Receives the tokens of a packet. Throws TxFailure. */
export function receiveTokens(packet: Packet, token: TokenPacket, context: MessageContext): void {
  const { state, params } = context;
  const { data, amount } = token;
  if (utf8(data.memo).length > MAX_MEMO_BYTES)
    throw transferFailure(
      'invalidMemo',
      `error validating ICS-20 transfer packet data: memo must not exceed ${MAX_MEMO_BYTES} bytes`,
    );
  if (!readTransferParams(state).receiveEnabled) throw transferFailure('receiveDisabled');
  const receiver = readParty(data.receiver, params.bech32Prefix, 'receiver');
  checkParty(state, receiver, data.receiver, 'receive');
  const denom = denomHere(packet, token);
  const coin = { denom: localDenom(denom), amount };
  if (cameOver(token.denom, sourceOf(packet))) {
    unescrow(context, destinationOf(packet), receiver, coin);
    return;
  }
  registerDenom(state, denom);
  context.emit(denomEvent(denom));
  mintVouchers(context, receiver, coin);
}
