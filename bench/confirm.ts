/** Sends a transaction as a test does, and waits for its receipt. */
import { call } from './client.js';
import type { Target } from './targets.js';

const MAX_RECEIPT_POLLS = 10_000;

interface Receipt {
  readonly status: string;
  readonly transactionHash: string;
  readonly contractAddress: string | null;
}

/** Sends the transaction and polls for its receipt, because Anvil answers before it has mined. */
export async function confirm(target: Target, raw: string | undefined): Promise<Receipt> {
  const hash = await call<string>(target.port, 'eth_sendRawTransaction', [raw]);
  for (let asked = 0; asked < MAX_RECEIPT_POLLS; asked++) {
    const receipt = await call<Receipt | null>(target.port, 'eth_getTransactionReceipt', [hash]);
    if (receipt?.status === '0x1') return receipt;
    if (receipt !== null) break;
  }
  throw new Error(`${target.name}: transaction ${hash} has no successful receipt`);
}

export const sendAndConfirm = (target: Target, raws: readonly string[]) => (i: number) => confirm(target, raws[i]);
