import { expect, it } from 'vitest';
import { DisposerStack } from '../../src/devnet/disposer_stack.js';

it('releases in the reverse order, each after the one before has ended', async () => {
  const stack = new DisposerStack();
  const released: string[] = [];
  for (const name of ['store', 'chain', 'server'])
    stack.defer(async () => {
      released.push(`${name} begins`);
      await Promise.resolve();
      released.push(`${name} ends`);
    });
  await stack.dispose();
  expect(released).toEqual([
    ...['server begins', 'server ends'],
    ...['chain begins', 'chain ends'],
    ...['store begins', 'store ends'],
  ]);
});

it('releases the rest after a failure, and rejects with the first one', async () => {
  const stack = new DisposerStack();
  const released: string[] = [];
  stack.defer(() => released.push('store'));
  stack.defer(() => Promise.reject(new Error('second')));
  stack.defer(() => {
    throw new Error('first');
  });
  await expect(stack.dispose()).rejects.toThrow('first');
  expect(released).toEqual(['store']);
});

it('releases once, also what was added while it released', async () => {
  const stack = new DisposerStack();
  let count = 0;
  stack.defer(() => stack.defer(() => count++));
  const [one, other] = [stack.dispose(), stack.dispose()];
  expect(one).toBe(other);
  await one;
  await stack.dispose();
  expect(count).toBe(1);
});
