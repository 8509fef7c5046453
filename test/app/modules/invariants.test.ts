/** Tests what every history must preserve: nothing is created or burned, and results depend on the requests alone. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { supplyOf } from '../../../src/app/modules/bank/store.js';
import { openAppState } from '../../../src/app/state/open.js';
import { createAddress } from '../../../src/codec/ethereum/tx.js';
import { installFastCrypto } from '../../../src/crypto/install.js';
import type { Bytes } from '../../../src/kernel/bytes.js';
import { toHex } from '../../../src/kernel/hex.js';
import { draws } from '../../support/draws.js';
import { TestChain } from '../support/chain.js';
import { deploySink, SINK_CODE, sinkCall } from '../support/contracts.js';
import { reachable, type Step, signStep, step } from '../support/steps.js';
import { watchAccounts } from '../support/touched.js';
import { COIN, dev, sign } from '../support/wallet.js';

beforeAll(installFastCrypto);

/** Draws blocks of steps, with several transactions of one sender among them. */
const blocks = fc.array(fc.array(step, { maxLength: 5 }), { minLength: 1, maxLength: 4 });

async function signBlock(chain: TestChain, contract: Bytes, steps: readonly Step[]): Promise<Bytes[]> {
  const ahead = new Map<number, number>();
  const raws: Bytes[] = [];
  for (const one of steps) {
    const before = ahead.get(one.who) ?? 0;
    ahead.set(one.who, before + 1);
    raws.push(chain.wrap(await signStep(chain, contract, one, before)));
  }
  return raws;
}

describe('the supply of the base denom', () => {
  it.each([
    ['dev', 400_000n],
    ['ethermint', 200_000n],
  ] as const)('equals the sum of all balances after every block (%s)', async (genesis, coins) => {
    await fc.assert(
      fc.asyncProperty(blocks, async (history) => {
        const watch = watchAccounts(await openAppState(undefined));
        const chain = await TestChain.open({ genesis, state: watch.state });
        expect(watch.total()).toBe(coins * COIN);
        const contract = await deploySink(chain, dev(0), COIN);
        for (const steps of history) {
          await chain.block(...(await signBlock(chain, contract, steps)));
          expect(watch.total()).toBe(supplyOf(chain.state.latest, 'ahalley'));
        }
      }),
      { numRuns: draws(15) },
    );
  });

  it('is not changed by fees, and only burned by a self-destructing contract that holds coins', async () => {
    const watch = watchAccounts(await openAppState(undefined));
    const chain = await TestChain.open({ state: watch.state });
    const contract = await deploySink(chain, dev(0), 7n * COIN);
    await chain.mine(await sign(chain, dev(1), { to: contract, data: sinkCall('set', 1n, 1n) }));
    expect(supplyOf(chain.state.latest, 'ahalley')).toBe(400_000n * COIN);
    // The child has destroyed itself, and receives a seventh of the balance before the transaction ends.
    await chain.mine(await sign(chain, dev(1), { to: contract, data: sinkCall('makeAndEnd', 1n, dev(2).address) }));
    expect(supplyOf(chain.state.latest, 'ahalley')).toBe(399_999n * COIN);
    expect(watch.total()).toBe(399_999n * COIN);
  });
});

describe('the same requests', () => {
  it('produce the same results and app hashes', async () => {
    await fc.assert(
      fc.asyncProperty(blocks, async (history) => {
        const [one, two] = [await TestChain.open(), await TestChain.open()];
        const contract = createAddress(dev(0).bytes, 0n);
        const deployment = one.wrap(await sign(one, dev(0), { data: SINK_CODE, value: COIN }));
        expect((await one.block(deployment)).response).toEqual((await two.block(deployment)).response);
        for (const steps of history) {
          const txs = await signBlock(one, contract, steps);
          // The second application has not seen the transactions before: its cache is empty, and its CheckTx was never
          // called.
          expect((await one.block(...txs)).response).toEqual((await two.block(...txs)).response);
        }
        expect(toHex(one.state.appHash(one.height))).toBe(toHex(two.state.appHash(two.height)));
      }),
      { numRuns: draws(15) },
    );
  });

  it('produce the same results, whatever is called, checked and estimated meanwhile', async () => {
    const [quiet, busy] = [await TestChain.open(), await TestChain.open()];
    const contract = createAddress(dev(0).bytes, 0n);
    const raws = [await sign(quiet, dev(0), { data: SINK_CODE, value: COIN })];
    const input = Buffer.from(sinkCall('hash', 30n).slice(2), 'hex');
    for (let i = 0; i < 4; i++) {
      const txs = raws.map((raw) => quiet.wrap(raw));
      const calls = [
        busy.app.evm.call({ to: contract, input }, busy.height),
        busy.app.evm.estimateGas({ from: dev(3).bytes, to: contract, input }, busy.height),
      ];
      for (const tx of txs) await busy.app.checkTx({ tx, type: 'new' });
      const [one, two] = [await quiet.block(...txs), await busy.block(...txs)];
      await Promise.all(calls);
      expect(two.response).toEqual(one.response);
      raws.splice(0, raws.length, await sign(quiet, dev(i), { to: contract, data: sinkCall('hash', 20n) }));
    }
  });
});

describe('revertTo', () => {
  it('drops the heights above: the same block then has the same result again', async () => {
    await fc.assert(
      fc.asyncProperty(blocks, fc.nat(3), async (history, keep) => {
        const chain = await TestChain.open();
        const contract = await deploySink(chain, dev(0), COIN);
        const made = [];
        for (const steps of history) made.push(await chain.block(...(await signBlock(chain, contract, steps))));
        const height = BigInt(1 + Math.min(keep, made.length));
        const before = reachable(contract).map((address) => chain.app.evm.at(height).account(address));
        expect(chain.app.revertTo(height)).toEqual([]);
        expect(chain.height).toBe(height);
        expect(reachable(contract).map((address) => chain.state.latest.account(address))).toEqual(before);
        for (const { request, response } of made.slice(Number(height) - 1)) {
          expect(await chain.app.finalizeBlock(request)).toEqual(response);
          await chain.app.commit();
        }
      }),
      { numRuns: draws(10) },
    );
  });

  it('discards a block that was executed and not committed', async () => {
    const chain = await TestChain.open();
    await chain.mine(await sign(chain, dev(0), { to: dev(1).address }));
    await chain.app.finalizeBlock(chain.blockRequest([]));
    chain.app.revertTo(0n);
    expect(chain.nonce(dev(0).bytes)).toBe(0n);
    await expect(chain.app.commit()).rejects.toThrow('Commit without FinalizeBlock');
  });
});
