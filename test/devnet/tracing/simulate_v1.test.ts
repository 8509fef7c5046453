/** Tests `eth_simulateV1` and `eth_createAccessList`: the simulation matches what a real block does. */
import { createBlockHeader } from '@ethereumjs/block';
import { createCustomCommon, Hardfork, Mainnet } from '@ethereumjs/common';
import { createTxFromRLP } from '@ethereumjs/tx';
import { getContractAddress, type Hex, keccak256, numberToHex, pad } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planBlocks } from '../../../src/app/calls/simulated/simulate_blocks.js';
import { DEVELOPMENT_ACCOUNTS } from '../../../src/config/development_accounts.js';
import { fromHex } from '../../../src/kernel/hex.js';
import { plainResult } from '../../../src/rpc/jsonrpc/encoded.js';
import { RpcError } from '../../../src/rpc/jsonrpc/errors.js';
import { IN_PROCESS_PEER } from '../../../src/rpc/protocol_handler.js';
import { SINK_CODE, sinkCall } from '../../app/support/contracts.js';
import { NodeUnderTest } from '../node_kit.js';

const [ALICE, BOB] = DEVELOPMENT_ACCOUNTS.map(({ address }) => address.toLowerCase()) as [Hex, Hex];
const NOBODY = `0x${'ab'.repeat(20)}` as Hex;
const COIN = 10n ** 18n;
const common = createCustomCommon({ chainId: 31337 }, Mainnet, { hardfork: Hardfork.Prague });

// biome-ignore lint/suspicious/noExplicitAny: answers as they come
type Json = any;
let node: NodeUnderTest;
let sink: Hex;

async function ask(method: string, ...params: readonly unknown[]): Promise<Json> {
  const { evm } = node.node;
  return plainResult(await evm.dispatcher.call(evm.context(IN_PROCESS_PEER, undefined), method, params));
}

/** Returns the error of a refused request. */
const refusal = async (method: string, ...params: readonly unknown[]): Promise<[number, string]> => {
  try {
    return [0, JSON.stringify(await ask(method, ...params))];
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return [error.code, error.message];
  }
};

const simulate = (blockStateCalls: readonly object[], more: object = {}): Promise<Json> =>
  ask('eth_simulateV1', { blockStateCalls, ...more }, 'latest');
const refused = (blockStateCalls: readonly object[], more: object = {}) =>
  refusal('eth_simulateV1', { blockStateCalls, ...more }, 'latest');
const head = (): bigint => node.node.evmBackend.head();

beforeAll(async () => {
  node = await NodeUnderTest.open({
    seed: 'simulate',
    miningMode: 'manual',
    jsonRpc: { limits: { gasCap: 25_000_000n } },
  });
  const nonce = BigInt(await ask('eth_getTransactionCount', ALICE, 'pending'));
  sink = getContractAddress({ from: ALICE, nonce }).toLowerCase() as Hex;
  await ask('eth_sendTransaction', { from: ALICE, data: SINK_CODE, value: numberToHex(COIN) });
  await node.mine();
});
afterAll(() => node.close());

describe('simulated blocks', () => {
  it('follow one another: numbers, times, hashes of their headers, BLOCKHASH', async () => {
    const [a, b, c] = await simulate([
      { calls: [{ from: ALICE, to: BOB, value: '0x5' }] },
      { calls: [{ to: sink, data: sinkCall('hashOf', head() + 1n) }], blockOverrides: { feeRecipient: NOBODY } },
      {
        calls: [
          { to: sink, data: sinkCall('hashOf', head()) },
          { to: sink, data: sinkCall('scene') },
        ],
      },
    ]);
    const latest = await ask('eth_getBlockByNumber', 'latest', false);
    expect([a, b, c].map(({ number }) => BigInt(number))).toEqual([head() + 1n, head() + 2n, head() + 3n]);
    expect([a.parentHash, b.parentHash, c.parentHash]).toEqual([latest.hash, a.hash, b.hash]);
    expect([a, b, c].map(({ timestamp }) => BigInt(timestamp) - BigInt(latest.timestamp))).toEqual([1n, 2n, 3n]);
    expect(b.calls[0].returnData).toBe(a.hash);
    expect(c.calls[0].returnData).toBe(latest.hash);
    expect([b.miner, c.miner]).toEqual([NOBODY, NOBODY]);
    for (const block of [a, b, c]) {
      const { hash, sha3Uncles: uncleHash, receiptsRoot: receiptTrie, transactionsRoot: transactionsTrie } = block;
      const { miner: coinbase, ...rest } = block;
      const header = createBlockHeader({ ...rest, coinbase, uncleHash, receiptTrie, transactionsTrie }, { common });
      expect(`0x${Buffer.from(header.hash()).toString('hex')}`).toBe(hash);
    }
  });

  it('equal the next block, when that does the same', async () => {
    const calls = [
      { from: ALICE, to: sink, data: sinkCall('set', 3n, 9n), gas: numberToHex(90_000) },
      { from: BOB, to: sink, data: sinkCall('make', 5n, false, 1n), gas: numberToHex(900_000) },
      { from: ALICE, to: sink, data: sinkCall('fail', 1n), gas: numberToHex(60_000) },
      { from: ALICE, to: sink, data: sinkCall('poke', 7n, '0x1234'), gas: numberToHex(60_000) },
    ];
    const [simulated] = await simulate([{ calls }]);
    const sent: Hex[] = [];
    for (const call of calls) sent.push(await ask('eth_sendTransaction', call));
    const pending = await ask('eth_getBlockReceipts', 'pending');
    await node.mine();
    for (const [i, hash] of sent.entries()) {
      const receipt = await ask('eth_getTransactionReceipt', hash);
      const call = simulated.calls[i];
      expect([call.status, call.maxUsedGas >= call.gasUsed]).toEqual([receipt.status, true]);
      // A receipt counts the charged gas, which is at least a part of the limit.
      expect(BigInt(receipt.gasUsed)).toBeGreaterThanOrEqual(BigInt(call.gasUsed));
      const said = ({ address, topics, data }: Json) => ({ address, topics, data });
      expect(call.logs.map(said)).toEqual(receipt.logs.map(said));
      expect(pending[i]).toMatchObject({ transactionHash: hash, gasUsed: receipt.gasUsed, status: receipt.status });
    }
    expect(simulated.calls[2].error).toMatchObject({ code: 3, message: expect.stringMatching(/^execution reverted/) });
  });

  it('see overrides of state and block, and changes of earlier ones', async () => {
    const [a, b, c] = await simulate(
      [
        {
          stateOverrides: { [NOBODY]: { balance: numberToHex(7n * COIN) } },
          calls: [{ from: NOBODY, to: BOB, value: '0x1' }],
        },
        {
          blockOverrides: { number: numberToHex(head() + 5n), time: numberToHex(9_000_000_000n), gasLimit: '0xf4240' },
          calls: [{ to: sink, data: sinkCall('balanceOf', NOBODY) }],
        },
      ].flat(),
    ).then((blocks) => [blocks[0], blocks[4], blocks]);
    expect(c).toHaveLength(5);
    expect(c.slice(1, 4).map(({ transactions }: Json) => transactions)).toEqual([[], [], []]);
    expect(a.calls[0].status).toBe('0x1');
    expect([BigInt(b.number), BigInt(b.timestamp), b.gasLimit]).toEqual([head() + 5n, 9_000_000_000n, '0xf4240']);
    expect(BigInt(b.calls[0].returnData)).toBe(7n * COIN - 1n);
    expect(await ask('eth_getBalance', NOBODY, 'latest')).toBe('0x0');
  });

  it('log transfers of coins, unless they are reverted', async () => {
    const TRANSFER = keccak256(Buffer.from('Transfer(address,address,uint256)'));
    const calls = [
      { from: ALICE, to: sink, value: '0x2', data: sinkCall('set', 1n, 1n) },
      { from: ALICE, to: sink, data: sinkCall('pay', BOB, 3n) },
      { from: ALICE, to: sink, value: '0x2', data: sinkCall('fail', 1n) },
      { from: ALICE, to: sink, data: sinkCall('poke', 7n, '0x') },
    ];
    const [silent] = await simulate([{ calls }]);
    expect(silent.calls.map(({ logs }: Json) => logs.length)).toEqual([0, 0, 0, 1]);
    const [block] = await simulate([{ calls }], { traceTransfers: true });
    const [given, paid, failed, poked] = block.calls;
    const moved = (from: Hex, to: Hex, value: number, logIndex: number) => ({
      address: `0x${'ee'.repeat(20)}`,
      topics: [TRANSFER, pad(from), pad(to)],
      data: pad(numberToHex(value)),
      logIndex: numberToHex(logIndex),
      blockHash: block.hash,
    });
    expect(given.logs).toMatchObject([moved(ALICE, sink, 2, 0)]);
    expect(paid.logs).toMatchObject([moved(sink, BOB, 3, 1)]);
    expect(failed.logs).toEqual([]);
    expect(poked.logs).toMatchObject([{ address: sink, logIndex: '0x2' }]);
    // No contract logged them: roots and bloom are those of the contracts' logs alone.
    expect([block.logsBloom, block.gasUsed]).toEqual([silent.logsBloom, silent.gasUsed]);
    expect(block.receiptsRoot).toBe(silent.receiptsRoot);
  });

  it('check calls by the rules of transactions on request', async () => {
    const calls = [{ from: ALICE, to: BOB, value: '0x1' }];
    expect(await refused([{ calls }], { validation: true })).toEqual([
      -38012,
      expect.stringMatching(/less than block base fee/),
    ]);
    const priced = { maxFeePerGas: '0x2540be400', gas: '0x5208' };
    const one = { ...calls[0], ...priced };
    const [block] = await simulate([{ calls: [one] }, { calls: [one] }], { validation: true });
    const next = await ask('eth_getBlockByNumber', 'pending', false);
    expect(block.baseFeePerGas).toBe(next.baseFeePerGas);
    const nonce = BigInt(await ask('eth_getTransactionCount', ALICE, 'latest'));
    for (const [wrong, code] of [
      [nonce - 1n, -38010],
      [nonce + 1n, -38011],
    ] as const)
      expect((await refused([{ calls: [{ ...one, nonce: numberToHex(wrong) }] }], { validation: true }))[0]).toBe(code);
    expect((await refused([{ calls: [{ ...one, nonce: '0x0' }] }]))[0]).toBe(0);
    expect((await refused([{ calls: [{ ...one, from: NOBODY }] }]))[0]).toBe(-38014);
    expect((await refused([{ calls: [{ from: NOBODY, value: '0x1', to: BOB }] }]))[0]).toBe(-38014);
    expect((await refused([{ calls: [{ from: NOBODY, to: BOB }] }]))[0]).toBe(0);
  });

  it('are refused when a call names another chain id', async () => {
    const call = { from: ALICE, to: BOB };
    expect((await refused([{ calls: [call] }, { calls: [{ ...call, chainId: '0x7a69' }] }]))[0]).toBe(0);
    expect(await refused([{ calls: [call] }, { calls: [{ ...call, chainId: '0x1' }] }])).toEqual([
      -32000,
      expect.stringContaining('chainId does not match'),
    ]);
  });

  it('pay their fees from the balances, once', async () => {
    const gasPrice = 10n ** 10n;
    const [block] = await simulate([
      {
        calls: [
          { from: ALICE, to: BOB, value: '0x1', gasPrice: numberToHex(gasPrice), gas: '0x5208' },
          { to: sink, data: sinkCall('balanceOf', ALICE) },
        ],
      },
    ]);
    const before = BigInt(await ask('eth_getBalance', ALICE, 'latest'));
    expect(BigInt(block.calls[1].returnData)).toBe(before - 21_000n * gasPrice - 1n);
  });

  it('are refused with the codes of the specification', async () => {
    const past = numberToHex(head());
    expect(await refused([])).toEqual([-32602, expect.stringMatching(/empty input/)]);
    expect((await refused([{ blockOverrides: { number: past } }]))[0]).toBe(-38020);
    expect((await refused([{ blockOverrides: { time: '0x1' } }]))[0]).toBe(-38021);
    const endOfTime = 2n ** 53n;
    for (const time of [endOfTime, 2n ** 64n - 1n])
      expect(await refused([{ blockOverrides: { time: numberToHex(time) } }])).toEqual([
        -38021,
        `block timestamp ${time} is after ${endOfTime - 1n}, the latest that a block can have`,
      ]);
    const last = { blockOverrides: { time: numberToHex(endOfTime - 1n) } };
    expect((await refused([last]))[0]).toBe(0);
    expect((await refused([last, {}]))[0]).toBe(-38021);
    expect((await refused([{ blockOverrides: { number: numberToHex(head() + 257n) } }]))[0]).toBe(-38026);
    expect((await refused(Array.from({ length: 257 }, () => ({}))))[0]).toBe(-38026);
    expect((await refused([{ calls: Array.from({ length: 5001 }, () => ({})) }]))[0]).toBe(-38026);
    expect((await refused([{ calls: [{ to: BOB, gas: '0x5207' }] }]))[0]).toBe(-38013);
    expect((await refused([{ calls: [{ to: BOB, gas: '0x77359400' }] }]))[0]).toBe(-38015);
    expect((await refused([{ calls: [{ input: `0x${'00'.repeat(49_153)}` }] }]))[0]).toBe(-38025);
    expect((await refused([{ calls: [{ to: BOB, chainId: '0x1' }] }]))[0]).toBe(-32000);
    expect((await refusal('eth_simulateV1', { blockStateCalls: 7 }))[0]).toBe(-32602);
    const most = Array.from({ length: 256 }, () => ({ block: {}, state: undefined, calls: [] }));
    expect(planBlocks({ number: 7n, timestamp: 9n }, most)).toHaveLength(256);
    expect(await simulate(Array.from({ length: 20 }, () => ({})))).toHaveLength(20);
  });

  it('end with the EVM’s error text, and share the gas cap', async () => {
    const [block] = await simulate([{ calls: [{ to: sink, data: sinkCall('fail', 3n) }] }]);
    expect(block.calls[0]).toMatchObject({
      status: '0x0',
      returnData: '0x',
      error: {
        code: -32015,
        message: expect.stringMatching(/^vm execution error: invalid opcode: INVALID .*global gas cap/),
      },
    });
    // All changes are gone.
    expect((await refused([{ calls: [{ to: sink, data: sinkCall('fail', 3n) }] }, { calls: [{ to: BOB }] }]))[0]).toBe(
      -38013,
    );
  });

  it('show transactions in full: unsigned, with their senders and hashes', async () => {
    const calls = [
      { from: ALICE, to: BOB, value: '0x1' },
      { from: BOB, to: ALICE, gasPrice: '0x0' },
    ];
    const [{ transactions }] = await simulate([{ calls }], { returnFullTransactions: true });
    expect(transactions).toMatchObject([
      { from: ALICE, to: BOB, type: '0x2', r: '0x0', s: '0x0', v: '0x0', transactionIndex: '0x0' },
      { from: BOB, to: ALICE, type: '0x0' },
    ]);
    const [{ transactions: hashes }] = await simulate([{ calls }]);
    expect(hashes).toEqual(transactions.map(({ hash }: Json) => hash));
  });

  it('run after pending transactions, on pending', async () => {
    await ask('eth_sendTransaction', { from: ALICE, to: NOBODY, value: '0x9' });
    const on = (block: string) =>
      ask(
        'eth_simulateV1',
        { blockStateCalls: [{ calls: [{ to: sink, data: sinkCall('balanceOf', NOBODY) }] }] },
        block,
      );
    const [[pending], [latest]] = [await on('pending'), await on('latest')];
    expect([BigInt(pending.calls[0].returnData), BigInt(latest.calls[0].returnData)]).toEqual([9n, 0n]);
    expect([BigInt(pending.number), BigInt(latest.number)]).toEqual([head() + 2n, head() + 1n]);
    await node.node.evmBackend.dropAll();
  });
});

describe('an access list', () => {
  const list = (call: object, ...more: unknown[]) =>
    ask('eth_createAccessList', { from: ALICE, ...call }, 'latest', ...more);

  it('names what a call touches, and gives the gas with the list', async () => {
    const data = sinkCall('pay', NOBODY, 0n);
    const { accessList, gasUsed, error } = await list({ to: sink, data });
    expect(error).toBeUndefined();
    expect(accessList.map(({ address }: Json) => address).sort()).toEqual([sink, NOBODY].sort());
    const { storageKeys } = accessList.find(({ address }: Json) => address === sink);
    expect(storageKeys).toHaveLength(1);
    expect(accessList.find(({ address }: Json) => address === NOBODY).storageKeys).toEqual([]);
    const hash = await ask('eth_sendTransaction', {
      from: ALICE,
      to: sink,
      data,
      accessList,
      gas: gasUsed,
      gasPrice: undefined,
    });
    await node.mine();
    expect(await ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1', gasUsed });
  });

  it('is made on the state with the overrides', async () => {
    // SLOAD of slot 5.
    const stateOverrides = { [NOBODY]: { code: '0x60055450' } };
    const listed = await ask('eth_createAccessList', { from: ALICE, to: NOBODY }, 'latest', stateOverrides);
    expect(listed.accessList).toEqual([{ address: NOBODY, storageKeys: [pad('0x5')] }]);
    expect((await ask('eth_createAccessList', { from: ALICE, to: NOBODY }, 'latest')).accessList).toEqual([]);
  });

  it('is empty for a transfer, leaves out precompiles, and reports a failure beside it', async () => {
    expect(await list({ to: BOB, value: '0x1' })).toEqual({ accessList: [], gasUsed: '0x5208' });
    const { accessList } = await list({ to: sink, data: sinkCall('precompiles', pad('0x11'), '0x1234') });
    expect(accessList.every(({ address }: Json) => BigInt(address) > 0x1000n)).toBe(true);
    const failed = await list({ to: sink, data: sinkCall('fail', 1n) });
    expect(failed).toMatchObject({ error: 'execution reverted', accessList: expect.any(Array) });
    const poor = await refusal('eth_createAccessList', { from: NOBODY, to: BOB, value: '0x1' }, 'latest');
    expect(poor).toEqual([-32000, expect.stringMatching(/^insufficient funds/)]);
    expect(await list({ from: NOBODY, to: BOB, value: '0x1' }, { [NOBODY]: { balance: '0x1' } })).toMatchObject({
      gasUsed: '0x5208',
    });
  });
});

it('raw transactions are the signed bytes, also while they are pending', async () => {
  const hash = await ask('eth_sendTransaction', { from: BOB, to: ALICE, value: '0x1' });
  const raw = await ask('eth_getRawTransactionByHash', hash);
  expect(keccak256(raw)).toBe(hash);
  expect(createTxFromRLP(fromHex(raw), { common }).getSenderAddress().toString()).toBe(BOB);
  expect(await ask('eth_getRawTransactionByBlockNumberAndIndex', 'pending', '0x0')).toBe(raw);
  await node.mine();
  const { blockHash } = await ask('eth_getTransactionReceipt', hash);
  expect(await ask('eth_getRawTransactionByBlockHashAndIndex', blockHash, '0x0')).toBe(raw);
  expect(await ask('eth_getRawTransactionByBlockHashAndIndex', blockHash, '0x1')).toBeNull();
  expect(await ask('eth_getRawTransactionByHash', `0x${'00'.repeat(32)}`)).toBeNull();
});
