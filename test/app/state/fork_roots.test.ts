import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openAppState } from '../../../src/app/state/open.js';
import { EMPTY_CODE_HASH } from '../../../src/evm/state.js';
import { bigintToBytes } from '../../../src/kernel/bytes.js';
import { toHex } from '../../../src/kernel/hex.js';
import { finish } from '../../../src/kernel/steps.js';

const address = (number: number) => bigintToBytes(BigInt(number + 1), 20);
const word = (number: number) => bigintToBytes(BigInt(number), 32);

const write = fc.oneof(
  fc.record({ type: fc.constant('slot' as const), of: fc.nat(2), slot: fc.nat(3), value: fc.nat(2) }),
  fc.record({ type: fc.constant('account' as const), of: fc.nat(2), nonce: fc.nat(3) }),
  fc.record({ type: fc.constant('gone' as const), of: fc.nat(2) }),
  fc.record({ type: fc.constant('root' as const) }),
);

it('computes the root of all writes from the writes since the last root', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(write, { maxLength: 40, size: 'max' }), async (writes) => {
      const state = await openAppState(undefined);
      const genesis = state.begin(0n);
      genesis.setStorage(address(0), word(1), word(7));
      state.seal();
      state.commit();
      const fork = state.fork(state.fork());
      const roots = state.rootsOf(fork);
      for (const one of writes) {
        const account = { nonce: 1n, balance: 1n, codeHash: EMPTY_CODE_HASH };
        if (one.type === 'slot') fork.setStorage(address(one.of), word(one.slot), word(one.value));
        else if (one.type === 'account') fork.setAccount(address(one.of), { ...account, nonce: BigInt(one.nonce) });
        else if (one.type === 'gone') fork.setAccount(address(one.of), undefined);
        else expect(toHex(finish(roots.next()))).toBe(toHex(state.rootOf(fork)));
      }
      expect(toHex(finish(roots.next()))).toBe(toHex(state.rootOf(fork)));
    }),
    { numRuns: 200 },
  );
});

it('does no work for slots that the last root covers', async () => {
  const state = await openAppState(undefined);
  state.begin(0n);
  state.seal();
  state.commit();
  const fork = state.fork();
  for (let slot = 0; slot < 3000; slot++) fork.setStorage(address(0), word(slot), word(1));
  const roots = state.rootsOf(fork);
  const stepsOf = (steps: Iterable<void>): number => [...steps].length;
  expect(stepsOf(roots.next())).toBeGreaterThan(50);
  fork.setStorage(address(0), word(5), word(2));
  expect(stepsOf(roots.next())).toBeLessThan(5);
});
