import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import type * as Library from '../../src/devnet/index.js';
import { builtFile } from '../support/current_build.js';

it("the built library starts a devnet in the user's process", async () => {
  const library: typeof Library = await import(pathToFileURL(builtFile('index.mjs')).href);
  const devnet = await library.createDevnet();
  expect(await devnet.provider.request({ method: 'eth_chainId' })).toBe('0x7a69');
  await expect(devnet.provider.request({ method: 'eth_none' })).rejects.toBeInstanceOf(library.RpcError);
  await expect(library.createDevnet({ validators: 0 })).rejects.toBeInstanceOf(library.HalleyError);
  await devnet.close();
});
