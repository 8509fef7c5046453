import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/kernel/hash.js';
import { utf8 } from '../../src/kernel/text.js';
import { Mempool } from '../../src/mempool/mempool.js';
import { contentOf } from '../../src/mempool/pooled_tx.js';
import { ALICE, aCheck, anAdmission, BOB, namesOf, order, poolWith, refusalOf, send } from './build.js';

const hashOf = (name: string) => sha256(utf8(name));
const eth = (name: string) => sha256(sha256(utf8(name)));

describe('before CheckTx', () => {
  it('refuses a seen transaction, even after it was committed', () => {
    const pool = new Mempool();
    send(pool, 'one', 'plain');
    expect(pool.precheck(utf8('one'), hashOf('one'))).toBe('tx already exists in cache');
    pool.update([utf8('one')], [{ code: 0 }]);
    expect(pool.size).toBe(0);
    expect(pool.precheck(utf8('one'), hashOf('one'))).toBe('tx already exists in cache');
  });

  it('lets a transaction be resubmitted that CheckTx refused or that failed in its block', () => {
    const pool = new Mempool();
    expect(refusalOf(send(pool, 'bad', 'plain', { code: 7, log: 'no' }))).toBe('no');
    expect(refusalOf(send(pool, 'bad', 'plain'))).toBeUndefined();
    pool.update([utf8('bad')], [{ code: 9 }]);
    expect(pool.precheck(utf8('bad'), hashOf('bad'))).toBeUndefined();
  });

  it('keeps refused transactions in the cache when configured', () => {
    const pool = poolWith({ keepInvalidTxsInCache: true });
    send(pool, 'bad', 'plain', { code: 7 });
    expect(pool.precheck(utf8('bad'), hashOf('bad'))).toBe('tx already exists in cache');
  });

  it("names the limit that a transaction exceeds, with CometBFT's message", () => {
    const pool = poolWith({ size: 2, maxTxBytes: 4 });
    expect(pool.precheck(utf8('12345'), hashOf('12345'))).toBe('Tx too large. Max size is 4, but got 5');
    pool.setBlockLimits({ maxDataBytes: 5n, maxGas: -1n });
    expect(pool.precheck(utf8('1234'), hashOf('1234'))).toBe('tx pre check: tx size is too big: 6, max: 5');
    send(pool, 'a', 'plain');
    send(pool, 'b', 'plain');
    const full = 'mempool is full: number of txs 2 (max: 2), total txs bytes 2 (max: 1073741824)';
    expect(pool.precheck(utf8('c'), hashOf('c'))).toBe(full);
    const heavy = poolWith({ maxTxsBytes: 3 });
    send(heavy, 'aa', 'plain');
    expect(heavy.precheck(utf8('bb'), hashOf('bb'))).toContain('total txs bytes 2 (max: 3)');
  });

  it('drops the least recently seen hash, and makes a repeated hash the newest', () => {
    const pool = poolWith({ cacheSize: 2 });
    const see = (name: string) => pool.precheck(utf8(name), hashOf(name)) === undefined;
    expect([see('a'), see('b'), see('a'), see('c')]).toEqual([true, true, false, true]);
    expect([see('a'), see('b')]).toEqual([false, true]);
  });
});

describe('one sender', () => {
  it('queues a transaction with a future nonce, and promotes it when the gap closes', () => {
    const pool = new Mempool();
    expect(send(pool, 'n2', { nonce: 2n })).toMatchObject({ type: 'added', executable: [] });
    expect([pool.executable, pool.queued, pool.nextNonce(ALICE)]).toEqual([0, 1, 0n]);
    expect(send(pool, 'n0', { nonce: 0n })).toMatchObject({ executable: [eth('n0')] });
    expect(send(pool, 'n1', { nonce: 1n })).toMatchObject({ executable: [eth('n1'), eth('n2')] });
    expect([pool.executable, pool.queued, pool.nextNonce(ALICE)]).toEqual([3, 0, 3n]);
    expect(order(pool)).toEqual(['n0', 'n1', 'n2']);
  });

  it('replaces a transaction when both fees rise by ten per cent', () => {
    const pool = new Mempool();
    const old = { maxFeePerGas: 100n, maxPriorityFeePerGas: 20n };
    send(pool, 'old', old);
    const underpriced = 'replacement transaction underpriced';
    expect(refusalOf(send(pool, 'cap', { ...old, maxFeePerGas: 200n }))).toBe(underpriced);
    expect(refusalOf(send(pool, 'tip', { ...old, maxPriorityFeePerGas: 40n }))).toBe(underpriced);
    expect(refusalOf(send(pool, 'less', { maxFeePerGas: 109n, maxPriorityFeePerGas: 22n }))).toBe(underpriced);
    const outcome = send(pool, 'new', { maxFeePerGas: 110n, maxPriorityFeePerGas: 22n });
    expect(outcome).toMatchObject({ type: 'added', executable: [eth('new')], replaced: { hash: hashOf('old') } });
    expect(order(pool)).toEqual(['new']);
    expect(pool.byEthereumHash(eth('old'))).toBeUndefined();
  });

  it('reports only a replacement as executable, not what follows it', () => {
    const pool = new Mempool();
    for (const n of [0n, 1n, 2n]) send(pool, `n${n}`, { nonce: n });
    expect(send(pool, 'better', { nonce: 1n, maxFeePerGas: 20n })).toMatchObject({ executable: [eth('better')] });
    expect(order(pool)).toEqual(['n0', 'better', 'n2']);
  });

  it('checks the balance against all pooled transactions', () => {
    const pool = new Mempool();
    const text = 'insufficient funds for gas * price + value: balance 100, ';
    expect(refusalOf(send(pool, 'x', { cost: 101n, balance: 100n }))).toBe(`${text}tx cost 101, overshot 1`);
    send(pool, 'n0', { cost: 60n, balance: 100n });
    expect(refusalOf(send(pool, 'n1', { nonce: 1n, cost: 50n, balance: 100n }))).toBe(
      `${text}queued cost 60, tx cost 50, overshot 10`,
    );
    send(pool, 'n1 cheap', { nonce: 1n, cost: 40n, balance: 100n });
    expect(refusalOf(send(pool, 'bump', { cost: 65n, balance: 100n, maxFeePerGas: 20n }))).toBe(
      `${text}queued cost 100, tx bumped 5, overshot 5`,
    );
  });

  it('finds a transaction by its Ethereum hash, whatever its envelope', () => {
    const pool = new Mempool();
    send(pool, 'wrapped', { ethereumHash: eth('inner') });
    expect(refusalOf(send(pool, 'wrapped otherwise', { ethereumHash: eth('inner') }))).toBe('already known');
    expect(pool.byEthereumHash(eth('inner'))?.hash).toEqual(hashOf('wrapped'));
  });

  it('refuses a nonce that the account has used', () => {
    expect(refusalOf(send(new Mempool(), 'late', { nonce: 3n, accountNonce: 5n }))).toBe(
      'nonce too low: next nonce 5, tx nonce 3',
    );
  });

  it('limits the queued transactions of one sender and of all', () => {
    const pool = poolWith({ accountQueue: 2, globalQueue: 3 });
    send(pool, 'a5', { nonce: 5n });
    send(pool, 'a6', { nonce: 6n });
    expect(refusalOf(send(pool, 'a7', { nonce: 7n }))).toContain('txpool is full: 2 transactions of this sender');
    send(pool, 'b5', { sender: BOB, nonce: 5n });
    expect(refusalOf(send(pool, 'b6', { sender: BOB, nonce: 6n }))).toContain(
      'txpool is full: 3 transactions already wait',
    );
    expect(refusalOf(send(pool, 'b0', { sender: BOB, nonce: 0n }))).toBeUndefined();
  });

  it('shows pending and queued transactions by nonce', () => {
    const pool = new Mempool();
    for (const n of [3n, 1n, 0n]) send(pool, `n${n}`, { nonce: n });
    const { pending, queued } = pool.contentFrom(ALICE);
    expect([pending, queued].map((list) => list.map((e) => e.admission.nonce))).toEqual([[0n, 1n], [3n]]);
    expect(pool.content().map(contentOf)).toEqual([pool.contentFrom(ALICE)]);
    expect(pool.contentFrom(BOB)).toEqual({ sender: BOB, pending: [], queued: [] });
  });
});

describe('what goes into a block', () => {
  it('agrees with CometBFT about bytes and gas', () => {
    const { vectors } = JSON.parse(readFileSync('test/vectors/consensus-vectors.json', 'utf8'));
    const { expected } = vectors.find(({ id }: { id: string }) => id === 'mempool/reap');
    for (const [available, maxBytes, maxGas, reaped] of expected as [number, number, number, number][]) {
      const pool = new Mempool();
      for (let i = 0; i < available; i++) send(pool, `${i}`.padStart(20, '0'), 'plain');
      const txs = pool.reap({ maxBytes: BigInt(maxBytes), maxGas: BigInt(maxGas), baseFee: 0n });
      expect(txs.length, `${maxBytes} bytes, ${maxGas} gas`).toBe(reaped);
    }
  });

  it("goes by what the proposer earns, then by arrival, and each sender's transactions stay in order", () => {
    const pool = new Mempool();
    send(pool, 'alice 0', { nonce: 0n, maxFeePerGas: 20n });
    send(pool, 'alice 1', { nonce: 1n, maxFeePerGas: 90n });
    send(pool, 'bob 0', { sender: BOB, nonce: 0n, maxFeePerGas: 50n, maxPriorityFeePerGas: 10n });
    send(pool, 'carol 0', { sender: 'c', nonce: 0n, maxFeePerGas: 20n });
    expect(order(pool, 0n)).toEqual(['alice 0', 'alice 1', 'carol 0', 'bob 0']);
    expect(order(pool, 15n)).toEqual(['bob 0', 'alice 0', 'alice 1', 'carol 0']);
  });

  it('excludes transactions that cannot pay the base fee, and those after them', () => {
    const pool = new Mempool();
    send(pool, 'poor 0', { nonce: 0n, maxFeePerGas: 5n });
    send(pool, 'rich 1', { nonce: 1n, maxFeePerGas: 50n });
    expect(order(pool, 6n)).toEqual([]);
    expect([pool.hasReady(6n), pool.hasReady(5n)]).toEqual([false, true]);
    expect(order(pool, 5n)).toEqual(['poor 0', 'rich 1']);
  });

  it('includes transactions without fees by arrival, and neither kind starves the other', () => {
    const pool = new Mempool();
    send(pool, 'p0', 'plain');
    send(pool, 'alice', { maxFeePerGas: 1n });
    send(pool, 'p1', 'plain');
    send(pool, 'bob', { sender: BOB, maxFeePerGas: 9n });
    expect(order(pool)).toEqual(['p0', 'p1', 'bob', 'alice']);
  });

  it('refuses a transaction that no block can hold', () => {
    const pool = new Mempool();
    // An SDK application without blocks since its start answers so (mempool/mempool.go, PostCheckMaxGas).
    expect(refusalOf(send(pool, 'unlimited', 'plain', { gasWanted: -1n }))).toBeUndefined();
    pool.setBlockLimits({ maxDataBytes: -1n, maxGas: 4n });
    expect(refusalOf(send(pool, 'much', 'plain', { gasWanted: 5n }))).toBe('gas wanted 5 is greater than max gas 4');
    expect(refusalOf(send(pool, 'odd', 'plain', { gasWanted: -1n }))).toBe('gas wanted -1 is negative');
  });
});

describe('after a block', () => {
  it("removes the block's transactions and those it outdates, and returns the rest for a recheck", () => {
    const pool = new Mempool();
    for (const n of [0n, 1n, 2n]) send(pool, `alice ${n}`, { nonce: n });
    send(pool, 'bob', { sender: BOB });
    send(pool, 'plain', 'plain');
    const recheck = pool.update([utf8('alice 0'), utf8('alice 1')], [{ code: 0 }, { code: 0 }]);
    expect(namesOf(recheck.map(({ tx }) => tx))).toEqual(['alice 2', 'bob', 'plain']);
    expect(pool.nextNonce(ALICE)).toBe(3n);
    expect(order(pool)).toEqual(['alice 2', 'bob', 'plain']);
  });

  it('returns only the transactions that the changed accounts concern', () => {
    const pool = new Mempool();
    for (const n of [0n, 1n]) send(pool, `alice ${n}`, { nonce: n });
    send(pool, 'bob', { sender: BOB });
    const changed = new Map([[ALICE, { nonce: 1n, balance: 5n }]]);
    expect(namesOf(pool.update([], [], changed).map(({ tx }) => tx))).toEqual(['alice 1']);
    expect(pool.precheck(utf8('alice 0'), hashOf('alice 0'))).toBeUndefined();
  });

  it('applies the results of the recheck', () => {
    const pool = new Mempool();
    for (const n of [0n, 1n, 2n]) send(pool, `n${n}`, { nonce: n });
    pool.rechecked(hashOf('n1'), aCheck({ code: 5 }));
    expect([pool.executable, pool.queued]).toEqual([1, 1]);
    pool.rechecked(hashOf('n2'), aCheck({ admission: anAdmission(utf8('n2'), { nonce: 2n, accountNonce: 2n }) }));
    expect(order(pool)).toEqual(['n2']);
    pool.rechecked(hashOf('gone'), aCheck());
  });

  it('returns nothing when rechecking is off', () => {
    const pool = poolWith({ recheck: false });
    send(pool, 'p', 'plain');
    expect(pool.update([], [])).toEqual([]);
  });

  it('accepts its former transactions again after a flush', () => {
    const pool = new Mempool();
    send(pool, 'alice');
    send(pool, 'p', 'plain');
    pool.flush();
    expect([pool.size, pool.bytes, pool.executable, order(pool).length]).toEqual([0, 0, 0, 0]);
    send(pool, 'alice');
    expect(pool.size).toBe(1);
  });
});

describe('snapshots', () => {
  it('restore transactions, order and cache', () => {
    const pool = new Mempool();
    send(pool, 'alice 0', { nonce: 0n });
    send(pool, 'p', 'plain');
    const snapshot = pool.snapshot();
    send(pool, 'alice 1', { nonce: 1n });
    pool.update([utf8('alice 0'), utf8('p')], [{ code: 0 }, { code: 1 }]);
    pool.restore(snapshot);
    expect(order(pool)).toEqual(['alice 0', 'p']);
    expect([...pool.all()].map(({ arrival }) => arrival)).toEqual([0, 1]);
    expect(pool.precheck(utf8('p'), hashOf('p'))).toBe('tx already exists in cache');
    expect(pool.precheck(utf8('alice 1'), hashOf('alice 1'))).toBeUndefined();
    pool.restore(snapshot);
  });

  it('are invalid when an earlier one was restored, and after their release', () => {
    const pool = new Mempool();
    const [first, second] = [pool.snapshot(), pool.snapshot()];
    pool.restore(first);
    expect(() => pool.restore(second)).toThrow('was dropped');
    pool.release(first);
    expect(() => pool.restore(first)).toThrow('was dropped');
  });
});

describe('the order "fifo"', () => {
  it('ignores fees except for the base fee, and respects nonces', () => {
    const pool = new Mempool(new Mempool().limits, 'fifo');
    send(pool, 'bob late', { sender: BOB, nonce: 1n, maxFeePerGas: 50n });
    send(pool, 'alice', { maxFeePerGas: 5n });
    send(pool, 'plain', 'plain');
    send(pool, 'bob', { sender: BOB, maxFeePerGas: 9n });
    send(pool, 'alice next', { nonce: 1n, maxFeePerGas: 99n });
    expect(order(pool)).toEqual(['alice', 'plain', 'bob', 'bob late', 'alice next']);
    expect(order(pool, 9n)).toEqual(['plain', 'bob', 'bob late']);
    expect([pool.hasReady(9n), pool.hasReady(10n)]).toEqual([true, true]);
  });
});
