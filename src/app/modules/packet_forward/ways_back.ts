/**
 * Handles the tokens of a packet whose forwarding failed (ibc-go packet-forward-middleware
 * `WriteAcknowledgementForForwardedPacket`). The chain that sent them refunds its sender when it receives the error. So
 * the effect of the packet's arrival here is undone, and no account here is paid.
 */
import { cameOver, localDenom } from '../../../codec/ibc/denom.js';
import type { Hop } from '../../../codec/ibc/transfer.js';
import type { MessageContext } from '../../sdk/module/message.js';
import type { Amount } from '../../types/coins.js';
import { sendCoins } from '../bank/send_coins.js';
import { changeTotalEscrow, escrowAddress } from '../transfer/escrow.js';
import type { TokenPacket } from '../transfer/packet_data.js';
import { burnVouchers, mintVouchers } from '../transfer/vouchers.js';

/**
 * Undoes the arrival. `from` is the end at which the tokens arrived, `onward` the one over which they were forwarded;
 * `token` is the forwarded one.
 */
export function undoArrival(from: Hop, onward: Hop, { denom, amount }: TokenPacket, context: MessageContext): void {
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
