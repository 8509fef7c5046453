/** Compiles programs against the types of the installed package, which are the same on every version of Node.js. */
import { join } from 'node:path';
import { describe, expect, inject, it, vi } from 'vitest';
import { compile, readJson, writerIn } from './project.js';

/** Allows for all types of viem and vitest, which are checked too. */
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const { folder } = inject('withTools');
const write = writerIn(folder);

describe('types', () => {
  const entries = Object.entries<string | object>(
    readJson(join(folder, 'node_modules/halley-devnet/package.json')).exports,
  )
    .filter(([, target]) => typeof target === 'object')
    .map(([path]) => `halley-devnet${path.slice(1)}`);

  it('of the library compile without the types of Node.js and of browsers', async () => {
    const project = write(
      'library',
      {
        'library.mts': `
import { createDevnet, type Devnet, type DevnetOptions, type ErrorCode, HalleyError, RpcError } from 'halley-devnet';

const options: DevnetOptions = { validators: 3, timeouts: { commit: 0n }, jsonRpc: { limits: { filters: 5 } } };
export async function height(): Promise<bigint | ErrorCode | number> {
  try {
    await using devnet: Devnet = await createDevnet(options);
    return devnet.height;
  } catch (error) {
    if (error instanceof HalleyError) return error.code;
    if (error instanceof RpcError) return error.code;
    throw error;
  }
}
// @ts-expect-error: there is no such option.
createDevnet({ validatorz: 4 });
`,
      },
      { lib: ['ES2022'], types: [] },
    );
    expect(await compile(project)).toMatchObject({ code: 0, output: '' });
  });

  it('of all entries compile beside viem and vitest', async () => {
    const imports = entries.map((entry, i) => `export * as entry${i} from '${entry}';`).join('\n');
    const project = write(
      'entries',
      {
        'entries.mts': imports,
        'viem.mts': `
import { createDevnet } from 'halley-devnet';
import { createPublicClient, custom } from 'viem';

const devnet = await createDevnet();
export const client = createPublicClient({ transport: custom(devnet.provider) });
`,
        'fixtures.mts': `
import type { Devnet, EvmProvider, Urls } from 'halley-devnet';
import { type Server, test } from 'halley-devnet/vitest';

test.override({ devnetOptions: { validators: 7 } });
test('has its fixtures', ({ devnet, provider, server, urls, expect }) => {
  const all: [Devnet, EvmProvider, Server, Urls] = [devnet, provider, server, urls];
  expect(all.length).toBe(4);
});
// @ts-expect-error: there is no such option.
test.override({ devnetOptions: { validatorz: 7 } });
`,
        'hooks.mts': `
import { after, afterEach, before, beforeEach } from 'node:test';
import { type TestDevnet, testDevnet } from 'halley-devnet/testing';

export const chain: TestDevnet = testDevnet({ before, beforeEach, afterEach, after }, { validators: 7 });
// @ts-expect-error: the other two hooks are missing.
testDevnet({ before, after });
`,
      },
      { lib: ['ES2023', 'DOM', 'ESNext.Disposable'], types: ['node'] },
    );
    expect(entries.length).toBeGreaterThan(2);
    expect(await compile(project)).toMatchObject({ code: 0, output: '' });
  });
});
