import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { ensureBuilt, ROOT } from '../../scripts/ensure.mjs';
import type * as Library from '../../src/devnet/index.js';

it('the built library starts a devnet in the process of its user', async () => {
  ensureBuilt();
  const library: typeof Library = await import(pathToFileURL(join(ROOT, 'dist/index.mjs')).href);
  const devnet = await library.createDevnet({ jsonRpc: false, rpc: false, assets: false });
  expect(await devnet.provider.request({ method: 'eth_chainId' })).toBe('0x7a69');
  await devnet.close();
});
