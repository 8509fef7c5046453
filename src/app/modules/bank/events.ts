/**
 * Builds the bank's events for moving coins (SDK x/bank `SendCoins`). Fees go to an account that is credited when the
 * block ends (`SendCoinsFromAccountToModuleVirtual`). So the payment has no event of a receipt, a refund has none of an
 * expense, and EndBlock emits one for what remains. Addresses are bech32; `amount` is a coins text such as `5ahalley`.
 */
import type { Event } from '../../../abci/application.js';
import { event, inPhase } from '../../types/events.js';

const spent = (spender: string, amount: string): Event => event('coin_spent', { spender, amount });
const received = (receiver: string, amount: string): Event => event('coin_received', { receiver, amount });

const moved = (sender: string, recipient: string, amount: string): Event[] => [
  event('transfer', { recipient, sender, amount }),
  event('message', { sender }),
];

export const transferEvents = (sender: string, recipient: string, amount: string): Event[] => [
  spent(sender, amount),
  received(recipient, amount),
  ...moved(sender, recipient, amount),
];

export const feeEvents = (payer: string, collector: string, amount: string): Event[] => [
  spent(payer, amount),
  ...moved(payer, collector, amount),
];

export const refundEvents = (collector: string, payer: string, amount: string): Event[] => [
  received(payer, amount),
  ...moved(collector, payer, amount),
];

/** Builds the events at the end of the block, for the fees of all its transactions less the refunds. */
export const collectedEvents = (collector: string, amount: string): Event[] =>
  inPhase('EndBlock', [received(collector, amount)]);
