/**
 * When a transaction may join its sender's lane. Ethereum's (evm-json-rpc.md 4.1, rows 8 to 10): not below the account's
 * nonce, within the balance together with what is pooled, a replacement with both fees raised, a future nonce while
 * there is room to wait. The SDK's: the next sequence and no other, and none takes its place. All that waits or runs
 * counts towards the balance, so a gap that closes never overspends.
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

/** `senderTxs` knows the sender's account; `queued` counts all senders' waiting transactions. */
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
