/** What the bank says when coins move (SDK x/bank `SendCoins`). */
import type { Event } from '../../abci/application.js';
import { event } from '../events.js';

/** Addresses are bech32; `amount` is a coins text such as `5ahalley`. */
export const transferEvents = (sender: string, recipient: string, amount: string): Event[] => [
  event('coin_spent', { spender: sender, amount }),
  event('coin_received', { receiver: recipient, amount }),
  event('transfer', { recipient, sender, amount }),
  event('message', { sender }),
];
