/** Checks that every tracer answers on a live chain, over both sockets, for a transaction and for a call. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALICE, BLOCK_3_HASH, BOB, CALL_HASH, CONTRACT, CONTRACT_CODE } from '../../src/rpc/examples.js';
import { type Json, LiveSocket, openTestDevnet, type TestDevnet } from './test_devnet.js';

let testDevnet: TestDevnet;
let socket: LiveSocket;

beforeAll(async () => {
  testDevnet = await openTestDevnet();
  socket = await LiveSocket.to(testDevnet.devnet.urls.evmWs);
});
afterAll(async () => {
  socket.close();
  await testDevnet.close();
  expect(testDevnet.bugs).toEqual([]);
});

/** Returns the answer, and checks that it is the same over HTTP and WebSocket. */
async function ask(method: string, ...params: readonly unknown[]): Promise<Json> {
  const answer = await testDevnet.evm(method, ...params);
  expect((await socket.ask(method, params)).result).toEqual(answer);
  return answer;
}

const ofTransaction = (tracer: string, tracerConfig = {}): Promise<Json> =>
  ask('debug_traceTransaction', CALL_HASH, { tracer, tracerConfig });
const ofCall = (tracer: string, tracerConfig = {}): Promise<Json> =>
  ask('debug_traceCall', { from: BOB, to: CONTRACT, input: '0xdeadbeef00' }, 'latest', { tracer, tracerConfig });

describe('for a transaction', () => {
  it('callTracer shows its call and its logs', async () => {
    const { logs, ...frame } = await ofTransaction('callTracer', { withLog: true });
    const receipt = await testDevnet.evm('eth_getTransactionReceipt', CALL_HASH);
    expect(frame).toMatchObject({ type: 'CALL', from: ALICE, to: CONTRACT, gasUsed: receipt.gasUsed });
    expect(logs).toEqual(
      receipt.logs.map(({ address, topics, data, logIndex }: Json) => ({
        address,
        topics,
        data,
        index: logIndex,
        position: '0x0',
      })),
    );
    expect(logs).toHaveLength(1);
  });

  it('flatCallTracer shows its block and its index', async () => {
    expect(await ofTransaction('flatCallTracer')).toMatchObject([
      {
        action: { callType: 'call', from: ALICE, to: CONTRACT },
        blockHash: BLOCK_3_HASH,
        blockNumber: 3,
        transactionHash: CALL_HASH,
        transactionPosition: 0,
        subtraces: 0,
        traceAddress: [],
        type: 'call',
      },
    ]);
    const { transactions } = await testDevnet.evm('eth_getBlockByNumber', '0x3', false);
    const second = await ask('debug_traceTransaction', transactions[1], { tracer: 'flatCallTracer' });
    expect(second[0]).toMatchObject({ transactionHash: transactions[1], transactionPosition: 1 });
  });

  it('prestateTracer shows the state before it, without its fee and its nonce increment', async () => {
    const state = await ofTransaction('prestateTracer');
    expect(state[ALICE]).toEqual({ balance: await testDevnet.evm('eth_getBalance', ALICE, '0x2'), nonce: 2 });
    expect(state[CONTRACT]).toMatchObject({ balance: '0x0', code: CONTRACT_CODE, nonce: 1 });
    expect(Object.values(state[CONTRACT].storage)).toEqual([`0x${'0'.repeat(64)}`]);
    // The proposer's operator account holds nothing and is omitted.
    const { miner } = await testDevnet.evm('eth_getBlockByNumber', '0x3', false);
    expect(state).not.toHaveProperty(miner);
    expect((await ofTransaction('prestateTracer', { includeEmpty: true }))[miner]).toEqual({ balance: '0x0' });
  });

  it('prestateTracer shows the changes: the nonce, the fee, the storage', async () => {
    const { pre, post } = await ofTransaction('prestateTracer', { diffMode: true });
    const { gasUsed, effectiveGasPrice } = await testDevnet.evm('eth_getTransactionReceipt', CALL_HASH);
    expect(Object.keys(pre).sort()).toEqual([CONTRACT, ALICE].sort());
    expect(post[ALICE].nonce).toBe(3);
    expect(BigInt(pre[ALICE].balance) - BigInt(post[ALICE].balance)).toBe(BigInt(gasUsed) * BigInt(effectiveGasPrice));
    expect(Object.values(post[CONTRACT].storage)).toEqual([`0x${'1'.padStart(64, '0')}`]);
  });

  it('the other tracers return their own kind of result', async () => {
    expect(await ofTransaction('4byteTracer')).toEqual({});
    expect(await ofTransaction('noopTracer')).toEqual({});
    expect(await ofTransaction('keccak256PreimageTracer')).toEqual({});
    const tracers = { callTracer: { onlyTopCall: true }, flatCallTracer: {}, noopTracer: {} };
    const all = await ofTransaction('muxTracer', tracers);
    expect(Object.keys(all)).toEqual(['callTracer', 'flatCallTracer', 'noopTracer']);
    expect(all.callTracer).toEqual(await ofTransaction('callTracer'));
    expect(all.flatCallTracer).toEqual(await ofTransaction('flatCallTracer'));
  });
});

describe('for a call', () => {
  it('each tracer shows the simulated result, without a block or an index', async () => {
    expect(await ofCall('callTracer')).toMatchObject({ type: 'CALL', from: BOB, to: CONTRACT, input: '0xdeadbeef00' });
    expect(await ofCall('flatCallTracer')).toMatchObject([
      { blockHash: null, blockNumber: 0, transactionHash: null, transactionPosition: 0 },
    ]);
    expect(await ofCall('4byteTracer')).toEqual({ '0xdeadbeef-1': 1 });
    expect(await ofCall('noopTracer')).toEqual({});
    expect(await ofCall('keccak256PreimageTracer')).toEqual({});
    expect(Object.keys(await ofCall('muxTracer', { '4byteTracer': {}, prestateTracer: {} }))).toHaveLength(2);
    const nonce = await testDevnet.evm('eth_getTransactionCount', BOB, 'latest');
    const { pre, post } = await ofCall('prestateTracer', { diffMode: true });
    expect(pre[BOB]).toEqual({ balance: await testDevnet.evm('eth_getBalance', BOB, 'latest'), nonce: Number(nonce) });
    // A call pays no fee.
    expect(post[BOB]).toEqual({ nonce: Number(nonce) + 1 });
  });

  it('an unknown tracer is refused in one line', async () => {
    const call = [{ to: CONTRACT }, 'latest', { tracer: 'opcountTracer' }];
    const { error } = await socket.ask('debug_traceCall', call);
    expect(error).toMatchObject({ code: -32000 });
    expect(error?.message).toMatch(/^tracer "opcountTracer" is not supported: it is no JavaScript object; there/);
  });
});
