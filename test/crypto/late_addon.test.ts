/** Observes when a process starts the native addon of secp256k1, whose tables take 6 ms. */
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { startDevnet } from '../../src/devnet/devnet.js';

const require = createRequire(import.meta.url);
const isStarted = (): boolean => require.cache[require.resolve('secp256k1/bindings')] !== undefined;

it('a devnet listens before the addon is started, and its first transaction starts it', async () => {
  let whenOpen: boolean | undefined;
  const devnet = await startDevnet({}, { onRuntime: () => (whenOpen = isStarted()) });
  const [from, to] = devnet.accounts.map(({ address }) => address);
  await devnet.provider.request({ method: 'eth_sendTransaction', params: [{ from, to, value: '0x1' }] });
  expect([whenOpen, isStarted()]).toEqual([false, true]);
  await devnet.close();
});
