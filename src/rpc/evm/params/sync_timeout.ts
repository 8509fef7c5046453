/** How long a client is willing to wait for a receipt (EIP-7966); geth's default and its most. */
import { defaulted, type Param } from '../../jsonrpc/method.js';
import { decodeWhole } from './whole.js';

const DEFAULT_MS = 20_000;
const MAX_MS = 60_000;

/** Milliseconds. What is no time, or more than may be waited for, is the default or the most. */
export const syncTimeout: Param<number> = defaulted(
  'timeout',
  'number or quantity: milliseconds',
  DEFAULT_MS,
  (value) => {
    const ms = decodeWhole(value, 'a timeout');
    if (ms === 0n) return DEFAULT_MS;
    return ms > BigInt(MAX_MS) ? MAX_MS : Number(ms);
  },
);
