/**
 * Compares `prestateTracer` with results computed by hand, and tests its purpose: the result is enough to run the
 * message again.
 */
import fc from 'fast-check';
import type { Address } from 'viem';
import { beforeAll, describe, expect, it } from 'vitest';
import { SizeBudget } from '../../../src/app/traces/size_budget.js';
import { createAddress } from '../../../src/codec/ethereum/tx.js';
import { installFastCrypto } from '../../../src/crypto/install.js';
import { EMPTY_ACCOUNT, EMPTY_CODE_HASH } from '../../../src/evm/state.js';
import { withoutLeadingZeros } from '../../../src/evm/word.js';
import { type Bytes, leftPadded } from '../../../src/kernel/bytes.js';
import { keccak256 } from '../../../src/kernel/hash.js';
import { fromHex, to0x, toHex } from '../../../src/kernel/hex.js';
import { at, Bench, SENDER } from '../../evm/machine_kit.js';
import { draws } from '../../support/draws.js';
import { authorize, dev } from '../support/wallet.js';
import {
  CHILD,
  CHILD_0X,
  CODE,
  CODE_0X,
  COINBASE,
  COINBASE_0X,
  call,
  create,
  create2,
  delegate,
  type Json,
  peek,
  push,
  REVERT,
  SENDER_0X,
  slot,
  store,
  trace,
  traceText,
} from './tracer_kit.js';

beforeAll(installFastCrypto);

const OTHER = at(0xabcd);
const HUNDRED = `0x${(10n ** 20n).toString(16)}`;
const hashOf = (code: string): string => to0x(keccak256(fromHex(code)));
const load = (number: number): string => `60${number.toString(16).padStart(2, '0')}5450`;
const look = (op: string, address: Bytes): string => `${push(address)}${op}50`;

async function delegating(signer: number, to: Bytes, nonce = 0) {
  const from = dev(signer);
  const signed = await authorize(from, { address: to0x(to) as Address, chainId: 31337, nonce });
  const { r, s, yParity = 0 } = signed;
  return { chainId: 31337n, address: to, nonce: BigInt(nonce), r: BigInt(r), s: BigInt(s), yParity };
}

describe('prestateTracer', () => {
  it('shows the read state as it was, sorted, with members in geth’s order', async () => {
    const bench = await Bench.open();
    const code = store(1, 7) + load(2) + call(CHILD, { value: 3 });
    bench.place(CODE, code, 10n);
    bench.state.setStorage(CODE, fromHex(slot(1).slice(2)), Uint8Array.of(5));
    bench.state.setAccount(COINBASE, { nonce: 0n, balance: 1n, codeHash: EMPTY_CODE_HASH });
    bench.state.setAccount(CHILD, { nonce: 2n ** 60n, balance: 0n, codeHash: EMPTY_CODE_HASH });
    const zero = `0x${'0'.repeat(64)}`;
    expect(await traceText(bench, 'prestateTracer', { message: { value: 1n } })).toBe(
      `{"${COINBASE_0X}":{"balance":"0x1"},` +
        `"${SENDER_0X}":{"balance":"${HUNDRED}"},` +
        `"${CHILD_0X}":{"balance":"0x0","nonce":1152921504606846976},` +
        `"${CODE_0X}":{"balance":"0xa","code":"0x${code}","codeHash":"${hashOf(code)}","nonce":1,` +
        `"storage":{"${slot(1)}":"${slot(5)}","${slot(2)}":"${zero}"}}}`,
    );
  });

  it.each(['31', '3b', '3f'])(
    'shows accounts that opcode %s reads, and none for which the gas was not enough',
    async (op) => {
      const bench = await Bench.open();
      bench.place(CODE, look(op, CHILD) + look(op, OTHER));
      bench.place(CHILD, '00');
      bench.place(OTHER, '00');
      const seen = await trace(bench, 'prestateTracer', { gas: 3_000n });
      expect(Object.keys(seen)).toEqual([SENDER_0X, CHILD_0X, CODE_0X]);
    },
  );

  it('shows accounts that are copied, called in any way, created, or beneficiaries', async () => {
    const bench = await Bench.open();
    const [a, b, c, d] = [at(0x1a), at(0x1b), at(0x1c), at(0x1d)];
    for (const address of [a, b, c, d]) bench.place(address, '00');
    bench.place(CODE, `5f5f5f${push(a)}3c${delegate(b)}${peek(c)}${create('00')}${create2('00', 1)}${push(d)}ff`);
    const created = to0x(createAddress(CODE, 1n));
    const seen = await trace(bench, 'prestateTracer', { config: { includeEmpty: true } });
    for (const address of [a, b, c, d]) expect(seen).toHaveProperty([to0x(address), 'code'], '0x00');
    expect(seen).toHaveProperty([created, 'balance'], '0x0');
    expect(Object.keys(seen)).toHaveLength(9);
  });

  it('leaves out empty accounts, code and storage as its config requires', async () => {
    const bench = await Bench.open();
    bench.place(CODE, load(1) + look('31', CHILD));
    const shown = async (config: object): Promise<Json> => trace(bench, 'prestateTracer', { config: { ...config } });
    expect(await shown({})).not.toHaveProperty(CHILD_0X);
    expect((await shown({ includeEmpty: true }))[CHILD_0X]).toEqual({ balance: '0x0' });
    expect((await shown({ disableCode: true }))[CODE_0X]).toEqual({
      balance: '0x0',
      codeHash: hashOf(load(1) + look('31', CHILD)),
      nonce: 1,
      storage: { [slot(1)]: slot(0) },
    });
    expect((await shown({ disableStorage: true }))[CODE_0X]).not.toHaveProperty('storage');
  });

  it('shows the signer of an authorization, and the account whose code runs there', async () => {
    const bench = await Bench.open();
    const [signer, other] = [dev(1), dev(2)];
    bench.state.setAccount(signer.bytes, { ...EMPTY_ACCOUNT, balance: 4n });
    bench.state.setAccount(other.bytes, { ...EMPTY_ACCOUNT, balance: 5n });
    bench.place(CODE, call(signer.bytes));
    bench.place(CHILD, '00');
    const authorizationList = [
      await delegating(1, CHILD),
      // This one is invalid because of its nonce.
      await delegating(2, CHILD, 9),
    ];
    const seen = await trace(bench, 'prestateTracer', { message: { authorizationList } });
    expect(seen[to0x(signer.bytes)]).toEqual({ balance: '0x4' });
    expect(seen[to0x(other.bytes)]).toEqual({ balance: '0x5' });
    expect(seen[CHILD_0X].code).toBe('0x00');
  });

  it('shows the code to which the receiver delegated before', async () => {
    const bench = await Bench.open();
    bench.place(CODE, `ef0100${toHex(CHILD)}`);
    bench.place(CHILD, '00');
    expect((await trace(bench, 'prestateTracer'))[CHILD_0X].code).toBe('0x00');
  });

  it('has geth’s result for a CREATE2 of more memory than exists', async () => {
    const bench = await Bench.open();
    const code = '6001600052600164ffffffffff60016000f560ff6000a0';
    bench.place(CODE, code);
    const seen = await trace(bench, 'prestateTracer', { gas: 59_000n });
    expect(Object.keys(seen)).toEqual([SENDER_0X, CODE_0X]);
    expect(seen[CODE_0X].codeHash).toBe('0x27be17a236425a9b513d736c4bb84eca4505a15564cae640e85558cf4d7ff7bb');
  });

  it('records no more when the budget is used up', async () => {
    const bench = await Bench.open();
    bench.place(CODE, Array.from({ length: 50 }, (_, i) => load(i)).join(''));
    const budget = new SizeBudget(3_000);
    expect(Object.keys((await trace(bench, 'prestateTracer', { budget }))[CODE_0X].storage).length).toBeLessThan(20);
    expect(budget.isFull).toBe(true);
  });

  it('takes at least the characters of its result from the budget', async () => {
    const bench = await Bench.open();
    bench.place(CODE, Array.from({ length: 9 }, (_, i) => store(i, 9)).join('') + create('60ff5ff3'));
    for (const diffMode of [false, true]) {
      const budget = new SizeBudget(1_000_000);
      const { length } = await traceText(bench, 'prestateTracer', { budget, config: { diffMode } });
      expect(budget.take(1_000_000 - length)).toBe(false);
    }
  });

  it.each([
    [{ diffMode: true, includeEmpty: true }, 'cannot use diffMode with includeEmpty'],
    [{ diffMode: 1 }, 'tracerConfig.diffMode is 1, expected true or false'],
  ])('refuses %j', async (config, text) => {
    const bench = await Bench.open();
    await expect(trace(bench, 'prestateTracer', { config })).rejects.toThrow(text);
  });
});

describe('the diff of prestateTracer', () => {
  const diff = (bench: Bench, more: object = {}): Promise<Json> =>
    trace(bench, 'prestateTracer', { config: { diffMode: true, ...more }, message: { value: 1n } });

  it('shows changed values before and after, and nothing else', async () => {
    const bench = await Bench.open();
    const code = store(1, 7) + store(2, 0) + store(3, 4) + load(5) + look('31', OTHER);
    bench.place(CODE, code);
    bench.place(OTHER, '00');
    for (const [number, value] of [
      [1, 5],
      [2, 6],
      [5, 8],
    ] as const)
      bench.state.setStorage(CODE, fromHex(slot(number).slice(2)), Uint8Array.of(value));
    expect(await diff(bench)).toEqual({
      post: {
        [SENDER_0X]: { balance: `0x${(10n ** 20n - 1n).toString(16)}`, nonce: 1 },
        [CODE_0X]: { balance: '0x1', storage: { [slot(1)]: slot(7), [slot(3)]: slot(4) } },
      },
      pre: {
        [SENDER_0X]: { balance: HUNDRED },
        [CODE_0X]: {
          balance: '0x0',
          code: `0x${code}`,
          codeHash: hashOf(code),
          nonce: 1,
          storage: { [slot(1)]: slot(5), [slot(2)]: slot(6) },
        },
      },
    });
  });

  it('shows created accounts only after, and deleted ones only before', async () => {
    const bench = await Bench.open();
    const created = createAddress(CODE, 1n);
    bench.place(CODE, create('60ff5f5360015ff3', 1));
    const { pre, post } = await diff(bench);
    expect(pre).not.toHaveProperty(to0x(created));
    expect(post[to0x(created)]).toEqual({ balance: '0x1', code: '0xff', codeHash: hashOf('ff'), nonce: 1 });
    const again = await Bench.open();
    // This account received value, and then destroys itself in the transaction that creates it.
    again.place(CODE, create(`${push(OTHER).slice(0, 42)}ff`, 1));
    again.state.setAccount(created, { ...EMPTY_ACCOUNT, balance: 8n });
    const ended = await diff(again);
    expect(ended.pre[to0x(created)]).toEqual({ balance: '0x8' });
    expect(ended.post).not.toHaveProperty(to0x(created));
    expect(ended.post[to0x(OTHER)]).toEqual({ balance: '0x9' });
  });

  it('shows nothing of reverted changes, or of accounts that never existed', async () => {
    const bench = await Bench.open();
    bench.place(CODE, call(CHILD, { value: 1 }) + look('31', at(0x77)) + peek(at(2)));
    bench.place(CHILD, store(1, 1) + REVERT);
    const { pre, post } = await diff(bench);
    expect(Object.keys(pre)).toEqual([SENDER_0X, CODE_0X]);
    expect(Object.keys(post)).toEqual([SENDER_0X, CODE_0X]);
  });

  it('shows the end of a delegation as empty code', async () => {
    const bench = await Bench.open();
    const signer = dev(1);
    bench.place(signer.bytes, `ef0100${toHex(CHILD)}`);
    bench.place(CODE, '00');
    const authorizationList = [await delegating(1, at(0), 1)];
    const { pre, post } = await trace(bench, 'prestateTracer', {
      config: { diffMode: true },
      message: { authorizationList },
    });
    expect(pre[to0x(signer.bytes)]).toMatchObject({ nonce: 1, code: `0xef0100${toHex(CHILD)}` });
    expect(post[to0x(signer.bytes)]).toEqual({ code: '0x', codeHash: to0x(EMPTY_CODE_HASH), nonce: 2 });
  });

  it('leaves out code and storage as its config requires', async () => {
    const bench = await Bench.open();
    bench.place(CODE, store(1, 7) + create('60ff5f5360015ff3'));
    const { pre, post } = await diff(bench, { disableCode: true, disableStorage: true });
    expect(JSON.stringify([pre, post])).not.toMatch(/"(code|storage)"/);
    expect(post[to0x(createAddress(CODE, 1n))].codeHash).toBe(hashOf('ff'));
  });
});

describe('the result of prestateTracer', () => {
  const target = fc.constantFrom(CODE, CHILD, OTHER, at(2), at(0x99));
  const small = fc.integer({ min: 0, max: 5 });
  const piece = fc.oneof(
    fc.tuple(small, small).map(([key, value]) => store(key, value)),
    small.map(load),
    fc.tuple(fc.constantFrom('31', '3b', '3f'), target).map(([op, address]) => look(op, address)),
    fc.tuple(target, small).map(([address, value]) => call(address, { value, gas: 60_000 })),
    target.map(delegate),
    target.map((address) => peek(address)),
    fc
      .tuple(fc.constantFrom('60ff5f5360015ff3', '00', REVERT, '33ff'), small)
      .map(([code, value]) => create(code, value)),
    small.map((salt) => create2('60015ff3', salt)),
  );
  const program = fc.tuple(
    fc.array(piece, { maxLength: 8 }),
    fc.constantFrom('', '', '', REVERT, 'fe', `${push(OTHER)}ff`),
  );
  const code = program.map(([pieces, end]) => pieces.join('') + end);
  const preState = fc.record({
    codes: fc.tuple(code, code, code),
    balances: fc.tuple(small, small, small),
    slots: fc.array(fc.tuple(fc.constantFrom(CODE, CHILD, OTHER), small, fc.integer({ min: 1, max: 5 })), {
      maxLength: 5,
    }),
    value: small,
    gas: fc.integer({ min: 0, max: 400_000 }),
  });
  const wordOf = (word: string): Bytes => fromHex(word.slice(2));

  const setUp = async ({ codes, balances, slots }: typeof preState extends fc.Arbitrary<infer W> ? W : never) => {
    const bench = await Bench.open();
    for (const [i, address] of [CODE, CHILD, OTHER].entries())
      bench.place(address, codes[i] as string, BigInt(balances[i] as number));
    for (const [address, key, value] of slots) bench.state.setStorage(address, wordOf(slot(key)), Uint8Array.of(value));
    return bench;
  };
  const put = (bench: Bench, accounts: Json): void => {
    for (const [hex, { balance, nonce, code: bytes, storage = {} }] of Object.entries<Json>(accounts)) {
      const address = fromHex(hex);
      const known = bench.state.account(address) ?? EMPTY_ACCOUNT;
      const codeHash = bytes === undefined ? known.codeHash : bench.state.setCode(fromHex(bytes));
      bench.state.setAccount(address, {
        balance: balance === undefined ? known.balance : BigInt(balance),
        nonce: nonce === undefined ? known.nonce : BigInt(nonce),
        codeHash,
      });
      for (const [key, value] of Object.entries<string>(storage))
        bench.state.setStorage(address, wordOf(key), withoutLeadingZeros(wordOf(value)));
    }
  };

  it('is enough to run the message again, and its diff leads to the resulting state', async () => {
    await fc.assert(
      fc.asyncProperty(preState, async (given) => {
        const message = { value: BigInt(given.value), to: CODE };
        const how = { message, gas: BigInt(given.gas) };
        const [first, second] = [await setUp(given), await setUp(given)];
        const before = await trace(first, 'prestateTracer', how);
        const { pre, post } = await trace(second, 'prestateTracer', { ...how, config: { diffMode: true } });

        const alone = await Bench.open();
        alone.state.setAccount(SENDER, undefined);
        put(alone, before);
        const [again, whole] = [await alone.run(message, how.gas), await (await setUp(given)).run(message, how.gas)];
        expect(again).toEqual(whole);

        const patched = await setUp(given);
        for (const hex of Object.keys(pre)) if (!(hex in post)) patched.state.setAccount(fromHex(hex), undefined);
        for (const [hex, { storage = {} }] of Object.entries<Json>(pre))
          for (const key of Object.keys(storage))
            patched.state.setStorage(fromHex(hex), wordOf(key), new Uint8Array(0));
        put(patched, post);
        for (const hex of Object.keys(before)) {
          const address = fromHex(hex);
          expect(patched.state.account(address), hex).toEqual(first.state.account(address));
          for (let key = 0; key <= 5; key++)
            expect(leftPadded(patched.state.storage(address, wordOf(slot(key))), 32)).toEqual(
              leftPadded(first.state.storage(address, wordOf(slot(key))), 32),
            );
        }
      }),
      { numRuns: draws(60) },
    );
  });
});
