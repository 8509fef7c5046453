/**
 * Tokens that are elsewhere lie in an account of the channel's end over which they went (ADR 28; ibc-go
 * `GetEscrowAddress`). Of each denom the chain knows how much that is in all.
 */

import { hopText } from '../../../codec/ibc/denom.js';
import { type Hop, TRANSFER_VERSION } from '../../../codec/ibc/transfer.js';
import { type Bytes, concatBytes } from '../../../kernel/bytes.js';
import { sha256 } from '../../../kernel/hash.js';
import { utf8 } from '../../../kernel/text.js';
import type { MessageContext } from '../../sdk/module/message.js';
import type { WorkingState } from '../../state/types.js';
import type { Amount } from '../../types/coins.js';
import { failure } from '../../types/tx_failure.js';
import { sendCoins } from '../bank/send_coins.js';
import { within } from '../ibc/failure.js';
import { totalEscrow, writeTotalEscrow } from './store.js';

const ADDRESS_BYTES = 20;

/** 20 bytes. */
export const escrowAddress = (end: Hop): Bytes =>
  sha256(concatBytes(utf8(TRANSFER_VERSION), Uint8Array.of(0), utf8(hopText(end)))).slice(0, ADDRESS_BYTES);

/** Throws TxFailure `insufficientFunds`. */
export function escrow(context: MessageContext, from: Bytes, end: Hop, coin: Amount): void {
  sendCoins(context, from, escrowAddress(end), [coin]);
  changeTotalEscrow(context.state, coin.denom, coin.amount);
}

/** Throws TxFailure `insufficientFunds` where the other chain gives back more than it was given. */
export function unescrow(context: MessageContext, end: Hop, to: Bytes, coin: Amount): void {
  within(
    'unable to unescrow tokens, this may be caused by a malicious counterparty module or a bug: please open an issue on counterparty module',
    () => sendCoins(context, escrowAddress(end), to, [coin]),
  );
  changeTotalEscrow(context.state, coin.denom, -coin.amount);
}

/** Throws TxFailure for less than nothing: somebody has paid coins of their own into the escrow account. */
export function changeTotalEscrow(state: WorkingState, denom: string, change: bigint): void {
  const amount = totalEscrow(state, denom) + change;
  if (amount < 0n) throw failure('insufficientFunds', `negative coin amount: ${amount}`);
  writeTotalEscrow(state, { denom, amount });
}
