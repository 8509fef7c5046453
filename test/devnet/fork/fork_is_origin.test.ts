/** Tests that a fork does what the forked chain itself does with the same transactions. */
import fc from 'fast-check';
import { encodeFunctionData, type Hex, parseEther, toHex } from 'viem';
import { expect, it } from 'vitest';
import { createAddress } from '../../../src/codec/ethereum/tx.js';
import { to0x } from '../../../src/kernel/hex.js';
import { SINK_CODE, sinkCall } from '../../app/support/contracts.js';
import { dev } from '../../app/support/wallet.js';
import { type Opened, openFork, openOrigin } from './forked_devnet.js';

const MINUTES = 300_000;
const USERS = [0, 1, 2, 3];

const small = fc.nat(12).map(BigInt);
const who = fc.constantFrom(...USERS);
const target = fc.oneof(
  who.map((index) => dev(index).address),
  fc.nat(3).map((n) => `0x${'0'.repeat(38)}${(0xa0 + n).toString(16)}` as Hex),
);
const wei = fc.constantFrom(0n, 1n, parseEther('1'));

/** Draws calls whose results do not depend on hashes of blocks. */
const data: fc.Arbitrary<{ data: Hex; value?: bigint }> = fc.oneof(
  fc.tuple(small, small).map(([key, value]) => ({ data: sinkCall('set', key, value) })),
  fc.tuple(small, small).map(([from, value]) => ({ data: sinkCall('setAll', from, 5n, value) })),
  small.map((code) => ({ data: sinkCall('fail', code) })),
  fc.tuple(small, fc.nat(60_000).map(BigInt)).map((args) => ({ data: sinkCall('tryFail', ...args) })),
  fc.tuple(small, fc.boolean(), wei).map(([seed, die, value]) => ({ data: sinkCall('make', seed, die, value), value })),
  fc.tuple(fc.nat(2), small).map(([salt, seed]) => ({
    data: sinkCall('makeAt', `0x${salt.toString().padStart(64, '0')}`, seed),
  })),
  fc.tuple(small, target, wei).map(([seed, to, value]) => ({ data: sinkCall('makeAndEnd', seed, to), value })),
  target.map((to) => ({ data: sinkCall('endLast', to) })),
  fc.tuple(target, wei).map(([to, value]) => ({ data: sinkCall('pay', to, value) })),
);

type Act =
  | { readonly type: 'call'; readonly from: number; readonly wish: { data: Hex; value?: bigint } }
  | { readonly type: 'transfer'; readonly from: number; readonly to: Hex; readonly value: bigint }
  | { readonly type: 'set balance'; readonly of: Hex; readonly balance: bigint }
  | { readonly type: 'snapshot' }
  | { readonly type: 'revert' };

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('call' as const), from: who, wish: data }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('transfer' as const), from: who, to: target, value: wei }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('set balance' as const), of: target, balance: wei }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('snapshot' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('revert' as const) }) },
);

/** Performs an act in a block of its own. Returns what the block shows of it. */
async function perform(chain: Opened, sink: Hex, snapshots: Hex[], one: Act): Promise<unknown> {
  const { test, ask } = chain;
  if (one.type === 'snapshot') return void snapshots.push(await ask('evm_snapshot'));
  if (one.type === 'revert') return snapshots.length > 0 && ask('evm_revert', snapshots.pop());
  if (one.type === 'set balance') return ask('anvil_setBalance', one.of, toHex(one.balance));
  const wish = one.type === 'call' ? { to: sink, ...one.wish } : { to: one.to, value: one.value };
  const { hash } = await test
    .send(one.from, { gas: 1_000_000n, ...wish })
    .catch((error) => ({ hash: `${error.message}` }));
  await test.mine();
  const receipt = await ask('eth_getTransactionReceipt', hash).catch(() => hash);
  if (receipt === null || typeof receipt === 'string') return receipt;
  const { status, gasUsed, effectiveGasPrice, logs, contractAddress } = receipt;
  const shown = logs.map(({ address, topics, data: bytes }: Record<string, unknown>) => ({ address, topics, bytes }));
  return { status, gasUsed, effectiveGasPrice, logs: shown, contractAddress };
}

async function stateOf({ ask }: Opened, sink: Hex): Promise<unknown> {
  const last = `0x${(await ask('eth_call', { to: sink, data: encodeFunctionData({ abi: LAST, args: [] }) }, 'latest')).slice(26)}`;
  const accounts = [
    sink,
    last,
    ...USERS.map((index) => dev(index).address),
    ...[0, 1, 2, 3].map((n) => `0x${'0'.repeat(38)}a${n}`),
  ];
  const slots = Array.from({ length: 20 }, (_, key) =>
    ask('eth_call', { to: sink, data: sinkCall('slots', BigInt(key)) }, 'latest'),
  );
  const read = (method: string): Promise<unknown[]> =>
    Promise.all(accounts.map((address) => ask(method, address, 'latest')));
  return [
    last,
    await read('eth_getBalance'),
    await read('eth_getTransactionCount'),
    await read('eth_getCode'),
    await Promise.all(slots),
  ];
}

const LAST = [
  { type: 'function', name: 'last', inputs: [], outputs: [{ type: 'address' }], stateMutability: 'view' },
] as const;

it('gives the same receipts and the same state as the forked chain', { timeout: MINUTES }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { maxLength: 8 }),
      fc.array(act, { minLength: 1, maxLength: 14 }),
      async (before, after) => {
        const origin = await openOrigin({ miningMode: 'manual' });
        const sink = to0x(createAddress(dev(0).bytes, 0n)) as Hex;
        await origin.test.send(0, { data: SINK_CODE, gas: 5_000_000n, value: parseEther('5') });
        await origin.test.mine();
        for (const one of before) await perform(origin, sink, [], one.type === 'revert' ? { type: 'snapshot' } : one);
        const fork = await openFork(origin.url, { seed: 'origin', miningMode: 'manual' });
        await origin.test.mine();
        for (const index of USERS)
          for (const chain of [origin, fork])
            await chain.ask('anvil_setBalance', dev(index).address, toHex(parseEther('100')));
        const [there, here]: [Hex[], Hex[]] = [[], []];
        for (const one of after)
          expect(await perform(fork, sink, here, one)).toEqual(await perform(origin, sink, there, one));
        expect(await stateOf(fork, sink)).toEqual(await stateOf(origin, sink));
        expect([...fork.failures, ...origin.failures]).toEqual([]);
        await Promise.all([fork.devnet.close(), origin.devnet.close()]);
      },
    ),
    { numRuns: 12 },
  );
});
