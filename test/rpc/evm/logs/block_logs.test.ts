import { expect, it } from 'vitest';
import { fromHex } from '../../../../src/kernel/hex.js';
import { BlockLogs } from '../../../../src/rpc/evm/logs/block_logs.js';
import { logMatcher } from '../../../../src/rpc/evm/logs/log_matcher.js';
import { aBench } from '../fixture.js';
import { CONTRACT, EVENT_TOPIC } from '../little_names.js';

const criteria = (address?: string, ...topics: (readonly string[])[]) => ({
  addresses: address === undefined ? [] : [fromHex(address)],
  topics: topics.map((alternatives) => alternatives.map(fromHex)),
});

const MANY = Array.from({ length: 100 }, () => [EVENT_TOPIC]);

/** Makes a block that counts how often its receipts are read. */
function aBlock() {
  const block = aBench().chain.mine({ logs: [...MANY, []] });
  const read = { receipts: 0 };
  const { receipts } = block;
  Object.defineProperty(block, 'receipts', {
    get: () => {
      read.receipts++;
      return receipts;
    },
  });
  return { block, read };
}

it('collects the logs of a block once, and matches them once for equal criteria', () => {
  const { block, read } = aBlock();
  const logs = BlockLogs.of(() => block);
  const [first, ...others] = Array.from({ length: 10 }, () => logs.matching(logMatcher(criteria(CONTRACT))));
  expect(first).toHaveLength(101);
  for (const other of others) expect(other).toBe(first);
  expect(logs.matching(logMatcher(criteria(undefined, [EVENT_TOPIC])))).toHaveLength(100);
  expect(logs.matching(logMatcher(criteria(EVENT_TOPIC.slice(0, 42))))).toEqual([]);
  expect(read.receipts).toBe(1);
});

it('separates criteria that differ', () => {
  const all = [
    criteria(),
    criteria(CONTRACT),
    criteria(undefined, []),
    criteria(undefined, [], []),
    criteria(undefined, [EVENT_TOPIC]),
    criteria(undefined, [], [EVENT_TOPIC]),
    criteria(undefined, [EVENT_TOPIC, CONTRACT]),
    criteria(undefined, [EVENT_TOPIC], [CONTRACT]),
  ];
  expect(new Set(all.map((one) => logMatcher(one).key)).size).toBe(all.length);
});
