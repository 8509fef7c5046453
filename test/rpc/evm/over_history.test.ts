import { describe, expect, it, test } from 'vitest';
import { to0x } from '../../../src/kernel/hex.js';
import { placeParam } from '../../../src/rpc/evm/forked/places.js';
import { EVM_METHODS } from '../../../src/rpc/evm/methods/index.generated.js';
import { aFork, FORK_HASH, remoteError } from './little_history.js';
import { ALICE, BLOCK_2_HASH, CALL_HASH, CONTRACT, word } from './little_names.js';

const REMOTE_HASH = word(0xabc);
const [EARLIER, LATER] = ['0x1', '0x9'];

const NUMBER_OR_TAG = /^block number/;
/** Methods whose results stay in this process, so that the remote cannot answer. */
const LOCAL: ReadonlySet<string> = new Set(['halley_debugCall', 'halley_voteExtensions']);
const byKind = (kind: RegExp) =>
  EVM_METHODS.filter(({ name }) => !LOCAL.has(name)).flatMap((method) => {
    const at = method.params.findIndex((param) => kind.test(param.kind));
    return at < 0 ? [] : [[method.name, method.example.params, at] as const];
  });

/** Puts an argument at a position of the example's arguments. */
const withArgument = (params: readonly unknown[], at: number, argument: unknown): readonly unknown[] =>
  Array.from({ length: Math.max(params.length, at + 1) }, (_, i) => (i === at ? argument : (params[i] ?? {})));

describe('every method with a block', () => {
  it.each(byKind(NUMBER_OR_TAG))('asks the remote about an earlier block: %s', async (method, params, at) => {
    const { call, history } = aFork();
    expect(await call(method, ...withArgument(params, at, 'earliest'))).toBe('remote');
    expect(history.asked).toEqual([[method, withArgument(params, at, '0x0')]]);
  });

  it.each(byKind(NUMBER_OR_TAG))('answers about the newest block itself: %s', async (method, params, at) => {
    const { call, chain, history } = aFork({ limits: { feeHistoryBlocks: 1 } });
    chain.mine({}, {});
    await call(method, ...withArgument(params, at, 'latest'));
    expect(history.asked).toEqual([]);
  });

  it.each(byKind(/EIP-1898/))('finds an earlier block by its hash: %s', async (method, params, at) => {
    const { call, history } = aFork();
    history.answers.set('eth_getBlockByHash', () => ({ number: '0x0' }));
    const given = withArgument(params, at, { blockHash: REMOTE_HASH });
    expect(await call(method, ...given)).toBe('remote');
    expect(history.asked).toEqual([
      ['eth_getBlockByHash', [REMOTE_HASH, false]],
      [method, given],
    ]);
  });
});

test('a call is not debugged on a block of the remote', async () => {
  const { call, history } = aFork();
  await expect(call('halley_debugCall', { to: ALICE }, 'earliest')).rejects.toThrow(/^block 0 is of the forked chain/);
  expect(history.asked).toEqual([]);
});

test('every method whose documentation names a block, a header or a transaction has a place', () => {
  const LOCATED = /^(block|blockHash|transactionHash)$/;
  const unlocated = EVM_METHODS.filter(
    ({ namespace, params }) =>
      ['debug', 'eth'].includes(namespace) &&
      params.some(({ name, kind }) => LOCATED.test(name) || NUMBER_OR_TAG.test(kind)) &&
      placeParam(params) === undefined,
  );
  expect(unlocated.map(({ name }) => name)).toEqual([]);
});

test('sends nothing that changes a chain to the remote', async () => {
  const { call, history } = aFork();
  await call('anvil_dropTransaction', word(7));
  expect(history.asked).toEqual([]);
});

describe('the block of the fork', () => {
  it.each(['0x1', '1', 1])('is the remote’s as %j', async (number) => {
    const { call, history } = aFork();
    expect(await call('eth_getBlockByNumber', number, true)).toBe('remote');
    expect(history.asked).toEqual([['eth_getBlockByNumber', ['0x1', true]]]);
  });

  it('is found by its hash without a further request', async () => {
    const { call, history } = aFork();
    expect(await call('eth_getUncleCountByBlockHash', FORK_HASH)).toBe('remote');
    expect(history.asked).toEqual([['eth_getUncleCountByBlockHash', [FORK_HASH]]]);
  });

  it('has the state of this chain, by its number and by its hash', async () => {
    const { call, history, chain } = aFork();
    for (const block of ['0x1', { blockNumber: '0x1' }, { blockHash: FORK_HASH }]) {
      expect(call('eth_getTransactionCount', ALICE, block)).toBe('0x1');
      await call('eth_call', { to: CONTRACT }, block);
      expect(chain.asked?.at).toBe(1n);
    }
    expect(history.asked).toEqual([]);
  });

  it('is traced by the remote', async () => {
    const { call } = aFork();
    expect(await call('debug_traceBlockByNumber', '0x1', { tracer: 'callTracer' })).toBe('remote');
  });
});

test.each([
  ['eth_getBlockByHash', [REMOTE_HASH, true], 'number'],
  ['eth_getTransactionByHash', [REMOTE_HASH], 'blockNumber'],
  ['eth_getTransactionReceipt', [REMOTE_HASH], 'blockNumber'],
])('asks once for %s, and ignores what the remote made since the fork', async (method, params, member) => {
  const { call, history } = aFork();
  for (const [number, answered] of [
    [EARLIER, true],
    [LATER, false],
    [null, false],
  ] as const) {
    history.answers.set(method, () => ({ [member]: number, of: 'remote' }));
    expect(await call(method, ...params)).toEqual(answered ? { [member]: number, of: 'remote' } : null);
  }
  expect(history.asked).toEqual(Array.from({ length: 3 }, () => [method, params]));
});

test('answers null for a hash that nobody knows', async () => {
  const { call, history } = aFork();
  for (const method of ['eth_getBlockByHash', 'eth_getTransactionByHash', 'eth_getTransactionReceipt'])
    history.answers.set(method, () => null);
  expect(await call('eth_getBlockByHash', REMOTE_HASH, false)).toBeNull();
  expect(await call('eth_getTransactionReceipt', REMOTE_HASH)).toBeNull();
  expect(await call('eth_getRawTransactionByHash', REMOTE_HASH)).toBeNull();
  await expect(call('eth_getBalance', ALICE, { blockHash: REMOTE_HASH })).rejects.toMatchObject({
    code: -32000,
    message: `header not found for hash ${REMOTE_HASH}`,
  });
});

test('finds where a transaction is before it asks for something without a block number', async () => {
  const { call, history } = aFork();
  history.answers.set('eth_getTransactionByHash', () => ({ blockNumber: EARLIER }));
  expect(await call('eth_getRawTransactionByHash', REMOTE_HASH)).toBe('remote');
  history.answers.set('eth_getTransactionByHash', () => ({ blockNumber: LATER }));
  expect(await call('eth_getRawTransactionByHash', REMOTE_HASH)).toBeNull();
  expect(history.asked.map(([method]) => method)).toEqual([
    'eth_getTransactionByHash',
    'eth_getRawTransactionByHash',
    'eth_getTransactionByHash',
  ]);
});

test('asks nobody about its own blocks and transactions', async () => {
  const { call, chain, history } = aFork();
  const { hash } = chain.wait({});
  expect(await call('eth_getTransactionReceipt', to0x(hash))).toBeNull();
  expect(await call('eth_getTransactionReceipt', CALL_HASH)).toMatchObject({ blockHash: BLOCK_2_HASH });
  expect(await call('eth_getTransactionCount', ALICE, { blockHash: BLOCK_2_HASH })).toBe('0x2');
  expect(await call('eth_getBlockByNumber', '0x3', false)).toBeNull();
  expect(await call('eth_getBlockByNumber', 'pending', false)).toMatchObject({ number: '0x3' });
  expect(history.asked).toEqual([]);
});

test('resolves safe and finalized by the head of this chain', async () => {
  const { call, chain, history } = aFork();
  Object.assign(chain, { safeDistance: 1n });
  expect(await call('eth_getBlockByNumber', 'safe', false)).toBe('remote');
  expect(await call('eth_getBlockByNumber', 'finalized', false)).toBe('remote');
  expect(await call('eth_getBalance', ALICE, 'finalized')).toBe('remote');
  expect(history.asked).toEqual([
    ['eth_getBlockByNumber', ['0x1', false]],
    ['eth_getBlockByNumber', ['0x0', false]],
    ['eth_getBalance', [ALICE, '0x0']],
  ]);
});

test('decodes the arguments before it asks the remote', () => {
  const { call, history } = aFork();
  expect(() => call('eth_getBalance', '0x12', '0x0')).toThrow(/invalid argument 0/);
  expect(() => call('eth_getBalance', ALICE, '0x0', 1)).toThrow(/too many arguments/);
  expect(history.asked).toEqual([]);
});

test('passes on the remote’s error with its code and data', async () => {
  const { call, history } = aFork();
  history.answers.set('eth_call', () => {
    throw remoteError(3, 'execution reverted: no', '0x08c379a0');
  });
  await expect(call('eth_call', { to: CONTRACT }, '0x0')).rejects.toMatchObject({
    code: 3,
    message: 'execution reverted: no',
    data: '0x08c379a0',
  });
});

test('asks nothing on a chain that is no fork', () => {
  const { call, chain, history } = aFork();
  chain.forked = undefined;
  expect(call('eth_getBlockByNumber', '0x0', false)).toMatchObject({ number: '0x0' });
  expect(history.asked).toEqual([]);
});

test('refuses traces to callers that are not trusted before it asks the remote', () => {
  const { node, history } = aFork();
  const stranger = { address: '10.0.0.9', id: '10.0.0.9:1', local: false, trusted: false };
  expect(() => node.dispatcher.call(node.context(stranger, undefined), 'debug_traceBlockByNumber', ['0x0'])).toThrow(
    /only local callers/,
  );
  expect(history.asked).toEqual([]);
});
