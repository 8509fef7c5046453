/** Tests that programs recognise the errors of every bundle of the package. */
import { expect, it, vi } from 'vitest';
import { HalleyError, InvariantViolation } from '../../src/kernel/errors.js';

it('an error of another bundle is a HalleyError', async () => {
  vi.resetModules();
  const other: typeof import('../../src/kernel/errors.js') = await import('../../src/kernel/errors.js');
  expect(other.HalleyError).not.toBe(HalleyError);
  expect(new other.HalleyError('not-found', 'no such block')).toBeInstanceOf(HalleyError);
  const others = [new Error('no such block'), new InvariantViolation('no such block'), { name: 'HalleyError' }, null];
  expect(others.filter((value) => value instanceof HalleyError)).toEqual([]);
});
