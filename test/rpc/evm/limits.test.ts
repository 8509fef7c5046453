/** Tests the last value that a limit allows, and the first that it refuses. */
import { describe, expect, it } from 'vitest';
import { aBench } from './fixture.js';
import { ALICE, BOB } from './little_names.js';

const TOPIC = `0x${'e1'.repeat(32)}`;
const ADDRESS = `0x${'0a'.repeat(20)}`;
const hashOf = (n: number): string => `0x${n.toString(16).padStart(64, '0')}`;
const aTx = (n: number, logs: readonly (readonly string[])[] = []) => ({ hash: hashOf(n), logs });
const quantity = (n: number): string => `0x${n.toString(16)}`;

/** Returns the message of a refusal, or the answer. */
function outcome(bench: ReturnType<typeof aBench>, method: string, ...params: readonly unknown[]): unknown {
  try {
    return bench.call(method, ...params);
  } catch (error) {
    return (error as Error).message;
  }
}

/** Makes blocks from 3 on, each with one transaction that logs twice. */
function grown(blocks: number, limits: Parameters<typeof aBench>[0] = {}) {
  const bench = aBench(limits);
  for (let i = 0; i < blocks; i++) bench.chain.mine(aTx(i + 1, [[TOPIC], []]));
  return bench;
}

describe('a log query', () => {
  it('spans at most as many blocks as the limit', () => {
    const bench = grown(4, { limits: { logBlockRange: 2 } });
    expect(outcome(bench, 'eth_getLogs', { fromBlock: '0x3', toBlock: '0x5' })).toHaveLength(6);
    expect(outcome(bench, 'eth_getLogs', { fromBlock: '0x3', toBlock: '0x6' })).toBe(
      'maximum [from, to] blocks distance: 2',
    );
  });

  it('returns at most as many logs as the limit', () => {
    const bench = grown(2, { limits: { logResults: 4 } });
    expect(outcome(bench, 'eth_getLogs', { fromBlock: '0x3', toBlock: '0x4' })).toHaveLength(4);
    expect(outcome(grown(2, { limits: { logResults: 3 } }), 'eth_getLogs', { fromBlock: '0x3' })).toBe(
      'query returned more than 3 results',
    );
  });

  it('has at most as many alternatives as the limit at each position', () => {
    const bench = aBench({ limits: { logAlternatives: 2 } });
    const [two, three] = [2, 3].map((length) => Array.from({ length }, () => ADDRESS));
    expect(outcome(bench, 'eth_getLogs', { address: two, topics: [[TOPIC, TOPIC], null, [TOPIC]] })).toEqual([]);
    const text = 'exceed max addresses or topics per search position: 3, want at most 2';
    expect(outcome(bench, 'eth_getLogs', { address: three })).toBe(text);
    expect(outcome(bench, 'eth_getLogs', { topics: [null, [TOPIC, TOPIC, TOPIC]] })).toBe(text);
    expect(outcome(bench, 'eth_newFilter', { address: three })).toBe(text);
  });

  it('of one block has the same limit of results', () => {
    const bench = aBench({ limits: { logResults: 1 } });
    const block = bench.chain.mine(aTx(1, [[], []]));
    const blockHash = `0x${Buffer.from(block.hash).toString('hex')}`;
    expect(outcome(bench, 'eth_getLogs', { blockHash })).toBe('query returned more than 1 results');
  });

  it('begins and ends at its bounds, both included', () => {
    const bench = grown(3);
    const blocks = (from: string, to: string) =>
      (outcome(bench, 'eth_getLogs', { fromBlock: from, toBlock: to }) as { blockNumber: string }[]).map(
        ({ blockNumber }) => blockNumber,
      );
    expect(blocks('0x4', '0x4')).toEqual(['0x4', '0x4']);
    expect(blocks('0x4', 'latest')).toEqual(['0x4', '0x4', '0x5', '0x5']);
    expect(outcome(bench, 'eth_getLogs', { fromBlock: '0x6', toBlock: '0x6' })).toBe(
      'block range extends beyond current head block',
    );
  });
});

describe('a filter', () => {
  it('holds at most as many entries as the limit, of every kind', () => {
    const bench = aBench({ limits: { filterEntries: 2 } });
    const ids = ['eth_newBlockFilter', 'eth_newPendingTransactionFilter'].map((method) => bench.call(method));
    const logs = bench.call('eth_newFilter', { topics: [TOPIC] });
    for (let i = 1; i <= 2; i++) {
      bench.chain.wait(aTx(10 + i));
      bench.chain.mine(aTx(i, [[TOPIC], []]));
    }
    for (const id of [...ids, logs]) expect(outcome(bench, 'eth_getFilterChanges', id)).toHaveLength(2);
    for (let i = 3; i <= 5; i++) {
      bench.chain.wait(aTx(10 + i));
      bench.chain.mine(aTx(i, [[TOPIC]]));
    }
    for (const id of [...ids, logs])
      expect(outcome(bench, 'eth_getFilterChanges', id)).toBe(
        `filter not found: ${id} overflowed, more than 2 entries waited for a poll; create a new filter and poll it more often`,
      );
  });

  it('with a block hash reports nothing new', () => {
    const bench = aBench();
    const id = bench.call('eth_newFilter', { blockHash: hashOf(7) });
    bench.chain.mine(aTx(1, [[TOPIC]]));
    expect(outcome(bench, 'eth_getFilterChanges', id)).toEqual([]);
  });

  it('of transactions is not a filter of logs', () => {
    const bench = aBench();
    const id = bench.call('eth_newPendingTransactionFilter');
    expect(outcome(bench, 'eth_getFilterLogs', id)).toBe(
      `filter ${id} has no logs: it is a filter of pending transactions`,
    );
  });

  it('that expires frees its place, and one that is polled does not', () => {
    const bench = aBench({ limits: { filters: 2, filterIdleMs: 1000, filterCleanupMs: 0 } });
    bench.call('eth_newBlockFilter');
    const polled = bench.call('eth_newBlockFilter');
    expect(outcome(bench, 'eth_newBlockFilter')).toBe(
      'error creating filter: max limit reached: 2 filters are installed; uninstall one, or wait until idle ones expire',
    );
    bench.clock.nowMs = 1000;
    bench.call('eth_getFilterChanges', polled);
    bench.clock.nowMs = 1001;
    expect(outcome(bench, 'eth_newBlockFilter')).toBe('0x3');
    expect(outcome(bench, 'eth_newBlockFilter')).toContain('max limit reached');
    expect(outcome(bench, 'eth_getFilterChanges', '0x1')).toBe(
      'filter not found: 0x1 was never created, uninstalled, or not polled for 1 s',
    );
  });
});

describe('a fee history', () => {
  it('has at most as many percentiles as the limit, from 0 to 100, repeated or not', () => {
    const bench = aBench({ limits: { feeHistoryPercentiles: 4 } });
    expect(outcome(bench, 'eth_feeHistory', '0x1', 'latest', [0, 50, 50, 100])).toMatchObject({
      reward: [expect.objectContaining({ length: 4 })],
    });
    expect(outcome(bench, 'eth_feeHistory', '0x1', 'latest', [0, 1, 2, 3, 4])).toBe(
      'invalid reward percentile: over the query limit 4',
    );
    expect(outcome(bench, 'eth_feeHistory', '0x1', 'latest', [100.5])).toBe('invalid reward percentile: 100.500000');
    expect(outcome(bench, 'eth_feeHistory', '0x1', 'latest', [-0.5])).toBe('invalid reward percentile: -0.500000');
    expect(outcome(bench, 'eth_feeHistory', '0x1', 'latest', [1, 3, 2])).toBe(
      'invalid reward percentile: #1:3.000000 > #2:2.000000',
    );
  });

  it('is as long as requested, within the limit and the chain', () => {
    const bench = grown(3, { limits: { feeHistoryBlocks: 4 } });
    const history = (count: number, newest: string) => {
      const answer = outcome(bench, 'eth_feeHistory', quantity(count), newest) as Record<string, unknown[]>;
      return [answer['oldestBlock'], answer['gasUsedRatio']?.length, answer['baseFeePerGas']?.length];
    };
    expect(history(1, 'latest')).toEqual(['0x5', 1, 2]);
    expect(history(4, 'latest')).toEqual(['0x2', 4, 5]);
    expect(history(5, 'latest')).toEqual(['0x2', 4, 5]);
    expect(history(4, '0x2')).toEqual(['0x0', 3, 4]);
    expect(history(3, '0x2')).toEqual(['0x0', 3, 4]);
    expect(history(1, '0x0')).toEqual(['0x0', 1, 2]);
  });
});

describe('a proof', () => {
  it('has at most as many keys as the limit', () => {
    const bench = aBench({ limits: { proofKeys: 2 } });
    const proof = (keys: readonly string[]) => outcome(bench, 'eth_getProof', ADDRESS, keys, 'latest');
    expect(proof(['0x0', '0x1'])).toMatchObject({ storageProof: [{ key: '0x0' }, { key: '0x1' }] });
    expect(proof(['0x0', '0x1', '0x2'])).toBe('too many slots (max 2)');
  });
});

describe("a block's number", () => {
  it('reaches to the head', () => {
    const bench = grown(1);
    const number = (block: string) =>
      (outcome(bench, 'eth_getBlockByNumber', block, false) as { number: string })?.number;
    expect(['0x0', '0x3', 'latest', 'pending', 'earliest'].map(number)).toEqual(['0x0', '0x3', '0x3', '0x4', '0x0']);
    expect(outcome(bench, 'eth_getBlockByNumber', '0x4', false)).toBeNull();
  });
});

describe('the fee of eth_resend', () => {
  const tx = { from: ALICE, to: BOB, nonce: '0x3', gas: '0x5208', gasPrice: '0x1' };

  it.each([
    ['the new price and gas limit', ['0x3b9aca00', '0x7530'], 30_000n * 10n ** 9n],
    ['the new price', ['0x3b9aca00'], 21_000n * 10n ** 9n],
    ['the new gas limit', [null, '0x7530'], 30_000n],
    ['those of the transaction', [], 21_000n],
  ])('is at most the cap, by %s', async (_, more, fee) => {
    const resend = async (cap: bigint): Promise<unknown> => {
      const { call } = aBench({ limits: { txFeeCap: cap } });
      return (call('eth_resend', tx, ...more) as Promise<unknown>).catch(({ message }: Error) => message);
    };
    for (const cap of [fee, 0n]) expect(await resend(cap)).toMatch(/^transaction 0x[0-9a-f]{64} not found$/);
    expect(await resend(fee - 1n)).toMatch(/^tx fee \(0\.00 ether\) exceeds the configured cap/);
  });
});
