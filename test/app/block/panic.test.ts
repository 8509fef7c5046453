/** Tests an error of the machine that is not its own: one transaction fails, and the chain continues. */
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { openAppState } from '../../../src/app/state/open.js';
import { installFastCrypto } from '../../../src/crypto/install.js';
import { InvariantViolation } from '../../../src/kernel/errors.js';
import { to0x, toHex } from '../../../src/kernel/hex.js';
import { trapNewInstances } from '../../evm/trapping.js';
import { TestChain } from '../support/chain.js';
import { deploySink, sinkCall } from '../support/contracts.js';
import { dev, sign } from '../support/wallet.js';

beforeAll(installFastCrypto);
afterEach(() => vi.restoreAllMocks());

/** Opens a chain whose state throws `error` when a slot is first written. */
async function fragile(error: Error) {
  const state = await openAppState(undefined);
  const chain = await TestChain.open({ state });
  const contract = await deploySink(chain, dev(0));
  const begin = state.begin.bind(state);
  state.begin = (height) => {
    const working = begin(height);
    const setStorage = working.setStorage.bind(working);
    let isFirst = true;
    working.setStorage = (address, slot, value) => {
      if (toHex(address) !== toHex(contract)) return setStorage(address, slot, value);
      if (isFirst) {
        isFirst = false;
        throw error;
      }
      setStorage(address, slot, value);
    };
    return working;
  };
  const tx = async (from: number) =>
    chain.wrap(await sign(chain, dev(from), { to: contract, data: sinkCall('setAll', 0n, 2n, 7n) }));
  return { chain, contract, txs: [await tx(1), await tx(2)] };
}

it('fails one transaction alone, as a Go node recovers from a panic', async () => {
  const { chain, contract, txs } = await fragile(new RangeError('array buffer allocation failed'));
  const before = chain.balance(dev(1).bytes);
  const { results, outcomes } = await chain.block(...txs);
  expect(results.map(({ code, codespace, log }) => [code, codespace, log])).toEqual([
    [111222, 'sdk', 'recovered: array buffer allocation failed'],
    [0, '', ''],
  ]);
  expect([chain.nonce(dev(1).bytes), chain.balance(dev(1).bytes)]).toEqual([0n, before]);
  expect(outcomes[0]?.vmError).toBe('');
  expect((await chain.app.evm.call({ to: contract }, chain.height)).type).toBe('success');
});

it('names the seed that repeats a trap of the interpreter, and continues with another machine', async () => {
  const chain = await TestChain.open({ machine: 'halley', seed: 'opal' });
  const create = async (from: number) => chain.wrap(await sign(chain, dev(from), { data: '0x600160020100' }));
  trapNewInstances();
  const [trapped] = (await chain.block(await create(1))).results;
  expect([trapped?.code, trapped?.log]).toEqual([
    111222,
    `recovered: the interpreter trapped (unreachable) in block 1, from ${to0x(dev(1).bytes)}, 1 frames deep; seed "opal" and the blocks of the chain reproduce it`,
  ]);
  vi.restoreAllMocks();
  expect((await chain.block(await create(1), await create(2))).results.map(({ code }) => code)).toEqual([0, 0]);
});

it('rethrows a bug of ours, after which nothing may continue', async () => {
  const { chain, txs } = await fragile(new InvariantViolation('the trie is upside down'));
  await expect(chain.block(...txs)).rejects.toThrow('the trie is upside down');
});
