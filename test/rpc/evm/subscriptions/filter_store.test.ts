import { expect, test } from 'vitest';
import { to0x } from '../../../../src/kernel/hex.js';
import { aBench } from '../fixture.js';
import { BOB, CONTRACT, EVENT_TOPIC } from '../little_names.js';

const failure = (bench: ReturnType<typeof aBench>, method: string, ...params: readonly unknown[]): string => {
  try {
    bench.call(method, ...params);
  } catch (error) {
    expect((error as { code: number }).code).toBe(-32000);
    return (error as Error).message;
  }
  throw new Error('answered');
};

test("reports each block after the filter's creation once", () => {
  const { call, chain } = aBench();
  const id = call('eth_newBlockFilter');
  expect(call('eth_getFilterChanges', id)).toEqual([]);
  const hashes = [chain.mine(), chain.mine()].map((block) => to0x(block.hash));
  expect(call('eth_getFilterChanges', id)).toEqual(hashes);
  expect(call('eth_getFilterChanges', id)).toEqual([]);
});

test('reports transactions when they enter the mempool', () => {
  const { call, chain } = aBench();
  const id = call('eth_newPendingTransactionFilter');
  const { hash } = chain.wait({});
  chain.mine({ from: BOB });
  expect(call('eth_getFilterChanges', id)).toEqual([to0x(hash)]);
});

test('reports whole pending transactions on request, except those that are gone', () => {
  const { call, chain } = aBench();
  const whole = call('eth_newPendingTransactionFilter', true);
  const hashes = call('eth_newPendingTransactionFilter', false);
  const mined = chain.wait({ to: BOB, value: 7n });
  chain.minePending();
  const waiting = chain.wait({ to: BOB, value: 8n });
  const dropped = chain.wait({ to: BOB, value: 9n });
  chain.waiting.pop();
  const noPlace = { blockHash: null, blockNumber: null, transactionIndex: null };
  expect(call('eth_getFilterChanges', whole)).toMatchObject([
    { hash: to0x(mined.hash), value: '0x7', ...noPlace },
    { hash: to0x(waiting.hash), value: '0x8', ...noPlace },
  ]);
  expect(call('eth_getFilterChanges', whole)).toEqual([]);
  expect(call('eth_getFilterChanges', hashes)).toEqual([mined, waiting, dropped].map(({ hash }) => to0x(hash)));
});

test('reports matching logs within the bounds of the filter', () => {
  const { call, chain } = aBench();
  const all = call('eth_newFilter', {});
  const bounded = call('eth_newFilter', { fromBlock: '0x4', toBlock: '0x4', topics: [EVENT_TOPIC] });
  const other = call('eth_newFilter', { address: BOB });
  for (let i = 0; i < 3; i++) chain.mine({ logs: [[EVENT_TOPIC], []] });
  const blocksOf = (id: unknown): string[] =>
    (call('eth_getFilterChanges', id) as { blockNumber: string }[]).map((log) => log.blockNumber);
  expect(blocksOf(all)).toEqual(['0x3', '0x3', '0x4', '0x4', '0x5', '0x5']);
  expect(blocksOf(bounded)).toEqual(['0x4']);
  expect(blocksOf(other)).toEqual([]);
});

test('answers the whole query of a log filter without advancing the filter', () => {
  const { call, chain } = aBench();
  const id = call('eth_newFilter', { fromBlock: 'earliest', address: CONTRACT });
  chain.mine({ logs: [[]] });
  expect(call('eth_getFilterLogs', id)).toHaveLength(2);
  expect(call('eth_getFilterChanges', id)).toHaveLength(1);
});

test('reports that a block filter has no logs', () => {
  const bench = aBench();
  const id = bench.call('eth_newBlockFilter');
  expect(failure(bench, 'eth_getFilterLogs', id)).toBe(`filter ${id} has no logs: it is a filter of blocks`);
});

test('removes a filter that is uninstalled', () => {
  const bench = aBench();
  const id = bench.call('eth_newBlockFilter');
  expect(bench.call('eth_uninstallFilter', id)).toBe(true);
  expect(bench.call('eth_uninstallFilter', id)).toBe(false);
  for (const method of ['eth_getFilterChanges', 'eth_getFilterLogs'])
    expect(failure(bench, method, id)).toMatch(/^filter not found: 0x1 was never created/);
});

test('drops a filter that is not polled for five minutes', () => {
  const bench = aBench();
  const [idle, polled] = [bench.call('eth_newBlockFilter'), bench.call('eth_newBlockFilter')];
  bench.clock.nowMs = 300_000;
  bench.call('eth_getFilterChanges', polled);
  bench.clock.nowMs = 330_000;
  bench.chain.mine();
  expect(failure(bench, 'eth_getFilterChanges', idle)).toContain('not polled for 300 s');
  expect(bench.call('eth_getFilterChanges', polled)).toHaveLength(1);
});

test('drops idle filters at each cleanup, every half minute or as configured', () => {
  const goneAt = (filterCleanupMs: number | undefined): number => {
    const bench = aBench({ limits: { filterIdleMs: 1000, ...(filterCleanupMs !== undefined && { filterCleanupMs }) } });
    const id = bench.call('eth_newFilter', {});
    for (; ; bench.clock.nowMs++)
      try {
        bench.call('eth_getFilterLogs', id);
      } catch {
        return bench.clock.nowMs;
      }
  };
  expect([goneAt(undefined), goneAt(700), goneAt(0)]).toEqual([30_000, 1400, 1001]);
});

test('does not count a request for its logs as a poll', () => {
  const bench = aBench();
  const id = bench.call('eth_newFilter', {});
  bench.clock.nowMs = 300_000;
  bench.call('eth_getFilterLogs', id);
  bench.clock.nowMs = 330_000;
  expect(failure(bench, 'eth_getFilterChanges', id)).toContain('filter not found');
});

test('limits the filters and reuses their places', () => {
  const bench = aBench({ limits: { filters: 2 } });
  const id = bench.call('eth_newBlockFilter');
  bench.call('eth_newFilter', {});
  expect(failure(bench, 'eth_newPendingTransactionFilter')).toMatch(/^error creating filter: max limit reached/);
  bench.call('eth_uninstallFilter', id);
  expect(bench.call('eth_newPendingTransactionFilter')).toBe('0x3');
});

test('reports that a filter has overflowed, and removes it', () => {
  const bench = aBench({ limits: { filterEntries: 2 } });
  const id = bench.call('eth_newBlockFilter');
  for (let i = 0; i < 3; i++) bench.chain.mine();
  expect(failure(bench, 'eth_getFilterChanges', id)).toContain('overflowed');
  expect(failure(bench, 'eth_getFilterChanges', id)).toContain('never created');
});

test('holds the logs of a block up to its limit and not one more', () => {
  const bench = aBench({ limits: { filterEntries: 4 } });
  const [retained, lost] = [bench.call('eth_newFilter', {}), bench.call('eth_newFilter', {})];
  bench.chain.mine({ logs: [[], []] });
  bench.chain.mine({ logs: [[], []] });
  expect(bench.call('eth_getFilterChanges', retained)).toHaveLength(4);
  bench.chain.mine({ logs: [[]] });
  expect(bench.call('eth_getFilterChanges', retained)).toHaveLength(1);
  expect(failure(bench, 'eth_getFilterChanges', lost)).toContain('overflowed');
});

test('reads no logs of a block for filters that have overflowed, and reads them once for all others', () => {
  const bench = aBench({ limits: { filterEntries: 3 } });
  const ids = Array.from({ length: 10 }, () => bench.call('eth_newFilter', {}));
  const full = bench.chain.mine({ logs: [[], [], [], []] });
  let read = 0;
  const block = {
    ...full,
    logsBloom: full.logsBloom,
    number: full.number,
    hash: full.hash,
    get receipts() {
      read++;
      return full.receipts;
    },
  };
  bench.node.filters.accept({ type: 'block', block });
  expect(read).toBe(0);
  for (const id of ids) expect(failure(bench, 'eth_getFilterChanges', id)).toContain('overflowed');
  for (let i = 0; i < 10; i++) bench.call('eth_newFilter', {});
  bench.node.filters.accept({ type: 'block', block });
  expect(read).toBe(1);
});

test('does not report what a revert has removed', () => {
  const { call, chain } = aBench();
  const blocks = call('eth_newBlockFilter');
  const logs = call('eth_newFilter', {});
  chain.mine({ logs: [[]] });
  chain.revertTo(2n);
  const block = chain.mine({ logs: [[]] });
  expect(call('eth_getFilterChanges', blocks)).toEqual([to0x(block.hash)]);
  expect(call('eth_getFilterChanges', logs)).toMatchObject([
    { transactionHash: to0x(block.transactions[0]?.hash ?? new Uint8Array()) },
  ]);
});

/** Returns of each log its height and whether it was removed. */
const received = (logs: unknown) =>
  (logs as { blockNumber: string; removed: boolean }[]).map(({ blockNumber, removed }) => [blockNumber, removed]);

test('reports logs again, as removed, when their blocks are reverted', () => {
  const { call, chain } = aBench();
  const polled = call('eth_newFilter', {});
  const silent = call('eth_newFilter', {});
  const bounded = call('eth_newFilter', { toBlock: '0x4' });
  for (let i = 0; i < 3; i++) chain.mine({ logs: [[EVENT_TOPIC]] });
  const late = call('eth_newFilter', {});
  const reported = call('eth_getFilterChanges', polled) as object[];
  call('eth_getFilterChanges', bounded);
  chain.mine({ logs: [[]] });
  chain.revertTo(3n);
  const changes = call('eth_getFilterChanges', polled);
  expect(changes).toEqual(reported.slice(1).map((log) => ({ ...log, removed: true })));
  expect(received(changes)).toEqual([
    ['0x4', true],
    ['0x5', true],
  ]);
  expect(call('eth_getFilterChanges', polled)).toEqual([]);
  expect(received(call('eth_getFilterChanges', bounded))).toEqual([['0x4', true]]);
  expect(received(call('eth_getFilterChanges', silent))).toEqual([['0x3', false]]);
  // A filter reports nothing from before its creation.
  expect(call('eth_getFilterChanges', late)).toEqual([]);
  chain.mine({ logs: [[]] });
  for (const id of [polled, silent, late]) expect(received(call('eth_getFilterChanges', id))).toEqual([['0x4', false]]);
  chain.revertTo(2n);
  expect(received(call('eth_getFilterChanges', late))).toEqual([['0x4', true]]);
  expect(received(call('eth_getFilterChanges', polled))).toEqual([
    ['0x3', true],
    ['0x4', true],
  ]);
});

test('reports logs of reverted blocks as removed once, and nothing twice', () => {
  const { call, chain } = aBench();
  const [polled, silent] = [call('eth_newFilter', {}), call('eth_newFilter', {})];
  chain.mine({ logs: [[]] });
  call('eth_getFilterChanges', polled);
  chain.mine({ logs: [[]] });
  call('eth_getFilterChanges', polled);
  chain.revertTo(3n);
  chain.mine({ logs: [[]] });
  expect(received(call('eth_getFilterChanges', polled))).toEqual([
    ['0x4', true],
    ['0x4', false],
  ]);
  expect(received(call('eth_getFilterChanges', polled))).toEqual([]);
  expect(received(call('eth_getFilterChanges', silent))).toEqual([
    ['0x3', false],
    ['0x4', false],
  ]);
});

test('does not report blocks that are reverted before a poll', () => {
  const { call, chain } = aBench();
  const id = call('eth_newBlockFilter');
  const [first] = [chain.mine(), chain.mine()];
  chain.revertTo(first.number);
  expect(call('eth_getFilterChanges', id)).toEqual([to0x(first.hash)]);
  const again = chain.mine();
  expect(call('eth_getFilterChanges', id)).toEqual([to0x(again.hash)]);
});

test('counts no entries that a revert has removed, nor those that a poll has taken', () => {
  const bench = aBench({ limits: { filterEntries: 3 } });
  const [logs, blocks] = [bench.call('eth_newFilter', {}), bench.call('eth_newBlockFilter')];
  const mine = (count: number): string[] =>
    Array.from({ length: count }, () => to0x(bench.chain.mine({ logs: [[]] }).hash));
  const [retained] = mine(3);
  bench.chain.revertTo(3n);
  const again = mine(2);
  expect(bench.call('eth_getFilterChanges', blocks)).toEqual([retained, ...again]);
  expect(received(bench.call('eth_getFilterChanges', logs))).toEqual([
    ['0x3', false],
    ['0x4', false],
    ['0x5', false],
  ]);
  const three = mine(3);
  expect(bench.call('eth_getFilterChanges', blocks)).toEqual(three);
  expect(bench.call('eth_getFilterChanges', logs)).toHaveLength(3);
});

test('counts removed logs too', () => {
  const bench = aBench({ limits: { filterEntries: 3 } });
  const id = bench.call('eth_newFilter', {});
  for (let i = 0; i < 2; i++) {
    bench.chain.mine({ logs: [[], []] });
    expect(bench.call('eth_getFilterChanges', id)).toHaveLength(2);
  }
  bench.chain.revertTo(2n);
  expect(failure(bench, 'eth_getFilterChanges', id)).toContain('overflowed');
});

test('reads no reverted block when no filter follows logs', () => {
  const { call, chain } = aBench();
  const blocks = call('eth_newBlockFilter');
  chain.mine({ logs: [[]] });
  chain.logsRead = 0;
  chain.revertTo(2n);
  expect([call('eth_getFilterChanges', blocks), chain.logsRead]).toEqual([[], 0]);
});

test('stops listening when the node closes', () => {
  const { chain, node } = aBench();
  expect(chain.listeners).toBe(1);
  node.close();
  expect(chain.listeners).toBe(0);
});
