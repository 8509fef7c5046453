/** Tests a pending block that exceeds its time, and one that is read while more transactions are added. */
import { beforeAll, expect, it } from 'vitest';
import { installFastCrypto } from '../../../src/crypto/install.js';
import { type Bytes, bigintToBytes } from '../../../src/kernel/bytes.js';
import { FairScheduler } from '../../../src/kernel/fair_scheduler.js';
import { toHex } from '../../../src/kernel/hex.js';
import { NANOS_PER_SECOND } from '../../../src/kernel/time.js';
import { type ChainOptions, TestChain } from '../support/chain.js';
import { deploySink, sinkCall } from '../support/contracts.js';
import { COIN, dev, GWEI, signExactly } from '../support/wallet.js';

beforeAll(installFastCrypto);

const NOBODY = bigintToBytes(0xabcdn, 20);

async function aTestChain(options: ChainOptions = {}) {
  const chain = await TestChain.open(options);
  const sink = await deploySink(chain, dev(0), COIN);
  const tx = async (from: number, nonce: number, wish: object): Promise<Bytes> => {
    const plain = { chainId: 31337, gas: 21_000n, maxFeePerGas: 20n * GWEI, maxPriorityFeePerGas: 1n };
    return chain.wrap(await signExactly(dev(from), { ...plain, type: 'eip1559', nonce, ...wish }));
  };
  const pay = (from: number, nonce: number, value: bigint) => tx(from, nonce, { to: `0x${toHex(NOBODY)}`, value });
  const spin = () => tx(2, 0, { to: `0x${toHex(sink)}`, gas: 20_000_000n, data: sinkCall('spin') });
  const begin = () => chain.app.beginPending(chain.genesisTime + 100n * NANOS_PER_SECOND, dev(9).bytes);
  const paid = (state: { account(address: Bytes): { readonly balance: bigint } | undefined }) =>
    state.account(NOBODY)?.balance ?? 0n;
  return { chain, sink, pay, spin, begin, paid, tx };
}

it('leaves out the transactions that did not run in time, and all later ones', async () => {
  let now = 0;
  // The clock advances by 20 milliseconds at each reading.
  const scheduler = new FairScheduler({ now: () => (now += 20), afterIo: (action) => void setImmediate(action) });
  const { pay, spin, begin, paid } = await aTestChain({ scheduler });
  const run = await begin();
  const txs = [await pay(1, 0, 5n), await spin(), await pay(3, 0, 7n)];
  await run.add(txs);
  expect(run.txs).toEqual(txs.slice(0, 1));
  expect(run.txResults.map(({ code }) => code)).toEqual([0]);
  expect(paid(run.state)).toBe(5n);
  const more = [...txs, await pay(1, 1, 9n)];
  expect([run.leadsTo(more), run.leadsTo(more.slice(1))]).toEqual([true, false]);
  await run.add(more);
  expect([run.txs.length, paid(run.state), run.isCut, run.copy().isCut]).toEqual([1, 5n, true, true]);
});

it('continues in a copy while the original is read, and both agree with a block executed at once', async () => {
  const { chain, pay, begin, paid, sink, tx } = await aTestChain();
  const poke = await tx(3, 0, { to: `0x${toHex(sink)}`, gas: 100_000n, data: sinkCall('set', 4n, 5n) });
  const txs = [await pay(1, 0, 5n), poke, await pay(1, 1, 7n), await pay(3, 1, 9n)];
  const first = await begin();
  await first.add(txs.slice(0, 2));
  const second = first.copy();
  await second.add(txs);
  expect([paid(first.state), paid(second.state), first.txs.length, second.isCut]).toEqual([5n, 21n, 2, false]);
  const atOnce = await begin();
  await atOnce.add(txs);
  expect(toHex(second.stateRoot)).toBe(toHex(atOnce.stateRoot));
  expect(second.txResults).toEqual(atOnce.txResults);
  await chain.block(...txs);
  expect(chain.balance(NOBODY)).toBe(21n);
});

it('chooses the transactions that a proposer would choose', async () => {
  const { chain, pay } = await aTestChain();
  const txs = [await pay(1, 1, 1n), await pay(1, 0, 2n), await pay(1, 1, 3n)];
  expect(chain.app.choose(txs, 10_000n)).toEqual(txs.slice(1));
});
