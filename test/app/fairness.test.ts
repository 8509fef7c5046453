/**
 * Tests long calls and long blocks from the view of other callers: when each runs, what ends, and what stays in memory.
 */
import type { Hex } from 'viem';
import { beforeAll, describe, expect, it } from 'vitest';
import { installFastCrypto } from '../../src/crypto/install.js';
import { type Bytes, bigintToBytes, concatBytes } from '../../src/kernel/bytes.js';
import { AbortedError, FairScheduler } from '../../src/kernel/fair_scheduler.js';
import { fromHex, to0x } from '../../src/kernel/hex.js';
import { TestChain } from './support/chain.js';
import { dev, sign } from './support/wallet.js';

beforeAll(installFastCrypto);

const at = (number: number): Bytes => bigintToBytes(BigInt(number), 20);
const blake2f = (rounds: number): Bytes => concatBytes(bigintToBytes(BigInt(rounds), 4), new Uint8Array(209));

/** Opens a chain whose clock advances by `stepMs` at each reading. */
async function aChain(stepMs: number, timeoutMs = 5_000) {
  const host = { nowMs: 0, pauses: 0 };
  const scheduler = new FairScheduler({
    now: () => (host.nowMs += stepMs),
    afterIo: (action) => {
      host.pauses++;
      setImmediate(action);
    },
  });
  return {
    host,
    scheduler,
    chain: await TestChain.open({ scheduler, timeoutMs, gasCap: 1_000_000_000n, maxGas: 100_000_000n }),
  };
}

/** Overrides an empty account with `code`. */
const running = (code: string) => new Map([[to0x(at(0xc0de)), { code: fromHex(code) }]]);
const call = (chain: TestChain, code: string, client?: { readonly id: string; readonly gone?: () => boolean }) =>
  chain.app.evm.call({ to: at(0xc0de), gas: 900_000_000n, ...(client && { client }) }, 0n, running(code));

const SPIN = '5b5f56';

describe('a long call yields and ends at its timeout', () => {
  const timedOut = (after: string) => ({ type: 'refused', reason: `execution aborted (timeout = ${after})` });

  it('in a precompile that it calls directly', async () => {
    const { chain, host } = await aChain(5, 1_000);
    expect(await chain.app.evm.call({ to: at(9), input: blake2f(24_000_000), gas: 30_000_000n }, 0n)).toEqual(
      timedOut('1s'),
    );
    expect(host.pauses).toBeGreaterThan(50);
  });

  it('in code without a jump: EXP, hashes, copies, accounts', async () => {
    for (const straight of ['5f195f190a50', '6110005f2050', '6110005f5f37', '6110005f5f5e', '5a3150', '5a3f50']) {
      const { chain, host } = await aChain(5, 20);
      expect(await call(chain, straight.repeat(120_000 / (straight.length / 2)), { id: 'a' }), straight).toEqual(
        timedOut('0.02s'),
      );
      expect(host.pauses).toBeGreaterThan(0);
    }
  });

  it('in frames of long code that call each other', async () => {
    // The code runs 2,000 MULMODs, then calls itself.
    const code = `${'5f5f5f0950'.repeat(2_000)}5f5f5f5f5f305af100`;
    const { chain } = await aChain(5, 100);
    expect(await call(chain, code)).toMatchObject({ type: 'refused' });
  });
});

describe('calls of many clients', () => {
  it('share the time by client: a short call does not wait for two hundred long ones', async () => {
    const { chain } = await aChain(1, 60);
    const order: string[] = [];
    const long = Array.from({ length: 200 }, async () => {
      await call(chain, SPIN, { id: 'crowd' });
      order.push('long');
    });
    const short = call(chain, '00', { id: 'other' }).then((outcome) => {
      order.push('short');
      return outcome;
    });
    expect((await short).type).toBe('success');
    expect(order).toEqual(['short']);
    await Promise.all(long);
  });

  it('do not begin for a client that is gone, and stop when it disconnects', async () => {
    const { chain, host } = await aChain(1, 100_000);
    let gone = false;
    const client = { id: 'leaving', gone: () => gone };
    const calls = Array.from({ length: 20 }, () => call(chain, SPIN, client));
    await call(chain, '00', { id: 'other' });
    gone = true;
    const before = host.nowMs;
    expect((await Promise.all(calls)).every(({ type }) => type === 'refused')).toBe(true);
    expect(host.nowMs - before).toBeLessThan(1_000);
    expect((await call(chain, '00')).type).toBe('success');
  });
});

describe('a long block', () => {
  it('yields to others, and has the same result as one that does not yield', async () => {
    const yielding = await aChain(5);
    const through = await TestChain.open({ maxGas: 100_000_000n });
    const results = [];
    for (const chain of [yielding.chain, through]) {
      const data = to0x(blake2f(500_000)) as Hex;
      const before = chain === yielding.chain ? chain.app.evm.call({ to: at(4) }, 0n) : undefined;
      results.push(await chain.mine(await sign(chain, dev(0), { to: at(9), data, gas: 1_000_000n })));
      expect((await before)?.type ?? 'success').toBe('success');
    }
    expect(yielding.host.pauses).toBeGreaterThan(10);
    expect(results[0]).toEqual(results[1]);
    expect(yielding.chain.state.appHash(1n)).toEqual(through.state.appHash(1n));
  });
});

describe('a block in progress when the host closes', () => {
  it.each([
    ['in code', { gas: 50_000_000n, data: '0x5b5f56' as Hex }],
    ['in a precompile', { gas: 50_000_000n, to: at(9), data: to0x(blake2f(20_000_000)) as Hex }],
  ])('stops when it next yields, without a result or any change: %s', async (_, tx) => {
    const { chain, host, scheduler } = await aChain(5);
    const before = chain.state.height;
    const mined = chain.mine(await sign(chain, dev(0), tx));
    setImmediate(() => scheduler.stop());
    await expect(mined).rejects.toBeInstanceOf(AbortedError);
    expect(host.pauses).toBeLessThan(5);
    expect([chain.state.height, chain.nonce(dev(0).bytes), chain.app.staged.writes]).toEqual([before, 0n, []]);
  });
});
