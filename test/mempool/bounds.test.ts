/** Tests both sides of every limit: the last transaction that is accepted and the first that is refused. */
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/kernel/hash.js';
import { finish } from '../../src/kernel/steps.js';
import { utf8 } from '../../src/kernel/text.js';
import { Mempool } from '../../src/mempool/mempool.js';
import { sizeInBlock } from '../../src/mempool/pooled_tx.js';
import { ALICE, aCheck, anAdmission, BOB, namesOf, order, poolWith, refusalOf, send } from './build.js';

const CAROL = 'c'.repeat(40);
const hashOf = (name: string) => sha256(utf8(name));
const early = (pool: Mempool, name: string) => pool.precheck(utf8(name), hashOf(name));

describe('a transaction by itself', () => {
  it('may have as many bytes as the limits allow', () => {
    const pool = poolWith({ maxTxBytes: 4 });
    expect(early(pool, '1234')).toBeUndefined();
    pool.setBlockLimits({ maxDataBytes: 5n, maxGas: -1n });
    expect(early(pool, '123')).toBeUndefined();
    pool.setBlockLimits({ maxDataBytes: 0n, maxGas: -1n });
    expect(early(pool, '')).toContain('tx size is too big: 2, max: 0');
    pool.setBlockLimits({ maxDataBytes: -1n, maxGas: -1n });
    expect(early(pool, '4321')).toBeUndefined();
  });

  it('adds a tag and a length prefix in a block, and the prefix grows with every seven bits', () => {
    expect([0, 127, 128, 16_383, 16_384].map(sizeInBlock)).toEqual([2, 129, 131, 16_386, 16_388]);
  });

  it('may want as much gas as a block has, or none', () => {
    const pool = new Mempool();
    pool.setBlockLimits({ maxDataBytes: -1n, maxGas: 5n });
    expect(refusalOf(send(pool, 'all', 'plain', { gasWanted: 5n }))).toBeUndefined();
    pool.setBlockLimits({ maxDataBytes: -1n, maxGas: 0n });
    expect(refusalOf(send(pool, 'none', 'plain', { gasWanted: 0n }))).toBeUndefined();
    expect(refusalOf(send(pool, 'one', 'plain', { gasWanted: 1n }))).toBe('gas wanted 1 is greater than max gas 0');
  });

  it('that was refused may be resubmitted, a pooled one may not', () => {
    const pool = new Mempool();
    pool.setBlockLimits({ maxDataBytes: -1n, maxGas: 0n });
    send(pool, 'later', 'plain');
    pool.setBlockLimits({ maxDataBytes: -1n, maxGas: -1n });
    expect(refusalOf(send(pool, 'later', 'plain'))).toBeUndefined();
    expect(refusalOf(pool.add(utf8('later'), hashOf('later'), aCheck()))).toBe('already known');
    expect(early(pool, 'later')).toBe('tx already exists in cache');
  });
});

describe('the pool', () => {
  it('is full with the last transaction and the last byte, not before', () => {
    const counted = poolWith({ size: 2 });
    expect(['a', 'b', 'c'].map((name) => early(counted, name) ?? send(counted, `${name}!`, 'plain').type)).toEqual([
      'added',
      'added',
      'mempool is full: number of txs 2 (max: 2), total txs bytes 4 (max: 1073741824)',
    ]);
    const weighed = poolWith({ maxTxsBytes: 4 });
    send(weighed, 'aa', 'plain');
    send(weighed, 'bb', 'plain');
    expect(weighed.bytes).toBe(4);
    expect(early(weighed, 'c')).toContain('total txs bytes 4 (max: 4)');
  });

  it('that fills up between the two checks refuses at the second', () => {
    const pool = poolWith({ size: 1 });
    expect([early(pool, 'a'), early(pool, 'b')]).toEqual([undefined, undefined]);
    pool.add(utf8('a'), hashOf('a'), aCheck());
    const outcome = pool.add(utf8('b'), hashOf('b'), aCheck());
    expect(outcome).toMatchObject({ type: 'refused', check: { code: 20, codespace: 'sdk' } });
    expect(refusalOf(outcome)).toContain('mempool is full: number of txs 1 (max: 1)');
  });

  it('detects a pooled transaction even without a cache', () => {
    const pool = poolWith({ cacheSize: 0 });
    expect([early(pool, 'a'), early(pool, 'a')]).toEqual([undefined, undefined]);
    pool.add(utf8('a'), hashOf('a'), aCheck());
    expect(refusalOf(send(pool, 'a', 'plain'))).toBe('already known');
  });
});

describe('queued transactions', () => {
  it('fill the queues of their sender and of the pool, and a replacement takes no place in them', () => {
    const pool = poolWith({ accountQueue: 2, globalQueue: 3 });
    for (const n of [0n, 1n, 5n, 6n]) expect(refusalOf(send(pool, `a${n}`, { nonce: n }))).toBeUndefined();
    expect(refusalOf(send(pool, 'a7', { nonce: 7n }))).toBe(
      'txpool is full: 2 transactions of this sender already wait for an earlier nonce (max: 2)',
    );
    expect(refusalOf(send(pool, 'a6 better', { nonce: 6n, maxFeePerGas: 20n }))).toBeUndefined();
    expect(refusalOf(send(pool, 'a2', { nonce: 2n }))).toBeUndefined();
    send(pool, 'b5', { sender: BOB, nonce: 5n });
    expect(refusalOf(send(pool, 'c5', { sender: CAROL, nonce: 5n }))).toBe(
      'txpool is full: 3 transactions already wait for an earlier nonce (max: 3)',
    );
    expect(pool.queued).toBe(3);
  });
});

describe('a replacement', () => {
  const replacing = (before: bigint, now: bigint, priceBump: number) => {
    const pool = poolWith({ priceBump });
    send(pool, 'old', { maxFeePerGas: before });
    return refusalOf(send(pool, 'new', { maxFeePerGas: now })) === undefined;
  };

  it('raises the fees by at least the bump, and always by something', () => {
    expect([109n, 110n].map((now) => replacing(100n, now, 10))).toEqual([false, true]);
    expect([149n, 150n].map((now) => replacing(100n, now, 50))).toEqual([false, true]);
    expect([1n, 2n].map((now) => replacing(1n, now, 10))).toEqual([false, true]);
    expect([100n, 101n].map((now) => replacing(100n, now, 0))).toEqual([false, true]);
  });

  it('replaces the cost of the one before it', () => {
    const pool = new Mempool();
    send(pool, 'old', { cost: 60n, balance: 100n });
    send(pool, 'next', { nonce: 1n, cost: 40n, balance: 100n });
    expect(refusalOf(send(pool, 'same', { cost: 60n, balance: 100n, maxFeePerGas: 20n }))).toBeUndefined();
    expect(refusalOf(send(pool, 'cheap', { cost: 10n, balance: 100n, maxFeePerGas: 40n }))).toBeUndefined();
    expect(refusalOf(send(pool, 'third', { nonce: 2n, cost: 50n, balance: 100n }))).toBeUndefined();
  });

  it('must be affordable by itself, however little it adds', () => {
    const pool = new Mempool();
    send(pool, 'old', { cost: 90n, balance: 100n });
    expect(refusalOf(send(pool, 'new', { cost: 95n, balance: 94n, maxFeePerGas: 20n }))).toBe(
      'insufficient funds for gas * price + value: balance 94, tx cost 95, overshot 1',
    );
  });
});

describe('of two transactions that pay the same', () => {
  const whole = { maxFeePerGas: 15n, maxPriorityFeePerGas: 10n };
  const capped = { maxFeePerGas: 15n, maxPriorityFeePerGas: 15n };

  it('the earlier goes first, whether tip or cap decides', () => {
    for (const [first, second] of [
      [whole, capped],
      [capped, whole],
      [whole, whole],
      [capped, capped],
    ]) {
      const pool = new Mempool();
      send(pool, 'first', { ...first });
      send(pool, 'second', { sender: BOB, ...second });
      expect(order(pool, 5n)).toEqual(['first', 'second']);
    }
  });

  it('the earlier goes first even after an earlier nonce', () => {
    const pool = new Mempool();
    send(pool, 'a1', { nonce: 1n });
    send(pool, 'b0', { sender: BOB });
    send(pool, 'c1', { sender: CAROL, nonce: 1n });
    send(pool, 'a0', { maxFeePerGas: 20n });
    send(pool, 'c0', { sender: CAROL, maxFeePerGas: 20n });
    expect(order(pool)).toEqual(['a0', 'c0', 'a1', 'b0', 'c1']);
  });
});

describe('a balance', () => {
  it('that one transaction uses up leaves nothing for another', () => {
    const pool = new Mempool();
    send(pool, 'n0', { cost: 10n, balance: 100n });
    expect(refusalOf(send(pool, 'n1', { nonce: 1n, cost: 100n, balance: 100n }))).toBe(
      'insufficient funds for gas * price + value: balance 100, queued cost 10, tx cost 100, overshot 10',
    );
    expect(refusalOf(send(pool, 'n1 cheap', { nonce: 1n, cost: 90n, balance: 100n }))).toBeUndefined();
  });
});

describe('a refusal has the code of the SDK', () => {
  const codeOf = (outcome: ReturnType<typeof send>) =>
    outcome.type === 'refused' ? [outcome.check.codespace, outcome.check.code] : 'added';

  it.each([
    ['a used nonce', 3, { nonce: 0n, accountNonce: 1n }],
    ['insufficient funds', 5, { nonce: 1n, cost: 2_000_000n }],
    ['an underpriced replacement', 13, {}],
    ['a known hash', 19, { ethereumHash: hashOf('known') }],
    ['a full queue', 20, { nonce: 9n }],
  ])('%s: %i', (_name, code, admission) => {
    const pool = poolWith({ accountQueue: 0 });
    send(pool, 'known', { ethereumHash: hashOf('known') });
    expect(codeOf(send(pool, 'new', admission))).toEqual(['sdk', code]);
  });

  it('and wants no gas', () => {
    const pool = new Mempool();
    pool.setBlockLimits({ maxDataBytes: -1n, maxGas: 1n });
    expect(send(pool, 'much', 'plain', { gasWanted: 2n, data: utf8('x') })).toEqual({
      type: 'refused',
      check: aCheck({ code: 11, codespace: 'sdk', gasWanted: 0n, log: 'gas wanted 2 is greater than max gas 1' }),
    });
    expect(codeOf(send(pool, 'odd', 'plain', { gasWanted: -1n }))).toEqual(['sdk', 11]);
  });
});

describe('lists', () => {
  it('show what a block would include, then the transactions that wait, up to the limit', () => {
    const pool = new Mempool();
    send(pool, 'alice 1', { nonce: 1n });
    send(pool, 'bob', { sender: BOB, maxFeePerGas: 20n });
    send(pool, 'carol', { sender: CAROL, maxFeePerGas: 30n });
    send(pool, 'poor', { sender: 'd', maxFeePerGas: 5n });
    const listed = (limit: number) => namesOf(pool.waiting(10n, limit).map(({ tx }) => tx));
    expect(listed(9)).toEqual(['carol', 'bob', 'alice 1', 'poor']);
    expect([0, 1, 3].map((limit) => listed(limit).length)).toEqual([0, 1, 3]);
  });

  it('contain the pooled transactions and no removed ones', () => {
    const pool = new Mempool();
    send(pool, 'a', 'plain');
    expect([pool.has(hashOf('a')), pool.has(hashOf('b'))]).toEqual([true, false]);
    expect([pool.remove(hashOf('a')), pool.remove(hashOf('a'))]).toEqual([true, false]);
    expect([pool.has(hashOf('a')), early(pool, 'a')]).toEqual([false, undefined]);
  });

  it("include a limited block's transactions up to the first that does not fit", () => {
    const pool = new Mempool();
    for (const name of ['aaaa', 'bb', 'c']) send(pool, name, 'plain', { gasWanted: 2n });
    const reaped = (maxBytes: bigint, maxGas: bigint) => pool.reap({ maxBytes, maxGas, baseFee: 0n }).length;
    expect([5n, 6n, 9n, 10n, 13n].map((bytes) => reaped(bytes, -1n))).toEqual([0, 1, 1, 2, 3]);
    expect([0n, 1n, 2n, 5n, 6n].map((gas) => reaped(-1n, gas))).toEqual([0, 0, 1, 2, 3]);
    expect(reaped(0n, -1n)).toBe(0);
  });
});

describe('the recheck', () => {
  it('drops a transaction that wants more gas than blocks have now, and queues those after it', () => {
    const pool = new Mempool();
    for (const n of [0n, 1n]) send(pool, `n${n}`, { nonce: n });
    pool.setBlockLimits({ maxDataBytes: -1n, maxGas: 4n });
    pool.rechecked(hashOf('n0'), aCheck({ gasWanted: 4n }));
    expect(pool.size).toBe(2);
    pool.rechecked(hashOf('n0'), aCheck({ gasWanted: 5n }));
    expect([pool.size, pool.executable, pool.queued]).toEqual([1, 0, 1]);
  });

  it('updates the balance against which the next transaction is checked', () => {
    const pool = new Mempool();
    send(pool, 'n0', { cost: 60n });
    const admission = anAdmission(utf8('n0'), { cost: 60n, balance: 60n });
    pool.rechecked(hashOf('n0'), aCheck({ admission }));
    expect(refusalOf(send(pool, 'n1', { nonce: 1n, cost: 1n, balance: 60n }))).toContain('queued cost 60, tx cost 1');
  });
});

describe('a block', () => {
  it('allows its failed transactions, and those without a result, to be resubmitted', () => {
    const pool = new Mempool();
    for (const name of ['ok', 'bad', 'missing']) send(pool, name, 'plain');
    pool.update([utf8('ok'), utf8('bad'), utf8('missing')], [{ code: 0 }, { code: 1 }]);
    expect(['ok', 'bad', 'missing'].map((name) => early(pool, name))).toEqual([
      'tx already exists in cache',
      undefined,
      undefined,
    ]);
  });

  it('advances its senders only by what succeeded', () => {
    const pool = new Mempool();
    for (const n of [0n, 1n, 2n]) send(pool, `n${n}`, { nonce: n });
    pool.update([utf8('n1'), utf8('n0')], [{ code: 0 }, { code: 0 }]);
    expect([pool.nextNonce(ALICE), order(pool)]).toEqual([3n, ['n2']]);
    pool.update([utf8('n2')], [{ code: 1 }]);
    expect([pool.nextNonce(ALICE), pool.size]).toEqual([undefined, 0]);
  });

  it('with a transaction that was not pooled adds its hash to the cache', () => {
    const pool = new Mempool();
    pool.update([utf8('theirs')], [{ code: 0 }]);
    expect(early(pool, 'theirs')).toBe('tx already exists in cache');
  });
});

describe('restoring a snapshot', () => {
  it('restores the block limits', () => {
    const pool = new Mempool();
    pool.setBlockLimits({ maxDataBytes: -1n, maxGas: 4n });
    const snapshot = pool.snapshot();
    pool.setBlockLimits({ maxDataBytes: -1n, maxGas: -1n });
    pool.restore(snapshot);
    expect(refusalOf(send(pool, 'much', 'plain', { gasWanted: 5n }))).toContain('greater than max gas 4');
  });

  it('restores accounts, and a later snapshot survives the release of an earlier one', () => {
    const pool = new Mempool();
    const first = pool.snapshot();
    for (const n of [0n, 1n]) send(pool, `n${n}`, { nonce: n });
    const second = pool.snapshot();
    pool.release(first);
    pool.update([], [], new Map([[ALICE, { nonce: 1n, balance: 5n }]]));
    expect(order(pool)).toEqual(['n1']);
    pool.restore(second);
    expect(order(pool)).toEqual(['n0', 'n1']);
    expect(() => pool.restore(first)).toThrow('mark at 0 was dropped, or is later than one that was restored');
  });

  it.each<[string, (pool: Mempool, snapshot: ReturnType<Mempool['snapshot']>) => void]>([
    ['at once', (pool, snapshot) => pool.restore(snapshot)],
    ['in steps, in place', (pool, snapshot) => finish(pool.restoring(snapshot, 1000))()],
    ['in steps, in a copy', (pool, snapshot) => finish(pool.restoring(snapshot, 0))()],
    [
      'at once, after steps that were abandoned',
      (pool, snapshot) => {
        finish(pool.restoring(snapshot, 0));
        pool.restore(snapshot);
      },
    ],
  ])('%s leaves a pool that has never been elsewhere', (_, restore) => {
    const begin = (): Mempool => {
      const pool = poolWith({ cacheSize: 9, accountQueue: 1 });
      pool.setBlockLimits({ maxDataBytes: -1n, maxGas: 40n });
      for (const n of [0n, 1n, 3n]) send(pool, `alice ${n}`, { nonce: n, cost: 11n + n, balance: 60n });
      send(pool, 'bob', { sender: BOB, cost: 5n });
      send(pool, 'plain', 'plain');
      return pool;
    };
    /** Goes on with the pool, so that everything that it counts and remembers matters. */
    const goneOn = (pool: Mempool) => {
      const facts = () => [order(pool), pool.size, pool.bytes, pool.executable, pool.queued, pool.nextNonce(ALICE)];
      const tried = (name: string, ...more: [Parameters<typeof send>[2], Parameters<typeof send>[3]?]): unknown => {
        try {
          return refusalOf(send(pool, name, ...more));
        } catch (error) {
          return (error as Error).message;
        }
      };
      return [
        namesOf(pool.takeDropped().map(({ tx }) => tx)),
        facts(),
        tried('alice 4', { nonce: 4n, cost: 1n, balance: 60n }),
        tried('alice 2', { nonce: 2n, cost: 26n, balance: 60n }),
        tried('alice 2 cheap', { nonce: 2n, cost: 21n, balance: 60n }),
        tried('much', 'plain', { gasWanted: 41n }),
        tried('seen', 'plain'),
        ['alice 0', 'bob', 'plain', 'detour', 'old'].map((name) => early(pool, name)),
        ['x1', 'x2', 'x3', 'x4', 'alice 0', 'alice 1', 'alice 3', 'x5', 'bob', 'x1'].map((name) => early(pool, name)),
        facts(),
        namesOf(pool.update([utf8('alice 0'), utf8('bob')], [{ code: 0 }, { code: 0 }]).map(({ tx }) => tx)),
        facts(),
      ];
    };
    const pool = begin();
    const snapshot = pool.snapshot();
    for (let round = 0; round < 2; round++) {
      send(pool, 'old', { sender: CAROL });
      send(pool, 'detour', { sender: CAROL, maxFeePerGas: 20n });
      pool.setBlockLimits({ maxDataBytes: -1n, maxGas: -1n });
      pool.update([utf8('alice 0'), utf8('plain')], [{ code: 0 }, { code: 1 }]);
      pool.forgetSeen();
      for (let i = 0; i < 4; i++) early(pool, `seen ${i}`);
      pool.remove(hashOf('bob'));
      const later = pool.snapshot();
      if (round === 0) pool.flush();
      restore(pool, snapshot);
      expect(() => pool.restore(later)).toThrow('was dropped');
    }
    expect(goneOn(pool)).toEqual(goneOn(begin()));
  });
});

it('the dropped transactions are those that left without being in a block, each once', () => {
  const pool = new Mempool();
  const dropped = () => namesOf(pool.takeDropped().map(({ tx }) => tx));
  send(pool, 'replaced');
  send(pool, 'mined anyway', { sender: BOB });
  send(pool, 'better', { maxFeePerGas: 20n });
  send(pool, 'another', { sender: BOB, maxFeePerGas: 20n });
  // The block has the transaction that was replaced here.
  pool.update([utf8('mined anyway')], [{ code: 0 }], new Map([[BOB, { nonce: 1n, balance: 5n }]]));
  expect(dropped().sort()).toEqual(['another', 'replaced']);
  expect(dropped()).toEqual([]);
});
