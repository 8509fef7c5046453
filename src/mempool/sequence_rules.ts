/**
 * When a transaction may join its sender's lane. Ethereum's (evm-json-rpc.md 4.1, rows 8 to 10): not below the account's
 * nonce, within the balance together with what is pooled, a replacement with both fees raised, a future nonce while
 * there is room to wait. The SDK's: the next sequence and no other, and none takes its place. All that waits or runs
 * counts towards the balance, so a gap that closes never overspends.
 */
import type { Admission, CheckTxResponse } from '../abci/application.js';
import type { MempoolLimits } from './limits.js';
import { nonceTooLow, overspent, queueIsFull, underpricedReplacement, wrongSequence } from './refusal.js';
import type { Lane } from './sender_txs.js';

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

function queueRefusal(lane: Lane, queued: number, limits: MempoolLimits): CheckTxResponse | undefined {
  const { accountQueue, globalQueue } = limits;
  if (lane.size - lane.executable >= accountQueue)
    return queueIsFull(`${accountQueue} transactions of this sender`, accountQueue);
  return queued >= globalQueue ? queueIsFull(`${globalQueue} transactions`, globalQueue) : undefined;
}

/** `lane` knows the sender's account; `queued` counts all senders' waiting transactions. */
export function sequenceRefusal(
  admission: Admission,
  lane: Lane,
  queued: number,
  limits: MempoolLimits,
): CheckTxResponse | undefined {
  const { nonce, cost, strict } = admission;
  const { account } = lane;
  if (strict && nonce !== lane.nextNonce) return wrongSequence(lane.nextNonce, nonce);
  if (nonce < account.nonce) return nonceTooLow(account.nonce, nonce);
  const replaced = lane.at(nonce)?.admission;
  const expense = { balance: account.balance, pooled: lane.cost, cost, replaced: replaced?.cost };
  return (
    overspent(expense) ??
    (replaced === undefined ? undefined : replacementRefusal(replaced, admission, limits)) ??
    (replaced === undefined && nonce > lane.nextNonce ? queueRefusal(lane, queued, limits) : undefined)
  );
}
