/** Tests the loading of a large dependency at its first use. */
import { expect, it } from 'vitest';
import { Loaded } from '../../../src/crypto/curves/load_once.js';

it('loads once for all that wait, gives the value only then, and has nothing to wait for afterwards', async () => {
  const loads: ((value: string) => void)[] = [];
  const curve = new Loaded<string>('the curve', () => new Promise((resolve) => loads.push(resolve)));
  expect(loads).toHaveLength(0);
  const waiting = [curve.prepare(), curve.prepare()];
  expect(loads).toHaveLength(1);
  expect(() => curve.get()).toThrow('the curve is used before prepare() has resolved');
  loads[0]?.('loaded');
  await Promise.all(waiting);
  expect([curve.get(), curve.prepare()]).toEqual(['loaded', undefined]);
});
