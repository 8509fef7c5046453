/** Transactions that a client sends at once, without nonce and gas: each estimate sees what was sent before it. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDevnet, type Devnet } from '../../src/devnet/index.js';

/**
 * Counts its calls in slot 0, and writes a new slot for each call before, so each call needs more gas than the last:
 * for (i = count; i > 0; i--) slots[count * 256 + i] = i; count++.
 */
const COUNTER =
  '0x5f5480' + // count, count
  '5b80156018578080600836901b015580' + // placeholder, replaced below
  '';

const SENDS = 20;

const ask = (devnet: Devnet, method: string, ...params: unknown[]): Promise<unknown> =>
  devnet.provider.request({ method, params });
