import { describe, expect, it, test } from 'vitest';
import { aFork } from '../little_history.js';
import { BLOCK_2_HASH, BOB, CONTRACT, EVENT_TOPIC, word } from '../little_names.js';

const remoteLog = (number: number) => ({ blockNumber: `0x${number}`, of: 'remote' });

describe('a log query', () => {
  it('joins the remote’s logs with those of this chain', async () => {
    const { call, history } = aFork();
    history.answers.set('eth_getLogs', () => [remoteLog(0), remoteLog(1)]);
    const filter = { fromBlock: 'earliest', toBlock: 'latest', address: CONTRACT, topics: [EVENT_TOPIC] };
    expect(await call('eth_getLogs', filter)).toMatchObject([remoteLog(0), remoteLog(1), { blockNumber: '0x2' }]);
    expect(history.asked).toEqual([
      ['eth_getLogs', [{ fromBlock: '0x0', toBlock: '0x1', address: [CONTRACT], topics: [[EVENT_TOPIC]] }]],
    ]);
  });

  it('asks only the side that has the range', async () => {
    const { call, history } = aFork();
    history.answers.set('eth_getLogs', () => [remoteLog(0)]);
    expect(await call('eth_getLogs', { fromBlock: '0x0', toBlock: '0x0' })).toEqual([remoteLog(0)]);
    expect(await call('eth_getLogs', { fromBlock: '0x2', topics: [] })).toMatchObject([{ blockNumber: '0x2' }]);
    expect(await call('eth_getLogs', {})).toMatchObject([{ blockNumber: '0x2' }]);
    expect(history.asked).toEqual([['eth_getLogs', [{ fromBlock: '0x0', toBlock: '0x0' }]]]);
  });

  it('spells addresses and topics with their alternatives and gaps', async () => {
    const { call, history } = aFork();
    history.answers.set('eth_getLogs', () => []);
    const criteria = { address: [CONTRACT, BOB], topics: [null, [word(1), word(2)]] };
    await call('eth_getLogs', { fromBlock: '0x0', ...criteria });
    expect(history.asked[0]?.[1]).toEqual([{ fromBlock: '0x0', toBlock: '0x1', ...criteria }]);
  });

  it('finds the logs of a block by its hash', async () => {
    const { call, history } = aFork();
    history.answers.set('eth_getBlockByHash', () => ({ number: '0x1' }));
    history.answers.set('eth_getLogs', () => [remoteLog(1)]);
    expect(await call('eth_getLogs', { blockHash: BLOCK_2_HASH })).toMatchObject([{ blockNumber: '0x2' }]);
    expect(history.asked).toEqual([]);
    expect(await call('eth_getLogs', { blockHash: word(9) })).toEqual([remoteLog(1)]);
    expect(history.asked[1]).toEqual(['eth_getLogs', [{ blockHash: word(9) }]]);
    history.answers.set('eth_getBlockByHash', () => null);
    await expect(call('eth_getLogs', { blockHash: word(9) })).rejects.toThrow(`unknown block ${word(9)}`);
  });

  it('limits the range and the results of both sides together', async () => {
    const { call, history } = aFork({ limits: { logResults: 2, logBlockRange: 2 } });
    history.answers.set('eth_getLogs', () => [remoteLog(0)]);
    expect(await call('eth_getLogs', { fromBlock: '0x0' })).toHaveLength(2);
    history.answers.set('eth_getLogs', () => [remoteLog(0), remoteLog(1)]);
    await expect(call('eth_getLogs', { fromBlock: '0x0' })).rejects.toThrow('query returned more than 2 results');
    history.answers.set('eth_getLogs', () => [remoteLog(0), remoteLog(0), remoteLog(1)]);
    await expect(call('eth_getLogs', { fromBlock: '0x0', toBlock: '0x1' })).rejects.toThrow('more than 2 results');
    await expect(call('eth_getLogs', { fromBlock: '0x2', toBlock: '0x1' })).rejects.toThrow('invalid block range');
    const { call: narrow, history: unasked } = aFork({ limits: { logBlockRange: 1 } });
    await expect(narrow('eth_getLogs', { fromBlock: '0x0' })).rejects.toThrow('blocks distance: 1');
    expect(unasked.asked).toEqual([]);
  });

  it('refuses an answer of the remote that is no list', async () => {
    const { call } = aFork();
    await expect(call('eth_getLogs', { fromBlock: '0x0' })).rejects.toThrow(/something else than a list of logs/);
  });

  it('runs for a filter too', async () => {
    const { call, history } = aFork();
    history.answers.set('eth_getLogs', () => [remoteLog(0)]);
    const id = call('eth_newFilter', { fromBlock: 'earliest' });
    expect(await call('eth_getFilterLogs', id)).toMatchObject([remoteLog(0), { blockNumber: '0x2' }]);
    expect(call('eth_getFilterChanges', id)).toEqual([]);
  });
});

describe('a fee history', () => {
  const earlier = (blocks: number) => ({
    oldestBlock: `0x${2 - blocks}`,
    reward: Array.from({ length: blocks }, (_, i) => [`0x${i}`]),
    baseFeePerGas: Array.from({ length: blocks + 1 }, (_, i) => `0x${i + 5}`),
    gasUsedRatio: Array.from({ length: blocks }, () => 0.5),
  });

  it('joins the remote’s blocks with those of this chain', async () => {
    const { call, history } = aFork();
    history.answers.set('eth_feeHistory', () => earlier(2));
    expect(await call('eth_feeHistory', '0x64', 'latest', [50])).toEqual({
      oldestBlock: '0x0',
      reward: [['0x0'], ['0x1'], ['0x7735940']],
      baseFeePerGas: ['0x5', '0x6', '0x3b9aca02', '0x3b9aca03'],
      gasUsedRatio: [0.5, 0.5, 0.001],
    });
    expect(history.asked).toEqual([['eth_feeHistory', ['0x2', '0x1', [50]]]]);
  });

  it('begins later when the remote limits the blocks', async () => {
    const { call, history } = aFork();
    history.answers.set('eth_feeHistory', () => earlier(1));
    expect(await call('eth_feeHistory', '0x3', 'latest', [])).toEqual({
      oldestBlock: '0x1',
      baseFeePerGas: ['0x5', '0x3b9aca02', '0x3b9aca03'],
      gasUsedRatio: [0.5, 0.001],
    });
    history.answers.set('eth_feeHistory', () => ({ oldestBlock: '0x0', gasUsedRatio: null }));
    expect(await call('eth_feeHistory', '0x3', 'latest', [])).toMatchObject({ oldestBlock: '0x2' });
  });

  it('counts the blocks of both sides together', async () => {
    const { call, history } = aFork({ limits: { feeHistoryBlocks: 2 } });
    history.answers.set('eth_feeHistory', () => earlier(1));
    expect(await call('eth_feeHistory', '0x64', 'latest', [])).toMatchObject({ oldestBlock: '0x1' });
    expect(history.asked).toEqual([['eth_feeHistory', ['0x1', '0x1', []]]]);
  });

  it('asks only the side that has the range', async () => {
    const { call, history } = aFork();
    expect(await call('eth_feeHistory', '0x1', 'latest', [])).toMatchObject({ oldestBlock: '0x2' });
    expect(history.asked).toEqual([]);
    expect(await call('eth_feeHistory', '0x2', '0x1', [])).toBe('remote');
    expect(history.asked).toEqual([['eth_feeHistory', ['0x2', '0x1', []]]]);
  });
});

test('subscriptions and filters report only blocks that follow', () => {
  const { call, chain, history } = aFork();
  const id = call('eth_newFilter', { address: CONTRACT });
  chain.mine({ to: CONTRACT, logs: [[EVENT_TOPIC]] });
  expect(call('eth_getFilterChanges', id)).toHaveLength(1);
  expect(history.asked).toEqual([]);
});
