import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EvmLog } from '../../../../src/backend/evm/block.js';
import { bloomOf } from '../../../../src/codec/ethereum/receipt.js';
import { FairScheduler } from '../../../../src/kernel/fair_scheduler.js';
import { fromHex } from '../../../../src/kernel/hex.js';
import { logMatcher } from '../../../../src/rpc/evm/logs/log_matcher.js';
import { IN_PROCESS_PEER } from '../../../../src/rpc/protocol_handler.js';
import { aBench } from '../fixture.js';
import { BLOCK_2_HASH, BOB, CONTRACT, EVENT_TOPIC, word } from '../little_names.js';

type LogJson = { readonly blockNumber: string; readonly logIndex: string; readonly transactionIndex: string };

const refusal = (bench: ReturnType<typeof aBench>, filter: object): readonly [number, string] => {
  try {
    bench.call('eth_getLogs', filter);
  } catch (error) {
    return [(error as { code: number }).code, (error as Error).message];
  }
  throw new Error('answered');
};

test('searches the latest block without bounds', () => {
  const { call, chain } = aBench();
  expect(call('eth_getLogs', {})).toHaveLength(1);
  chain.mine();
  expect(call('eth_getLogs', {})).toEqual([]);
});

test('finds the logs of one block by its hash', () => {
  expect(aBench().call('eth_getLogs', { blockHash: BLOCK_2_HASH })).toHaveLength(1);
});

test('orders logs by block, transaction and index, which runs over the block', () => {
  const { call, chain } = aBench();
  chain.mine({ logs: [[], [EVENT_TOPIC]] }, { logs: [[word(9)]] });
  const logs = call('eth_getLogs', { fromBlock: '0x0' }) as LogJson[];
  expect(logs.map(({ blockNumber, transactionIndex, logIndex }) => [blockNumber, transactionIndex, logIndex])).toEqual([
    ['0x2', '0x0', '0x0'],
    ['0x3', '0x0', '0x0'],
    ['0x3', '0x0', '0x1'],
    ['0x3', '0x1', '0x2'],
  ]);
});

test('answers up to the head when a bound is beyond it, as an indexer polls', () => {
  const { call, chain } = aBench();
  expect(call('eth_getLogs', { fromBlock: '0x1', toBlock: '0x3e8' })).toEqual(
    call('eth_getLogs', { fromBlock: '0x1' }),
  );
  expect(call('eth_getLogs', { fromBlock: '0x2', toBlock: `0x${'f'.repeat(15)}` })).toHaveLength(1);
  for (const beyond of [
    { fromBlock: '0x3', toBlock: '0x3ea' },
    { fromBlock: '0x3' },
    { fromBlock: '0x3', toBlock: 'latest' },
    { fromBlock: '0x3', toBlock: 'safe' },
  ])
    expect(call('eth_getLogs', beyond)).toEqual([]);
  const filter = call('eth_newFilter', { fromBlock: '0x3', toBlock: '0x3ea' });
  expect(call('eth_getFilterLogs', filter)).toEqual([]);
  chain.mine({ logs: [[EVENT_TOPIC]] });
  expect(call('eth_getLogs', { fromBlock: '0x3', toBlock: '0x3ea' })).toHaveLength(1);
  expect(call('eth_getFilterLogs', filter)).toHaveLength(1);
});

test('refuses invalid ranges with the official texts', () => {
  const bench = aBench();
  expect(refusal(bench, { fromBlock: '0x2', toBlock: '0x1' })).toEqual([-32602, 'invalid block range params']);
  expect(refusal(bench, { fromBlock: '0x5', toBlock: '0x4' })).toEqual([-32602, 'invalid block range params']);
  expect(refusal(bench, { fromBlock: 'latest', toBlock: '0x1' })).toEqual([-32602, 'invalid block range params']);
  expect(refusal(bench, { toBlock: 'pending' })).toEqual([-32000, 'pending logs are not supported']);
  expect(refusal(bench, { blockHash: word(7) })).toEqual([-32000, `unknown block ${word(7)}`]);
});

test('refuses a range that begins before the first block of a node with pruned history, with the error of geth', () => {
  const bench = aBench();
  Object.assign(bench.chain, { firstHeight: 2n, isPruned: true });
  const pruned = [4444, 'pruned history unavailable'];
  for (const fromBlock of ['0x0', '0x1']) expect(refusal(bench, { fromBlock })).toEqual(pruned);
  expect(() => bench.call('eth_newFilter', { fromBlock: '0x1' })).toThrow('pruned history unavailable');
  expect(bench.call('eth_getLogs', { fromBlock: 'earliest' })).toHaveLength(1);
  const filter = bench.call('eth_newFilter', { fromBlock: 'earliest' });
  expect(bench.call('eth_getFilterLogs', filter)).toHaveLength(1);
});

test('limits the range, the answer and the alternatives', () => {
  const bench = aBench({ limits: { logBlockRange: 1, logResults: 1, logAlternatives: 2 } });
  expect(refusal(bench, { fromBlock: '0x0' })).toEqual([-32000, 'maximum [from, to] blocks distance: 1']);
  bench.chain.mine({ logs: [[]] });
  expect(refusal(bench, { fromBlock: '0x2' })).toEqual([-32000, 'query returned more than 1 results']);
  expect(bench.call('eth_getLogs', { fromBlock: '0x3' })).toHaveLength(1);
  expect(refusal(bench, { address: [BOB, BOB, BOB] })).toEqual([
    -32602,
    'exceed max addresses or topics per search position: 3, want at most 2',
  ]);
});

test('reads only the logs of blocks whose bloom matches, and no whole block', () => {
  const { call, chain } = aBench();
  for (let i = 0; i < 50; i++) chain.mine({});
  chain.bodiesRead = 0;
  expect(call('eth_getLogs', { fromBlock: '0x0', address: CONTRACT })).toHaveLength(1);
  expect([chain.bodiesRead, chain.logsRead]).toEqual([0, 1]);
});

/** Draws few addresses and topics, so that criteria often match logs. */
const address = fc.constantFrom(CONTRACT, BOB);
const topic = fc.constantFrom(EVENT_TOPIC, word(1), word(2));
const logs = fc.array(fc.record({ address, topics: fc.array(topic, { maxLength: 4 }) }), { maxLength: 6 });
const criteria = fc.record({
  addresses: fc.array(address, { maxLength: 2 }),
  topics: fc.array(fc.array(topic, { maxLength: 2 }), { maxLength: 4 }),
});

test('matches like the reference model, and its bloom never excludes a match', () => {
  const [template] = aBench().chain.mine({ logs: [[]] }).receipts[0]?.logs ?? [];
  fc.assert(
    fc.property(logs, criteria, (specs, { addresses, topics }) => {
      const all = specs.map(
        (spec): EvmLog => ({
          ...(template as EvmLog),
          address: fromHex(spec.address),
          topics: spec.topics.map(fromHex),
        }),
      );
      const matcher = logMatcher({
        addresses: addresses.map(fromHex),
        topics: topics.map((list) => list.map(fromHex)),
      });
      const model = specs.map(
        (log) =>
          (addresses.length === 0 || addresses.includes(log.address)) &&
          topics.every(
            (list, i) => i < log.topics.length && (list.length === 0 || list.includes(log.topics[i] as string)),
          ),
      );
      expect(all.map(matcher.matches)).toEqual(model);
      if (model.includes(true)) expect(matcher.mayMatch(bloomOf(all))).toBe(true);
    }),
  );
});

test('yields during a long search, finds the same logs, and stops for a disconnected client', async () => {
  let [nowMs, pauses] = [0, 0];
  const scheduler = new FairScheduler({
    now: () => (nowMs += 4),
    afterIo: (action) => {
      pauses++;
      setImmediate(action);
    },
  });
  const bench = aBench({ scheduler });
  const through = aBench();
  for (const { chain } of [bench, through]) for (let i = 0; i < 40; i++) chain.mine({ logs: [[EVENT_TOPIC]] });
  const filter = { fromBlock: '0x0' };
  const answer = bench.call('eth_getLogs', filter);
  expect(answer).toBeInstanceOf(Promise);
  expect(await answer).toEqual(through.call('eth_getLogs', filter));
  expect(pauses).toBeGreaterThan(10);
  const peer = { ...bench.node.context(IN_PROCESS_PEER, undefined).peer, gone: () => true };
  const context = { ...bench.node.context(peer, undefined) };
  await expect(async () => bench.node.dispatcher.call(context, 'eth_getLogs', [filter])).rejects.toThrow(
    'the client is gone',
  );
});

test('finds the logs of one chain when a revert happens in between, and ends at the new head', async () => {
  let act = (): void => undefined;
  let pauses = 0;
  const scheduler = new FairScheduler({
    now: () => 100 * ++pauses,
    afterIo: (action) => {
      if (pauses > 20) act();
      setImmediate(action);
    },
  });
  const search = async (filter: object, change: (chain: ReturnType<typeof aBench>['chain']) => void) => {
    const { call, chain } = aBench({ scheduler });
    for (let i = 0; i < 40; i++) chain.mine({ logs: [[EVENT_TOPIC]] });
    pauses = 0;
    act = () => {
      act = () => undefined;
      change(chain);
    };
    return (await call('eth_getLogs', filter)) as readonly LogJson[];
  };
  const above = (logs: readonly LogJson[]): number => logs.filter(({ blockNumber }) => Number(blockNumber) > 2).length;
  expect(above(await search({ fromBlock: '0x0' }, () => undefined))).toBe(40);
  expect(above(await search({ fromBlock: '0x0' }, (chain) => chain.revertTo(4n)))).toBe(2);
  const branch = await search({ fromBlock: '0x0' }, (chain) => {
    chain.revertTo(4n);
    for (let i = 0; i < 40; i++) chain.mine();
  });
  expect(above(branch)).toBe(2);
  expect(above(await search({ fromBlock: '0x0', toBlock: '0x2a' }, (chain) => chain.revertTo(4n)))).toBe(2);
  expect(above(await search({ fromBlock: '0x6', toBlock: '0x2a' }, (chain) => chain.revertTo(4n)))).toBe(0);
});

test('finds the logs of one chain whichever step a revert comes before, also the last block', async () => {
  const searchReverted = async (
    step: number,
  ): Promise<{ readonly steps: number; readonly found: readonly unknown[] }> => {
    let steps = 0;
    const scheduler = new FairScheduler({
      now: () => 100 * ++nowMs,
      afterIo: (action) => {
        if (++steps === step) {
          chain.revertTo(3n);
          for (const topic of [word(11), word(12), word(13)]) chain.mine({ logs: [[topic]] });
        }
        setImmediate(action);
      },
    });
    let nowMs = 0;
    const { call, chain } = aBench({ scheduler });
    for (const topic of [word(1), word(2), word(3), word(4)]) chain.mine({ logs: [[topic]] });
    const found = (await call('eth_getLogs', { fromBlock: '0x3', toBlock: '0x6' })) as { topics: string[] }[];
    return { steps, found: found.map(({ topics }) => topics[0]) };
  };
  const { steps, found } = await searchReverted(0);
  expect(found).toEqual([word(1), word(2), word(3), word(4)]);
  // The last pause is after the search.
  expect(steps).toBe(5);
  for (let step = 1; step < steps; step++)
    expect((await searchReverted(step)).found, `step ${step}`).toEqual([word(1), word(11), word(12), word(13)]);
});
