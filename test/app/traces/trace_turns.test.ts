/** Tests traces from the view of other callers: they yield, end at their timeouts, and do not change the state. */
import { beforeAll, expect, it } from 'vitest';
import type { EvmTraceOptions } from '../../../src/backend/evm/execution.js';
import { installFastCrypto } from '../../../src/crypto/install.js';
import { FairScheduler } from '../../../src/kernel/fair_scheduler.js';
import { fromHex, to0x } from '../../../src/kernel/hex.js';
import { type AppStateJson, TestChain } from '../support/chain.js';
import { dev, sign } from '../support/wallet.js';

beforeAll(installFastCrypto);

const TRANSFERS = 60;
const OPTIONS: Omit<EvmTraceOptions, 'out'> = {
  tracer: 'callTracer',
  tracerConfig: {},
  structLogs: { disableStack: false, disableStorage: false, enableMemory: false, enableReturnData: false, limit: 0 },
  timeoutMs: 5_000,
  maxLength: 1_000_000,
  client: { id: 'somebody' },
};

/**
 * Opens a chain whose clock advances by `stepMs` at each reading, with a block of transfers; the last one is traced.
 */
async function aBlock(stepMs: number) {
  const host = { nowMs: 0, pauses: 0 };
  const scheduler = new FairScheduler({
    now: () => (host.nowMs += stepMs),
    afterIo: (action) => {
      host.pauses++;
      setImmediate(action);
    },
  });
  const chain = await TestChain.open({ scheduler });
  const raws = await Promise.all(
    Array.from({ length: TRANSFERS }, (_, nonce) =>
      sign(chain, dev(0), { to: dev(1).bytes, value: 1n, gas: 21_000n, nonce }),
    ),
  );
  const { request } = await chain.mine(...raws);
  return {
    chain,
    host,
    trace: async (options: Partial<EvmTraceOptions> = {}) => {
      const texts: string[] = [];
      const out = { closed: false, write: (text: string): undefined => void texts.push(text) };
      const outcome = await chain.app.traces.transaction(request, TRANSFERS - 1, { ...OPTIONS, out, ...options });
      return outcome.type === 'traced' ? { ...outcome, json: texts.join('') } : outcome;
    },
  };
}

it('yields between the preceding transactions, even if none of them would yield itself', async () => {
  const { host, trace } = await aBlock(1);
  host.pauses = 0;
  const outcome = await trace();
  expect(outcome.type === 'traced' && JSON.parse(outcome.json)).toMatchObject({ type: 'CALL', value: '0x1' });
  expect(host.pauses).toBeGreaterThanOrEqual(4);
});

it('ends when the preceding transactions take more than a minute', async () => {
  const { trace } = await aBlock(2_000);
  expect(await trace()).toEqual({ type: 'refused', reason: 'execution timeout' });
});

it('ends when its client is gone', async () => {
  const { trace } = await aBlock(1);
  expect(await trace({ client: { id: 'gone', gone: () => true } })).toEqual({
    type: 'refused',
    reason: 'execution timeout',
  });
});

it('leaves the state and later transactions unchanged', async () => {
  const { chain, trace } = await aBlock(1);
  const before = chain.balance(dev(1).bytes);
  const first = await trace();
  expect(await trace()).toEqual(first);
  expect(chain.balance(dev(1).bytes)).toBe(before);
  const { outcomes } = await chain.mine(await sign(chain, dev(0), { to: dev(1).bytes, value: 5n, gas: 21_000n }));
  expect(outcomes[0]?.vmError).toBe('');
  expect(chain.balance(dev(1).bytes)).toBe(before + 5n);
});

const WORKER = `0x${'77'.repeat(20)}`;
/** Code that counts down from 50,000 and then stores 1 in slot 0 if there is input; otherwise it returns that slot. */
const COUNTDOWN = '0x36156017576200c3505b600190038060095760015f55005b5f545f5260205ff3';

it('traces a transaction after one whose trace timed out, on the state that the slow one leaves', async () => {
  const host = { nowMs: 0 };
  const scheduler = new FairScheduler({ now: () => ++host.nowMs, afterIo: setImmediate });
  const edit = (state: AppStateJson) => state['evm'].accounts.push({ address: WORKER, code: COUNTDOWN, storage: [] });
  const chain = await TestChain.open({ scheduler, edit });
  const { request, outcomes } = await chain.mine(
    await sign(chain, dev(0), { to: fromHex(WORKER), data: '0x01' }),
    await sign(chain, dev(1), { to: fromHex(WORKER), gas: 50_000n }),
  );
  expect(outcomes.map(({ vmError }) => vmError)).toEqual(['', '']);
  const transactions = outcomes.map(({ hash }, index) => ({ index, hash }));
  const texts: string[] = [];
  const out = { closed: false, write: (text: string): undefined => void texts.push(text) };
  // The clock advances at each reading, and the slow transaction reads it far more often than the quick one.
  const outcome = await chain.app.traces.block(request, transactions, { ...OPTIONS, out, timeoutMs: 25 });
  expect(outcome).toEqual({ type: 'traced' });
  const [slow, quick] = JSON.parse(texts.join(''));
  const [slowHash, quickHash] = transactions.map(({ hash }) => to0x(hash));
  expect(slow).toEqual({ txHash: slowHash, error: 'execution timeout' });
  const output = `0x${'1'.padStart(64, '0')}`;
  expect(quick).toMatchObject({ txHash: quickHash, result: { type: 'CALL', output } });
});

const LOOPER = dev(3).bytes;
/** Loops forever: JUMPDEST, PUSH1 0, JUMP. */
const LOOP = fromHex('5b600056');

type Write = (host: { nowMs: number }, isGone: () => void) => Promise<void> | undefined;

/**
 * Traces a loop of some 25,000 steps, each of which calls `write`. The clock advances by a hundredth of a millisecond
 * at each reading.
 */
async function aLoop(write: Write) {
  const host = { nowMs: 0 };
  const scheduler = new FairScheduler({ now: () => (host.nowMs += 0.01), afterIo: setImmediate });
  const chain = await TestChain.open({ scheduler });
  const texts: string[] = [];
  const out = {
    closed: false,
    write: (text: string) => {
      texts.push(text);
      return write(host, () => {
        out.closed = true;
      });
    },
  };
  const outcome = await chain.app.evm.traceCall(
    { to: LOOPER, gas: 121_000n },
    chain.height,
    { ...OPTIONS, tracer: undefined, out, timeoutMs: 2_000 },
    new Map([[to0x(LOOPER), { code: LOOP }]]),
  );
  return { outcome, text: texts.join(''), steps: texts.length };
}

it('does not count the time in which it waits for its reader', async () => {
  let received = 0;
  const { outcome, text } = await aLoop((host) => {
    // The reader takes a minute for every thousandth text.
    if (++received % 1_000 !== 0) return undefined;
    return new Promise((resolve) =>
      setImmediate(() => {
        host.nowMs += 60_000;
        resolve();
      }),
    );
  });
  expect(outcome).toEqual({ type: 'traced' });
  expect(JSON.parse(text).structLogs.length).toBeGreaterThan(24_000);
});

it('counts its own time, and closes the JSON that it has written by then', async () => {
  const { outcome, text, steps } = await aLoop((host) => {
    host.nowMs += 1;
    return undefined;
  });
  expect(outcome).toEqual({ type: 'refused', reason: 'execution timeout' });
  expect(steps).toBeGreaterThan(1_000);
  expect(steps).toBeLessThan(2_100);
  expect(Object.keys(JSON.parse(text))).toEqual(['structLogs']);
});

it('ends when its reader is gone, also while it waits for it', async () => {
  let received = 0;
  const { outcome, steps } = await aLoop((_, isGone) => {
    if (++received !== 500) return undefined;
    isGone();
    return Promise.resolve();
  });
  expect(outcome.type).toBe('refused');
  expect(steps).toBeLessThan(510);
});
