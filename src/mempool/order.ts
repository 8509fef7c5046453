/**
 * Which transactions go into a block first, of those that can pay its base fee; a sender's own go by nonce in every order.
 * `fees`: who pays more, then who came earlier. `fifo`: who came earlier.
 */
import { FeeOrder } from './fee_order.js';
import { FifoOrder } from './fifo_order.js';
import type { TxOrder } from './tx_order.js';

export const ORDERS = ['fees', 'fifo'] as const;
export type OrderName = (typeof ORDERS)[number];

export const orderOf = (name: OrderName): TxOrder => (name === 'fees' ? new FeeOrder() : new FifoOrder());
