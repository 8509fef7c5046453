import { expect, test } from 'vitest';
import { aBench } from '../fixture.js';

const failure = (...params: readonly unknown[]): string => {
  try {
    aBench().call('eth_feeHistory', ...params);
  } catch (error) {
    return (error as Error).message;
  }
  return 'answered';
};

test('takes the count as quantity, decimal text or number', () => {
  const { call } = aBench();
  const answers = ['0x1', '1', 1].map((count) => call('eth_feeHistory', count, 'latest', []));
  expect(answers).toEqual(Array.from({ length: 3 }, () => answers[0]));
  expect(answers[0]).toEqual({
    oldestBlock: '0x2',
    baseFeePerGas: ['0x3b9aca02', '0x3b9aca03'],
    gasUsedRatio: [0.001],
    baseFeePerBlobGas: ['0x1', '0x1'],
    blobGasUsedRatio: [0],
  });
});

test('stops at genesis', () => {
  expect(aBench().call('eth_feeHistory', '0x400', '0x1')).toMatchObject({
    oldestBlock: '0x0',
    gasUsedRatio: [0, 0.0007],
  });
});

test('stops at the first block of a node with pruned history, and refuses blocks before it as geth does', () => {
  const { call, chain } = aBench();
  Object.assign(chain, { firstHeight: 2n, isPruned: true });
  const { fees } = chain;
  chain.fees = (height) => (height < 2n ? undefined : fees(height));
  expect(call('eth_feeHistory', '0x3', 'latest')).toMatchObject({ oldestBlock: '0x2', gasUsedRatio: [0.001] });
  expect(call('eth_feeHistory', '0x1', 'earliest')).toMatchObject({ oldestBlock: '0x2' });
  expect(() => call('eth_feeHistory', '0x1', '0x1')).toThrow('pruned history unavailable');
});

test('reduces a count to the limit', () => {
  const { call } = aBench({ limits: { feeHistoryBlocks: 2 } });
  expect(call('eth_feeHistory', '0x400', 'latest')).toMatchObject({
    oldestBlock: '0x1',
    gasUsedRatio: [0.0007, 0.001],
  });
});

test('answers no blocks as geth does, with a null list', () => {
  expect(aBench().call('eth_feeHistory', '0x0', 'latest', [50])).toEqual({ oldestBlock: '0x0', gasUsedRatio: null });
});

test('weighs tips by gas', () => {
  const { call, chain } = aBench();
  chain.mine({ tip: 30n, gasUsed: 10n }, { tip: 10n, gasUsed: 60n }, { tip: 20n, gasUsed: 30n });
  const history = call('eth_feeHistory', '0x1', 'latest', [0, 60, 61, 90, 91, 100]) as { reward: string[][] };
  expect(history.reward).toEqual([['0xa', '0xa', '0x14', '0x14', '0x1e', '0x1e']]);
});

test('has zero tips for an empty block', () => {
  const { call, chain } = aBench();
  chain.mine();
  expect(call('eth_feeHistory', '0x1', 'latest', [0, 100])).toMatchObject({ reward: [['0x0', '0x0']] });
});

test('refuses invalid percentiles and blocks', () => {
  expect(failure('0x1', 'latest', [101])).toBe('invalid reward percentile: 101.000000');
  expect(failure('0x1', 'latest', [-1])).toBe('invalid reward percentile: -1.000000');
  expect(failure('0x1', 'latest', [50, 10])).toBe('invalid reward percentile: #0:50.000000 > #1:10.000000');
  expect(
    failure(
      '0x1',
      'latest',
      Array.from({ length: 101 }, () => 1),
    ),
  ).toBe('invalid reward percentile: over the query limit 100');
  expect(failure('0x1', '0x64', [])).toBe('request beyond head block: requested 100, head 2');
  expect(failure('x', 'latest')).toBe('invalid argument 0: invalid hex or decimal integer "x"');
  expect(failure('0x1', 'latest', ['5'])).toBe(
    'invalid argument 2: json: cannot unmarshal string into Go value of type float64',
  );
});
