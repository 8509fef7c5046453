/**
 * Escrows tokens that were sent to another chain, in an account of the channel's end over which they went (ADR 28;
 * ibc-go `GetEscrowAddress`). The chain stores the total of each denom.
 */

import { hopText } from '../../../codec/ibc/denom.js';
import { type Hop, TRANSFER_VERSION } from '../../../codec/ibc/transfer.js';
import { type Bytes, concatBytes } from '../../../kernel/bytes.js';
import { sha256 } from '../../../kernel/hash.js';
import { utf8 } from '../../../kernel/text.js';
import type { MessageContext } from '../../sdk/module/message.js';
import type { WorkingState } from '../../state/types.js';
import type { Amount } from '../../types/coins.js';
import { failure } from '../../types/refusal.js';
import { sendCoins } from '../bank/send_coins.js';
import { within } from '../ibc/failure.js';
import { totalEscrow, writeTotalEscrow } from './store.js';

const ADDRESS_BYTES = 20;

/** Returns the escrow account of a channel's end, 20 bytes. */
export const escrowAddress = (end: Hop): Bytes =>
  sha256(concatBytes(utf8(TRANSFER_VERSION), Uint8Array.of(0), utf8(hopText(end)))).slice(0, ADDRESS_BYTES);

/** Moves a coin into escrow. Throws TxFailure `insufficientFunds`. */
export function escrow(context: MessageContext, from: Bytes, end: Hop, coin: Amount): void {
  sendCoins(context, from, escrowAddress(end), [coin]);
  changeTotalEscrow(context.state, coin.denom, coin.amount);
}

/**
 * Releases a coin from escrow. Throws TxFailure `insufficientFunds` where the other chain returns more than it
 * received.
 */
export function unescrow(context: MessageContext, end: Hop, to: Bytes, coin: Amount): void {
  within(
    'unable to unescrow tokens, this may be caused by a malicious counterparty module or a bug: please open an issue on counterparty module',
    () => sendCoins(context, escrowAddress(end), to, [coin]),
  );
  changeTotalEscrow(context.state, coin.denom, -coin.amount);
}

/**
 * Changes a denom's total. Throws TxFailure if it would be negative, which can happen after coins were paid directly
 * into an escrow account.
 */
export function changeTotalEscrow(state: WorkingState, denom: string, change: bigint): void {
  const amount = totalEscrow(state, denom) + change;
  if (amount < 0n) throw failure('insufficientFunds', `negative coin amount: ${amount}`);
  writeTotalEscrow(state, { denom, amount });
}
