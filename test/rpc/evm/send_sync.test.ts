/** Tests `eth_sendRawTransactionSync` (EIP-7966) over the little chain: what it waits for, and what ends the wait. */
import { describe, expect, it } from 'vitest';
import type { EvmTransaction } from '../../../src/backend/evm/block.js';
import { fromHex, to0x } from '../../../src/kernel/hex.js';
import { receiptOf } from '../../../src/rpc/evm/methods/eth_sendRawTransactionSync.js';
import { aBench, type Bench } from './fixture.js';
import { aTransaction } from './little_block.js';
import { ALICE, BOB } from './little_names.js';

interface TestDevnet extends Bench {
  /** Milliseconds and action of each timer that is set and not cancelled. */
  readonly timers: Map<object, readonly [number, () => void]>;
  /** Sends a transaction to the mempool, and waits. */
  send(tx: EvmTransaction, ...timeout: unknown[]): Promise<unknown>;
}

function aTestChain(): TestDevnet {
  const timers: TestDevnet['timers'] = new Map();
  const bench = aBench({
    schedule: (ms, action) => {
      const key = {};
      timers.set(key, [ms, action]);
      return () => timers.delete(key);
    },
  });
  const { chain } = bench;
  const listeners = chain.listeners;
  return {
    ...bench,
    timers,
    async send(tx, ...timeout) {
      chain.submit = async () => {
        chain.waiting.push(tx);
        return { type: 'accepted', hash: tx.hash };
      };
      try {
        return await (bench.call('eth_sendRawTransactionSync', to0x(tx.raw), ...timeout) as Promise<unknown>);
      } finally {
        expect([timers.size, chain.listeners]).toEqual([0, listeners]);
      }
    },
  };
}

const next = ({ chain }: Bench, ahead = 0n) =>
  aTransaction({ to: BOB, value: 1n }, chain.nonce(fromHex(ALICE), 'pending') + ahead);
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a transaction that is sent synchronously', () => {
  it('is answered with its receipt, at once when its block exists', async () => {
    const { call, chain } = aTestChain();
    const tx = aTransaction({ to: BOB }, chain.nonce(fromHex(ALICE), 'pending'));
    const receipt = await call('eth_sendRawTransactionSync', to0x(tx.raw));
    expect(receipt).toEqual(await call('eth_getTransactionReceipt', to0x(tx.hash)));
  });

  it('is answered when its block is mined, not before', async () => {
    const testDevnet = aTestChain();
    const tx = next(testDevnet);
    let answer: unknown;
    const sent = testDevnet.send(tx, 500).then((receipt) => {
      answer = receipt;
    });
    await settled();
    expect([...testDevnet.timers.values()].map(([ms]) => ms)).toEqual([500]);
    testDevnet.chain.revertTo(testDevnet.chain.head());
    await settled();
    expect(answer).toBeUndefined();
    testDevnet.chain.minePending();
    await sent;
    expect(answer).toMatchObject({ transactionHash: to0x(tx.hash), status: '0x1' });
  });

  it('is reported as pending when the timeout ends', async () => {
    const testDevnet = aTestChain();
    for (const [timeout, ms] of [
      [undefined, 20_000],
      ['0x7d0', 2_000],
      [0, 20_000],
      [10 ** 9, 60_000],
    ] as const) {
      const tx = next(testDevnet);
      const sent = testDevnet.send(tx, timeout).catch((error: unknown) => error);
      await settled();
      const [timer] = [...testDevnet.timers.values()];
      expect(timer?.[0]).toBe(ms);
      timer?.[1]();
      expect(await sent).toMatchObject({
        code: 4,
        message: `The transaction was added to the transaction pool but wasn't processed in ${ms / 1000}s`,
        data: to0x(tx.hash),
      });
      testDevnet.chain.waiting.length = 0;
    }
  });

  it('is not awaited after a nonce gap', async () => {
    const testDevnet = aTestChain();
    const { chain } = testDevnet;
    const tx = next(testDevnet, 2n);
    // Transactions after a nonce gap do not count.
    const nonce = chain.nonce(fromHex(ALICE), 'pending');
    chain.nonce = () => nonce;
    expect(await testDevnet.send(tx).catch((error: unknown) => error)).toMatchObject({ code: 5, data: to0x(tx.hash) });
  });

  it('is reported when it is dropped or refused', async () => {
    const testDevnet = aTestChain();
    const { chain } = testDevnet;
    const sent = testDevnet.send(next(testDevnet)).catch((error: unknown) => error);
    await settled();
    chain.waiting.length = 0;
    chain.mine();
    expect(await sent).toMatchObject({ code: -32000, message: expect.stringMatching(/was dropped$/) });
    chain.submit = async () => ({ type: 'refused', code: 1, codespace: 'sdk', log: 'nonce too low' });
    await expect(testDevnet.call('eth_sendRawTransactionSync', '0x00')).rejects.toThrow('nonce too low');
    expect(testDevnet.timers.size).toBe(0);
  });

  it('is awaited no longer when its client is gone', async () => {
    const testDevnet = aTestChain();
    const { chain, timers, node } = testDevnet;
    const tx = next(testDevnet);
    chain.waiting.push(tx);
    const listeners = chain.listeners;
    const context = node.context({ address: '', id: '1', local: true, trusted: true, gone: () => true }, undefined);
    const outcome = receiptOf(context, tx.hash, 500).catch((error: unknown) => error);
    await settled();
    expect([timers.size, chain.listeners]).toEqual([1, listeners + 1]);
    chain.mine();
    expect(await outcome).toMatchObject({ code: -32002 });
    expect([timers.size, chain.listeners]).toEqual([0, listeners]);
  });
});
