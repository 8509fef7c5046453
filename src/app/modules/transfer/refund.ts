/** Refunds tokens of a failed transfer to their sender (ibc-go transfer/keeper `refundPacketTokens`). */
import type { Packet } from '../../../codec/ibc/channel.js';
import { cameOver, localDenom } from '../../../codec/ibc/denom.js';
import type { MessageContext } from '../../sdk/module/message.js';
import { unescrow } from './escrow.js';
import type { TokenPacket } from './packet_data.js';
import { checkParty, readParty } from './parties.js';
import { mintVouchers } from './vouchers.js';

/** Refunds a packet's tokens. Throws TxFailure. */
export function refund(
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
