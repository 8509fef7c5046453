import { expect, it } from 'vitest';
import type { EvmEvent } from '../../../../src/backend/evm/blocks.js';
import { logMatcher } from '../../../../src/rpc/evm/logs/log_matcher.js';
import { EventResults } from '../../../../src/rpc/evm/subscriptions/pushed_result.js';
import type { SubscriptionKind } from '../../../../src/rpc/evm/subscriptions/subscription_kind.js';
import { aBench } from '../fixture.js';

const TOPIC = `0x${'e1'.repeat(32)}`;
const logs: SubscriptionKind = { type: 'logs', matcher: logMatcher({ addresses: [], topics: [] }) };
const kinds: readonly SubscriptionKind[] = [
  { type: 'newHeads' },
  logs,
  { type: 'newPendingTransactions', full: false },
  { type: 'newPendingTransactions', full: true },
];
const aTx = (n: number) => ({ hash: `0x${n.toString(16).padStart(64, '0')}`, logs: [[TOPIC], []] });

function resultsOf(event: EvmEvent, { chain } = aBench()) {
  const results = new EventResults(event, chain);
  return { results, counts: kinds.map((kind) => results.of(kind).length) };
}

it('a block has results only for heads and logs, a pending transaction only for its own kinds', () => {
  const bench = aBench();
  expect(resultsOf({ type: 'block', block: bench.chain.mine(aTx(1)) }, bench).counts).toEqual([1, 2, 0, 0]);
  const { hash } = bench.chain.wait(aTx(2));
  expect(resultsOf({ type: 'pendingTransaction', hash }, bench).counts).toEqual([0, 0, 1, 1]);
});

it('a transaction that has left the mempool is published by its hash alone', () => {
  expect(resultsOf({ type: 'pendingTransaction', hash: new Uint8Array(32) }).counts).toEqual([0, 0, 1, 0]);
});

it('a result is encoded once for all subscribers', () => {
  const bench = aBench();
  const block = resultsOf({ type: 'block', block: bench.chain.mine(aTx(1)) }, bench).results;
  const waiting = resultsOf({ type: 'pendingTransaction', hash: bench.chain.wait(aTx(2)).hash }, bench).results;
  for (const [results, kind] of kinds.map((kind, i) => [i < 2 ? block : waiting, kind] as const)) {
    const again = results.of(kind);
    results.of(kind).forEach((result, i) => {
      expect(result).toBe(again[i]);
    });
  }
});
