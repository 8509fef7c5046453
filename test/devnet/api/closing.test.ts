/** Tests that closing leaves no work behind. */
import { expect, it, vi } from 'vitest';
import { createDevnet } from '../../../src/devnet/index.js';
import { Machines } from '../../../src/evm/machines.js';

it('waits for an EVM that is being loaded', async () => {
  let fail = (): void => undefined;
  const loading = new Promise<never>((_resolve, reject) => {
    fail = () => reject(new Error('not there'));
  });
  const create = vi.spyOn(Machines.prototype, 'create').mockReturnValue(loading);
  const devnet = await createDevnet({ seed: 'closing', jsonRpc: false, rpc: false });
  await vi.waitFor(() => expect(create).toHaveBeenCalledOnce());
  let closed = false;
  const closing = devnet.close().then(() => {
    closed = true;
  });
  await new Promise(setImmediate);
  expect(closed).toBe(false);
  fail();
  await closing;
});
