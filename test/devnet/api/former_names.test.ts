/** Tests the programming interface and the RPC method under their former names. */
import { afterEach, expect, it } from 'vitest';
import { createDevnet, type Devnet, describePace, readPaceText } from '../../../src/devnet/index.js';

let devnet: Devnet;
afterEach(() => devnet?.close());

it('reads the former options of a devnet and of its chains', async () => {
  devnet = await createDevnet({ pace: 'manual', identity: 'hardhat', chains: [{ id: 'hub-1', pace: 'step' }] });
  expect(devnet.miningMode).toEqual({ type: 'manual' });
  expect(await devnet.provider.request({ method: 'web3_clientVersion' })).toMatch(/^HardhatNetwork/);
  const hub = devnet.chains.get('hub-1');
  expect(hub?.chainId).toBe('hub-1');
});

it('sets and shows the mining mode by the former members and the former method', async () => {
  devnet = await createDevnet();
  await devnet.setPace('step');
  expect(devnet.pace).toEqual({ type: 'step' });
  await devnet.provider.request({ method: 'halley_setPace', params: ['interval', { ms: 500 }] });
  expect(devnet.pace).toEqual({ type: 'interval', ms: 500 });
  expect(devnet.miningMode).toEqual(devnet.pace);
  expect(describePace(readPaceText('manual'))).toBe(describePace({ type: 'manual' }));
});

it('refuses an option under both of its names', async () => {
  const given = createDevnet({ pace: 'manual', miningMode: 'step' });
  await expect(given).rejects.toMatchObject({
    code: 'invalid-argument',
    message:
      'createDevnet has the option "miningMode", whose former name is "pace", and both were given: give only "miningMode"',
  });
});
