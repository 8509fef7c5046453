/** Tests what clients of a devnet hear when another chain takes the place of its own. */
import { expect, test } from 'vitest';
import { ChainSlot } from '../../src/backend/chain_slot.js';

/** Makes a chain that counts its listeners. */
function aChain() {
  const listeners = new Set<(event: string) => void>();
  const listen = (listener: (event: string) => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return { listen, listeners, emit: (event: string) => listeners.forEach((listener) => void listener(event)) };
}

test('a follower hears the chain that has the slot, and no chain after it has stopped', () => {
  const [first, second, third] = [aChain(), aChain(), aChain()];
  const slot = new ChainSlot(first);
  const heard: string[] = [];
  const follow = () => slot.follow(({ listen }) => listen((event) => heard.push(event)));
  const stops = [follow(), follow()];
  first.emit('first');
  slot.replace(second);
  expect([first, second].map(({ listeners }) => listeners.size)).toEqual([0, 2]);
  expect(slot.now).toBe(second);
  second.emit('second');
  expect(heard).toEqual(['first', 'first', 'second', 'second']);
  for (const stop of stops) stop();
  expect(second.listeners.size).toBe(0);
  slot.replace(third);
  expect(third.listeners.size).toBe(0);
});
