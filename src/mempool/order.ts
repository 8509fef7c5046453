/**
 * The orders in which a block includes the transactions that can pay its base fee. One sender's transactions go
 * by nonce in every order. `fees`: higher payment first, then earlier arrival. `fifo`: earlier arrival first.
 */
import { FeeOrder } from './fee_order.js';
import { FifoOrder } from './fifo_order.js';
import type { TxOrder } from './tx_order.js';

export const ORDERS = ['fees', 'fifo'] as const;
export type OrderName = (typeof ORDERS)[number];

export const orderOf = (name: OrderName): TxOrder => (name === 'fees' ? new FeeOrder() : new FifoOrder());
