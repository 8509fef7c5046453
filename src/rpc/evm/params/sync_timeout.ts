/** Decodes how long a client waits for a receipt (EIP-7966), with geth's default and maximum. */
import { defaulted, type Param } from '../../jsonrpc/method.js';
import { decodeWhole } from './whole.js';

const DEFAULT_MS = 20_000;
const MAX_MS = 60_000;

/** Returns milliseconds. A timeout of 0 becomes the default, and one that is too long becomes the maximum. */
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
