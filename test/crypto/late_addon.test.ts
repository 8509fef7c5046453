/** Observes when a process starts the native addon of secp256k1, whose tables take 6 ms. */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { startDevnet } from '../../src/devnet/devnet.js';

const bindings = createRequire(import.meta.url).resolve('secp256k1/bindings');
const addon = createRequire(bindings)('node-gyp-build')(dirname(bindings)) as { Secp256k1: new () => object };

it('a devnet listens before the addon is started, and its first transaction starts it', async () => {
  let starts = 0;
  addon.Secp256k1 = class extends addon.Secp256k1 {
    constructor() {
      super();
      starts++;
    }
  };
  let whenOpen: number | undefined;
  const devnet = await startDevnet({}, { onRuntime: () => (whenOpen = starts) });
  const [from, to] = devnet.accounts.map(({ address }) => address);
  await devnet.provider.request({ method: 'eth_sendTransaction', params: [{ from, to, value: '0x1' }] });
  expect([whenOpen, starts]).toEqual([0, 1]);
  await devnet.close();
});
