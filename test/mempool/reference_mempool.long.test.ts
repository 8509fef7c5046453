import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bytes } from '../../src/kernel/bytes.js';
import { sha256 } from '../../src/kernel/hash.js';
import { toHex } from '../../src/kernel/hex.js';
import { utf8 } from '../../src/kernel/text.js';
import { Mempool, type MempoolSnapshot } from '../../src/mempool/mempool.js';
import { ORDERS, type OrderName } from '../../src/mempool/order.js';
import type { SenderAccount } from '../../src/mempool/sender_txs.js';
import { draws } from '../support/draws.js';
import { aCheck, anAdmission, namesOf } from './build.js';
import { ModelPool } from './reference_mempool.js';

const LIMITS = { ...new Mempool().limits, size: 12, cacheSize: 6, accountQueue: 2, globalQueue: 4 };
const BASE_FEES = [0n, 3n, 7n, 12n];

const small = (max: number) => fc.integer({ min: 0, max }).map(BigInt);
const sender = fc.constantFrom('a', 'b', 'c');
const account = fc.record({ nonce: small(4), balance: fc.constantFrom(50n, 1000n) });

/** Derives the bytes from the name. There are few names, so that the same transaction is submitted twice. */
const sequenced = fc.record({
  type: fc.constant('sequenced' as const),
  sender,
  nonce: small(6),
  cap: small(15),
  tip: small(15),
  cost: small(30),
  code: fc.constantFrom(0, 0, 0, 0, 5),
  account,
});
const plain = fc.record({ type: fc.constant('plain' as const), name: small(8) });
const command = fc.oneof(
  { weight: 12, arbitrary: sequenced },
  { weight: 3, arbitrary: plain },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('block' as const),
      take: fc.nat(6),
      baseFee: fc.constantFrom(...BASE_FEES),
      codes: fc.array(fc.constantFrom(0, 0, 0, 1), { minLength: 6, maxLength: 6 }),
      changed: fc.option(fc.array(fc.tuple(sender, account), { maxLength: 2 }), { nil: undefined }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('recheck' as const),
      place: fc.nat(12),
      code: fc.constantFrom(0, 5),
      account,
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('remove' as const), place: fc.nat(12) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('snapshot' as const) }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('restore' as const), back: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('release' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('flush' as const) }) },
);
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;

/** Runs each command on both pools and compares the results. */
class Pair {
  readonly pool: Mempool;
  readonly model: ModelPool;
  #snapshots: { real: MempoolSnapshot; model: ModelPool['state'] }[] = [];

  constructor(
    order: OrderName,
    private readonly inSteps: boolean,
  ) {
    this.pool = new Mempool(LIMITS, order);
    this.model = new ModelPool(LIMITS, order);
  }

  run(c: Command): void {
    switch (c.type) {
      case 'sequenced':
        this.#send(utf8(`${c.sender}${c.nonce}-${c.cap}-${c.tip}-${c.cost}`), c);
        break;
      case 'plain':
        this.#send(utf8(`plain ${c.name}`), undefined);
        break;
      case 'block':
        this.#block(c);
        break;
      case 'recheck':
        this.#recheck(c);
        break;
      case 'remove':
        this.#remove(c.place);
        break;
      case 'snapshot':
        this.#snapshots.push({ real: this.pool.snapshot(), model: this.model.snapshot() });
        break;
      case 'restore':
        this.#restore(c.back);
        break;
      case 'release':
        this.#release();
        break;
      case 'flush':
        this.pool.flush();
        this.model.flush();
        break;
    }
  }

  #remove(place: number): void {
    const entry = this.#at(place);
    if (entry === undefined) return;
    this.pool.remove(entry.hash);
    this.model.remove(entry.key);
  }

  #restore(back: number): void {
    this.#snapshots.length = Math.max(0, this.#snapshots.length - back);
    const last = this.#snapshots.at(-1);
    if (last === undefined) return;
    if (this.inSteps) this.#restoreInSteps(last.real);
    else this.pool.restore(last.real);
    this.model.restore(last.model);
  }

  /** Until all steps have run, the pool's results are those without the restore. */
  #restoreInSteps(snapshot: MempoolSnapshot): void {
    const steps = this.pool.restoring(snapshot, 0);
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) this.compare();
    this.compare();
    step.value();
  }

  #release(): void {
    const first = this.#snapshots.shift();
    if (first !== undefined) this.pool.release(first.real);
  }

  #at = (place: number) => [...this.pool.all()][place];

  #send(tx: Bytes, c: (Command & { type: 'sequenced' }) | undefined): void {
    const hash = sha256(tx);
    const early = this.pool.precheck(tx, hash);
    expect(early?.includes('full') ? 'full' : early && 'seen').toBe(this.model.precheck(tx));
    if (early !== undefined) return;
    const admission = c && {
      sender: c.sender,
      nonce: c.nonce,
      maxFeePerGas: c.cap,
      maxPriorityFeePerGas: c.tip < c.cap ? c.tip : c.cap,
      cost: c.cost,
      accountNonce: c.account.nonce,
      balance: c.account.balance,
    };
    const check = aCheck({
      code: c?.code ?? 0,
      log: 'no',
      ...(admission && { admission: anAdmission(tx, admission) }),
    });
    const outcome = this.pool.add(tx, hash, check);
    const expected = this.model.add(tx, check);
    if (outcome.type === 'refused') expect(outcome.check.log).toContain(expected);
    else if (admission === undefined) expect(expected).toBe('added');
    else {
      const nonces = outcome.executable.map((hash) => Number(this.pool.byEthereumHash(hash)?.admission?.nonce));
      expect(`added ${outcome.replaced ? 'for another' : ''} ready ${nonces.join()}`).toBe(expected);
    }
  }

  #block({ take, baseFee, codes, changed }: Command & { type: 'block' }): void {
    const txs = this.pool.reap({ maxBytes: -1n, maxGas: BigInt(take), baseFee });
    const results = codes.map((code) => ({ code }));
    const accounts = changed && new Map<string, SenderAccount>(changed);
    const ok = codes.map((code) => code === 0);
    const recheck = this.pool.update(txs, results, accounts);
    expect(recheck.map(({ key }) => key)).toEqual(this.model.update(txs, ok, accounts));
  }

  #recheck({ place, code, account }: Command & { type: 'recheck' }): void {
    const entry = this.#at(place);
    if (entry === undefined) return;
    const admission = entry.admission && { ...entry.admission, accountNonce: account.nonce, balance: account.balance };
    const check = aCheck({ code, ...(admission && { admission }) });
    this.pool.rechecked(entry.hash, check);
    this.model.rechecked(entry.key, check);
  }

  compare(): void {
    const { pool, model } = this;
    expect([...pool.all()].map(({ key }) => key)).toEqual(model.state.entries.map(({ key }) => key));
    expect(pool.bytes).toBe(model.state.entries.reduce((sum, { tx }) => sum + tx.length, 0));
    expect(pool.executable).toBe(model.state.entries.filter(model.isExecutable).length);
    expect(pool.queued).toBe(pool.size - pool.executable);
    for (const name of ['a', 'b', 'c']) {
      expect(pool.nextNonce(name)).toBe(model.nextNonce(name));
      const { pending, queued } = pool.contentFrom(name);
      const own = model.state.entries.filter((e) => e.admission?.sender === name);
      expect(new Set(pending.map(({ key }) => key))).toEqual(new Set(own.filter(model.isExecutable).map((e) => e.key)));
      expect(queued.length).toBe(own.length - pending.length);
    }
    for (const baseFee of BASE_FEES) {
      const reaped = namesOf(pool.reap({ maxBytes: -1n, maxGas: -1n, baseFee }));
      expect(reaped).toEqual(namesOf(model.blockOrder(baseFee).map(({ tx }) => tx)));
      expect(pool.hasReady(baseFee)).toBe(reaped.length > 0);
    }
    for (const { key, hash } of pool.all()) expect(toHex(pool.get(hash)?.hash ?? hash)).toBe(key);
  }
}

describe('the pool and its reference model', () => {
  const ways = ORDERS.flatMap((order) => [false, true].map((inSteps) => ({ order, inSteps })));

  it.each(ways)(
    'give the same results for any commands: order of $order, restored in steps: $inSteps',
    ({ order, inSteps }) => {
      fc.assert(
        fc.property(fc.array(command, { minLength: 10, maxLength: 80, size: 'max' }), (commands) => {
          const pair = new Pair(order, inSteps);
          for (const c of commands) {
            pair.run(c);
            pair.compare();
          }
        }),
        { numRuns: draws(200) },
      );
    },
  );
});
