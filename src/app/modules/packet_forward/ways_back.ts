/**
 * The tokens of a packet that was forwarded in vain (ibc-go packet-forward-middleware
 * `WriteAcknowledgementForForwardedPacket`). The chain that sent them refunds its sender when it hears of the error, so
 * what the packet's arrival did here is undone, and nobody here is paid.
 */
import { cameOver, localDenom } from '../../../codec/ibc/denom.js';
import type { Hop } from '../../../codec/ibc/transfer.js';
import type { MessageContext } from '../../sdk/module/message.js';
import type { Amount } from '../../types/coins.js';
import { sendCoins } from '../bank/send_coins.js';
import { changeTotalEscrow, escrowAddress } from '../transfer/escrow.js';
import type { TokenPacket } from '../transfer/packet_data.js';
import { burnVouchers, mintVouchers } from '../transfer/vouchers.js';

/** `from` is the end that the tokens came to, `onward` that over which they were sent on, as `token` says. */
export function undoArrival(from: Hop, onward: Hop, { denom, amount }: TokenPacket, context: MessageContext): void {
  const coin: Amount = { denom: localDenom(denom), amount };
  const wasMinted = cameOver(denom, from);
  const wasBurned = cameOver(denom, onward);
  // Over one end and back: minted and burned. ibc-go would mint what nobody can ever redeem.
  if (wasMinted && wasBurned) return;
  if (wasBurned) {
    mintVouchers(context, escrowAddress(from), coin);
    changeTotalEscrow(context.state, coin.denom, amount);
  } else if (wasMinted) {
    burnVouchers(context, escrowAddress(onward), coin);
    changeTotalEscrow(context.state, coin.denom, -amount);
  } else sendCoins(context, escrowAddress(onward), escrowAddress(from), [coin]);
}
