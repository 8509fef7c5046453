/** Tests that states which callers retain stay as they were while the pool of dev transactions changes. */
import { beforeAll, describe, expect, it } from 'vitest';
import { MsgSetBalance } from '../../../src/codec/dev/accounts.js';
import { installFastCrypto } from '../../../src/crypto/install.js';
import { fromHex } from '../../../src/kernel/hex.js';
import { TestChain } from '../support/chain.js';

beforeAll(installFastCrypto);

const NOBODY = fromHex('00000000000000000000000000000000000abcde');

/** Opens a chain. `set` adds a change of a balance, `balance` reads it at the head after the pending changes. */
async function aChain() {
  const chain = await TestChain.open();
  const { devTxs } = chain.app;
  const set = (balance: bigint): void => chain.sendDevTx(MsgSetBalance, { address: NOBODY, balance });
  const balance = (): bigint => devTxs.latest.account(NOBODY)?.balance ?? 0n;
  const bytes = (): number => devTxs.waiting.reduce((sum, tx) => sum + tx.bytes.length, 0);
  return { chain, devTxs, set, balance, bytes };
}

describe('a retained state', () => {
  it('does not change when the pool does', async () => {
    const { devTxs, set, balance } = await aChain();
    set(11n);
    const head = devTxs.keep();
    const atHeight = devTxs.keep(0n);
    set(22n);
    const changes = devTxs.keepChanges();
    set(33n);
    expect([head, atHeight, changes].map((state) => state?.account(NOBODY)?.balance)).toEqual([11n, 11n, 22n]);
    expect(balance()).toBe(33n);
  });

  it('does not change when a change is refused, nor does the head', async () => {
    const { chain, devTxs, set, balance } = await aChain();
    set(11n);
    const head = devTxs.keep();
    expect(() => chain.sendDevTx(MsgSetBalance, { address: new Uint8Array(3), balance: 44n })).toThrow('3 bytes');
    expect([head.account(NOBODY)?.balance, balance(), devTxs.waiting.length]).toEqual([11n, 11n, 1]);
    expect(devTxs.sequence).toBe(1n);
  });
});

describe('a snapshot of the pool', () => {
  it('has the head of its moment, as often as it is restored', async () => {
    const { devTxs, set, balance } = await aChain();
    set(11n);
    expect(balance()).toBe(11n);
    const snapshot = devTxs.snapshot();
    for (const other of [22n, 33n]) {
      set(other);
      set(other + 1n);
      const { version } = devTxs;
      devTxs.restore(snapshot);
      expect([balance(), devTxs.sequence, devTxs.waiting.length]).toEqual([11n, 1n, 1]);
      expect(devTxs.version).toBeGreaterThan(version);
    }
  });

  it('forgets the states below the head, whose heights have other blocks after a revert', async () => {
    const { chain, devTxs, set } = await aChain();
    const below = (): bigint | undefined => devTxs.at(0n).account(NOBODY)?.balance;
    const empty = devTxs.snapshot();
    set(11n);
    await chain.block();
    expect(below()).toBe(11n);
    chain.state.revertTo(0n);
    devTxs.restore(empty);
    await chain.block();
    expect(below()).toBeUndefined();
  });
});

it('counts the bytes of the pending transactions, also after some have left', async () => {
  const { chain, devTxs, set, bytes } = await aChain();
  for (const balance of [1n, 1n << 80n, 1n << 200n]) set(balance);
  const three = devTxs.snapshot();
  expect(three.bytes).toBe(bytes());
  devTxs.keepFirst(2);
  expect([devTxs.waiting.length, devTxs.snapshot().bytes]).toEqual([2, bytes()]);
  devTxs.restore(three);
  expect(devTxs.snapshot().bytes).toBe(three.bytes);
  const [first] = three.txs;
  await chain.run({ ...chain.blockRequest([]), txs: first === undefined ? [] : [first.bytes] });
  expect([devTxs.waiting.length, devTxs.snapshot().bytes]).toEqual([2, bytes()]);
  devTxs.forget();
  devTxs.recover(three.txs.map((tx) => tx.bytes));
  expect([devTxs.waiting.length, devTxs.snapshot().bytes]).toEqual([2, bytes()]);
  await chain.block();
  expect(devTxs.snapshot()).toMatchObject({ txs: [], bytes: 0 });
});
