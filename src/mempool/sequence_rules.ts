/**
 * Decides whether a transaction may join its sender's others. These are Ethereum's rules (evm-json-rpc.md 4.1, rows 8
 * to 10). The nonce is not below the account's, and the balance covers the cost together with the pooled transactions.
 * A replacement raises both fees, and a future nonce needs space in the queue. The SDK's rules: the transaction has
 * exactly the next sequence, and it cannot be replaced. All pending transactions count towards the balance, so a gap
 * that closes never overspends.
 */
import type { Admission, CheckTxResponse } from '../abci/application.js';
import type { MempoolLimits } from './limits.js';
import { nonceTooLow, overspent, queueIsFull, underpricedReplacement, wrongSequence } from './refusal.js';
import type { SenderTxs } from './sender_txs.js';

function isRaised(before: bigint, now: bigint, priceBump: number): boolean {
  return now > before && now >= (before * (100n + BigInt(priceBump))) / 100n;
}

function replacementRefusal(before: Admission, now: Admission, limits: MempoolLimits): CheckTxResponse | undefined {
  if (before.strict) return underpricedReplacement();
  const raised =
    isRaised(before.maxFeePerGas, now.maxFeePerGas, limits.priceBump) &&
    isRaised(before.maxPriorityFeePerGas, now.maxPriorityFeePerGas, limits.priceBump);
  return raised ? undefined : underpricedReplacement();
}

function queueRefusal(senderTxs: SenderTxs, queued: number, limits: MempoolLimits): CheckTxResponse | undefined {
  const { accountQueue, globalQueue } = limits;
  if (senderTxs.size - senderTxs.executable >= accountQueue)
    return queueIsFull(`${accountQueue} transactions of this sender`, accountQueue);
  return queued >= globalQueue ? queueIsFull(`${globalQueue} transactions`, globalQueue) : undefined;
}

/**
 * Returns a refusal, or undefined when the transaction may join. `senderTxs` holds the sender's account; `queued`
 * counts the queued transactions of all senders.
 */
export function sequenceRefusal(
  admission: Admission,
  senderTxs: SenderTxs,
  queued: number,
  limits: MempoolLimits,
): CheckTxResponse | undefined {
  const { nonce, cost, strict } = admission;
  const { account } = senderTxs;
  if (strict && nonce !== senderTxs.nextNonce) return wrongSequence(senderTxs.nextNonce, nonce);
  if (nonce < account.nonce) return nonceTooLow(account.nonce, nonce);
  const replaced = senderTxs.at(nonce)?.admission;
  const expense = { balance: account.balance, pooled: senderTxs.cost, cost, replaced: replaced?.cost };
  return (
    overspent(expense) ??
    (replaced === undefined ? undefined : replacementRefusal(replaced, admission, limits)) ??
    (replaced === undefined && nonce > senderTxs.nextNonce ? queueRefusal(senderTxs, queued, limits) : undefined)
  );
}
