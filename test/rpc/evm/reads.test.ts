import { expect, test } from 'vitest';
import type { EvmCallOutcome } from '../../../src/backend/evm/execution.js';
import { EMPTY_BYTES } from '../../../src/kernel/bytes.js';
import { fromHex, to0x } from '../../../src/kernel/hex.js';
import { utf8 } from '../../../src/kernel/text.js';
import { aBench, type Bench } from './fixture.js';
import { ALICE, BLOCK_1_HASH, BOB, CALL_HASH, CONTRACT, TRANSFER_HASH, word } from './little_names.js';

const UNKNOWN = word(0xdead);

/** Returns the error of a method, as it is sent. */
async function failure(bench: Bench, method: string, ...params: readonly unknown[]): Promise<object> {
  try {
    await bench.call(method, ...params);
  } catch (error) {
    const { code, message, data } = error as { code: number; message: string; data?: unknown };
    return data === undefined ? { code, message } : { code, message, data };
  }
  throw new Error(`${method} did not fail`);
}

test('reads the state at each tag', () => {
  const { call } = aBench();
  const balances = ['earliest', '0x1', 'latest', 'safe', 'finalized', 'pending', undefined].map(
    (tag) => BigInt(call('eth_getBalance', ALICE, tag) as string) / 10n ** 18n,
  );
  expect(balances).toEqual([12n, 11n, 10n, 10n, 10n, 10n, 10n]);
});

test('accepts blocks by hash and by object', () => {
  const { call } = aBench();
  for (const block of [BLOCK_1_HASH, { blockHash: BLOCK_1_HASH, requireCanonical: true }, { blockNumber: '0x1' }])
    expect(call('eth_getTransactionCount', ALICE, block)).toBe('0x1');
});

test('counts pending transactions only in the pending nonce', () => {
  const { call, chain } = aBench();
  chain.wait({});
  expect(call('eth_getTransactionCount', ALICE, 'latest')).toBe('0x2');
  expect(call('eth_getTransactionCount', ALICE, 'pending')).toBe('0x3');
});

test('answers that a state past the head does not exist', async () => {
  const past = { code: -32000, message: 'header not found: block 3 is past the newest block 2' };
  for (const method of ['eth_getBalance', 'eth_getTransactionCount', 'eth_getCode'])
    expect(await failure(aBench(), method, ALICE, '0x3')).toEqual(past);
  expect(await failure(aBench(), 'eth_getStorageAt', CONTRACT, '0x0', '0x3')).toEqual(past);
  expect(await failure(aBench(), 'eth_getProof', CONTRACT, [], '0x3')).toEqual(past);
  expect(await failure(aBench(), 'eth_call', {}, '0x3')).toEqual(past);
  expect(await failure(aBench(), 'eth_call', {}, UNKNOWN)).toEqual({
    code: -32000,
    message: `header not found for hash ${UNKNOWN}`,
  });
});

test('refuses blocks that only other nodes have with the error of geth, and begins with the first that it has', async () => {
  const bench = aBench({ namespaces: ['eth', 'debug'] });
  Object.assign(bench.chain, { firstHeight: 2n, isPruned: true });
  const pruned = { code: 4444, message: 'pruned history unavailable' };
  for (const [method, ...params] of [
    ['eth_getBlockByNumber', '0x1', false],
    ['eth_getHeaderByNumber', '0x0'],
    ['eth_getBlockReceipts', '0x1'],
    ['eth_getBlockTransactionCountByNumber', '0x1'],
    ['eth_getTransactionByBlockNumberAndIndex', '0x1', '0x0'],
    ['eth_getUncleCountByBlockNumber', '0x1'],
    ['eth_getUncleByBlockNumberAndIndex', '0x1', '0x0'],
    ['debug_traceBlockByNumber', '0x1'],
    ['debug_getHeaderRlp', 1],
  ] as const)
    expect(await failure(bench, method, ...params)).toEqual(pruned);
  expect(bench.call('eth_getBlockByNumber', 'earliest', false)).toMatchObject({ number: '0x2' });
  expect(bench.call('eth_getTransactionReceipt', UNKNOWN)).toBeNull();
});

test('answers null for what does not exist', () => {
  const { call } = aBench();
  expect(call('eth_getBlockByNumber', '0x3', false)).toBeNull();
  expect(call('eth_getBlockByHash', UNKNOWN, true)).toBeNull();
  expect(call('eth_getBlockReceipts', '0x3')).toBeNull();
  expect(call('eth_getBlockReceipts', UNKNOWN)).toBeNull();
  expect(call('eth_getBlockTransactionCountByNumber', '0x3')).toBeNull();
  expect(call('eth_getBlockTransactionCountByHash', UNKNOWN)).toBeNull();
  expect(call('eth_getTransactionByHash', UNKNOWN)).toBeNull();
  expect(call('eth_getTransactionReceipt', UNKNOWN)).toBeNull();
  expect(call('eth_getTransactionLogs', UNKNOWN)).toBeNull();
  expect(call('eth_getTransactionByBlockNumberAndIndex', '0x1', '0x1')).toBeNull();
  expect(call('eth_getTransactionByBlockHashAndIndex', UNKNOWN, '0x0')).toBeNull();
  expect(call('eth_getUncleCountByBlockNumber', '0x3')).toBeNull();
});

test('shows one hash for a block wherever it appears', () => {
  const { call } = aBench();
  const block = call('eth_getBlockByNumber', '0x1', true) as { hash: string; transactions: { blockHash: string }[] };
  const child = call('eth_getBlockByNumber', '0x2', false) as { parentHash: string };
  const receipt = call('eth_getTransactionReceipt', TRANSFER_HASH) as { blockHash: string };
  expect([block.hash, child.parentHash, block.transactions[0]?.blockHash, receipt.blockHash]).toEqual(
    Array.from({ length: 4 }, () => BLOCK_1_HASH),
  );
});

test('returns a block with exactly the members of evm-json-rpc.md 3.2', () => {
  const { call } = aBench();
  expect(Object.keys(call('eth_getBlockByNumber', '0x0', false) as object).sort()).toEqual(
    (
      'baseFeePerGas blobGasUsed difficulty excessBlobGas extraData gasLimit gasUsed hash logsBloom miner mixHash nonce number ' +
      'parentBeaconBlockRoot parentHash receiptsRoot requestsHash sha3Uncles size stateRoot timestamp ' +
      'transactions transactionsRoot uncles withdrawals withdrawalsRoot'
    ).split(' '),
  );
});

test('returns a receipt with exactly the members of evm-json-rpc.md 3.5', () => {
  const receipt = aBench().call('eth_getTransactionReceipt', CALL_HASH) as Record<string, unknown>;
  expect(Object.keys(receipt).sort()).toEqual(
    (
      'blockHash blockNumber contractAddress cumulativeGasUsed effectiveGasPrice from gasUsed logs logsBloom status to ' +
      'transactionHash transactionIndex type'
    ).split(' '),
  );
  expect(receipt).toMatchObject({ effectiveGasPrice: '0x430e2342', contractAddress: null, type: '0x2', from: ALICE });
});

test('shows the members of each transaction type', () => {
  const { call, chain } = aBench();
  const { transactions } = chain.mine({ type: 0, to: BOB }, { type: 1 }, { type: 4, to: BOB });
  const [legacy, accessList, setCode] = transactions.map(
    ({ hash }) => call('eth_getTransactionByHash', to0x(hash)) as Record<string, unknown>,
  );
  expect(legacy).toMatchObject({
    type: '0x0',
    chainId: '0x7a69',
    v: expect.stringMatching(/^0xf4f[56]$/),
    gasPrice: '0x77359400',
    r: expect.stringMatching(/^0x[1-9a-f][0-9a-f]{55,63}$/),
    s: expect.stringMatching(/^0x[1-7][0-9a-f]{55,63}$/),
  });
  expect(legacy).not.toHaveProperty('yParity');
  expect(legacy).not.toHaveProperty('accessList');
  expect(accessList).toMatchObject({ type: '0x1', to: null, accessList: [], yParity: accessList?.['v'] });
  expect(accessList?.['v']).toMatch(/^0x[01]$/);
  expect(accessList).not.toHaveProperty('maxFeePerGas');
  expect(setCode).toMatchObject({
    type: '0x4',
    authorizationList: [],
    maxFeePerGas: '0xb2d05e00',
    gasPrice: '0x77359403',
  });
});

test('shows a pending transaction without a block, at its fee cap', () => {
  const { call, chain } = aBench();
  const hash = to0x(chain.wait({ to: BOB }).hash);
  expect(call('eth_getTransactionByHash', hash)).toMatchObject({
    blockHash: null,
    blockNumber: null,
    transactionIndex: null,
    gasPrice: '0xb2d05e00',
  });
  expect(call('eth_getTransactionReceipt', hash)).toBeNull();
});

test('has null logs for a failed transaction and an empty list for one without logs', () => {
  const { call, chain } = aBench();
  const [failed, silent] = chain.mine({ success: false }, {}).transactions.map(({ hash }) => to0x(hash));
  expect(call('eth_getTransactionLogs', failed)).toBeNull();
  expect(call('eth_getTransactionLogs', silent)).toEqual([]);
});

test('echoes storage keys of a proof as they were spelled', () => {
  const proof = aBench().call('eth_getProof', CONTRACT, ['0x0', word(5)]) as {
    storageProof: { key: string; value: string }[];
  };
  expect(proof.storageProof.map(({ key, value }) => [key, value])).toEqual([
    ['0x0', '0x1'],
    [word(5), '0x0'],
  ]);
});

test('limits the keys of a proof', async () => {
  const bench = aBench({ limits: { proofKeys: 1 } });
  expect(await failure(bench, 'eth_getProof', CONTRACT, ['0x0', '0x1'])).toEqual({
    code: -32000,
    message: 'too many slots (max 1)',
  });
});

const errorString = (text: string): Uint8Array => {
  const bytes = utf8(text);
  const padded = to0x(bytes)
    .slice(2)
    .padEnd(Math.ceil(bytes.length / 32) * 64, '0');
  return fromHex(`0x08c379a0${word(32).slice(2)}${word(bytes.length).slice(2)}${padded}`);
};

const failing = (outcome: EvmCallOutcome): Bench => {
  const bench = aBench();
  bench.chain.outcomes.set('0xbad0', outcome);
  return bench;
};

test('decodes reverts as geth does', async () => {
  const cases: readonly [Uint8Array, string][] = [
    [errorString('user error'), 'execution reverted: user error'],
    [errorString(''), 'execution reverted: '],
    [fromHex(`0x4e487b71${word(1).slice(2)}`), 'execution reverted: assert(false)'],
    [fromHex(`0x4e487b71${word(0x11).slice(2)}`), 'execution reverted: arithmetic underflow or overflow'],
    [fromHex(`0x4e487b71${word(0x99).slice(2)}`), 'execution reverted: unknown panic code: 0x99'],
    [fromHex('0x12345678'), 'execution reverted: custom error 0x12345678'],
    [fromHex('0x08c379a0'), 'execution reverted: custom error 0x08c379a0'],
    [
      fromHex(`0x08c379a0${word(32).slice(2)}${'ff'.repeat(32)}`),
      `execution reverted: custom error 0x08c379a0: ${word(32).slice(2)}${'ff'.repeat(32)}`,
    ],
    [EMPTY_BYTES, 'execution reverted'],
  ];
  for (const [data, message] of cases) {
    const bench = failing({ type: 'revert', data, gasUsed: 1n });
    for (const method of ['eth_call', 'eth_estimateGas'])
      expect(await failure(bench, method, { data: '0xbad0' })).toEqual({ code: 3, message, data: to0x(data) });
  }
});

test('reports halts and refusals by their bare text', async () => {
  const halt = failing({ type: 'halt', reason: 'invalid opcode: INVALID', gasUsed: 5n });
  expect(await failure(halt, 'eth_call', { data: '0xbad0' })).toEqual({
    code: -32000,
    message: 'invalid opcode: INVALID',
  });
  const poor = failing({ type: 'refused', reason: 'insufficient funds for transfer' });
  expect(await failure(poor, 'eth_estimateGas', { data: '0xbad0' })).toEqual({
    code: -32000,
    message: 'insufficient funds for transfer',
  });
});

test('reports how much gas an estimate was allowed', async () => {
  const bench = failing({ type: 'halt', reason: 'out of gas', gasUsed: 30_000_000n });
  expect(await failure(bench, 'eth_call', { data: '0xbad0' })).toEqual({ code: -32000, message: 'out of gas' });
  expect(await failure(bench, 'eth_estimateGas', { data: '0xbad0' })).toEqual({
    code: -32000,
    message: 'gas required exceeds allowance (30000000)',
  });
});

test('reports the log of a refused transaction as the message', async () => {
  const bench = aBench();
  const log = 'nonce too low: next nonce 5, tx nonce 4';
  bench.chain.submit = async () => ({ type: 'refused', code: 3, codespace: 'evm', log });
  expect(await failure(bench, 'eth_sendRawTransaction', '0x01')).toEqual({ code: -32000, message: log });
  expect(await failure(bench, 'eth_sendTransaction', { from: ALICE, to: ALICE })).toEqual({
    code: -32000,
    message: log,
  });
});

test('signs for trusted callers only and shows others no accounts', async () => {
  const stranger = { address: '192.168.1.7', id: '', local: false, trusted: false };
  const bench = aBench({ context: { peer: stranger } });
  expect(bench.call('eth_accounts')).toEqual([]);
  expect(await failure(bench, 'eth_sendTransaction', { from: ALICE })).toEqual({
    code: -32000,
    message: expect.stringContaining('not 192.168.1.7'),
  });
});

test('answers only in enabled namespaces', async () => {
  const bench = aBench({ namespaces: ['net'] });
  expect(bench.call('net_version')).toBe('31337');
  expect(bench.call('rpc_modules')).toEqual({ net: '1.0', rpc: '1.0' });
  expect(await failure(bench, 'eth_chainId')).toEqual({
    code: -32601,
    message: expect.stringMatching(
      /^the method eth_chainId does not exist\/is not available: the namespace "eth" is not /,
    ),
    data: { hint: expect.stringContaining('start with --json-rpc.api=net,eth (or all)') },
  });
});

test('omits the methods that the specification omits', async () => {
  for (const method of ['eth_fillTransaction', 'debug_getRawBlock', 'trace_block', 'engine_newPayloadV1', 'eth_stop'])
    expect(await failure(aBench({ namespaces: ['eth', 'debug', 'engine'] }), method)).toMatchObject({
      code: -32601,
    });
});

test('returns a gas price above the chain minimum', () => {
  const bench = aBench();
  bench.chain.minGasPrice = () => 5_000_000_000n;
  expect(bench.call('eth_gasPrice')).toBe('0x12a05f200');
});
