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
  await vi.waitFor(() => expect(create).toHaveBeenCalledOnce(), { timeout: 60_000 });
  let closed = false;
  const closing = devnet.close().then(() => {
    closed = true;
  });
  await new Promise(setImmediate);
  expect(closed).toBe(false);
  fail();
  await closing;
});

it('ends the provider of each chain, once', async () => {
  const devnet = await createDevnet({ seed: 'closing', chains: [{ id: 'hub-1' }] });
  const ended: string[] = [];
  for (const { chainId, provider } of devnet.chains)
    provider.on('disconnect', ({ code }) => ended.push(`${chainId} ${code}`));
  devnet.provider.on('disconnect', ({ code }) => ended.push(`devnet ${code}`));
  await Promise.all([devnet.close(), devnet.close()]);
  expect(ended.sort()).toEqual(['devnet 4900', 'halley_31337-1 4900', 'hub-1 4900']);
});
