/** Tests the results of V8 when their use fails. */
import { expect, it } from 'vitest';
import { V8Session } from '../../../src/devnet/profiling/v8_session.js';

it('fails a snapshot whose parts cannot be written, and reads no other part', async () => {
  const session = new V8Session();
  let parts = 0;
  const full = new Error('no space left on device');
  const keep = (): void => {
    parts++;
    throw full;
  };
  await expect(session.heapSnapshot(keep)).rejects.toBe(full);
  expect(parts).toBe(1);
  await session.close();
});
