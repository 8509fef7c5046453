/**
 * Opens homes that earlier versions have written (`test/vectors/homes`). They continue here, or the error says what to
 * do, and that works.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { unpackHome } from '../../../scripts/pack_home.js';
import { STORE_OPTIONS } from '../../../src/devnet/home/store_options.js';
import { createDevnet, exportHome, fixedClock, verifyHome } from '../../../src/devnet/index.js';
import { HEAD_KEY, readHead, STORE_VERSION, sealHead } from '../../../src/storage/head.js';
import { START, temporaryHome } from '../node_kit.js';
import { headIn, putRaw } from './raw_store.js';

const vector = (name: string): string => join(import.meta.dirname, '../../vectors/homes', name);

async function homeOf(name: string): Promise<string> {
  const home = await temporaryHome();
  unpackHome(vector(`${name}.br`), home);
  return home;
}

const clock = fixedClock(START);
const dataOf = (home: string): string => join(home, 'data');
const ACCOUNT = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';

describe('a home of store version 3', () => {
  it('opens, continues and verifies', async () => {
    const home = await homeOf('version-3');
    const devnet = await createDevnet({ home, clock, miningMode: 'manual' });
    expect(devnet.height).toBe(9n);
    await devnet.mine();
    await devnet.close();
    expect(await verifyHome(home)).toMatchObject({ height: 10n, problems: [] });
    expect(await headIn(dataOf(home))).toMatchObject({ version: STORE_VERSION, writer: STORE_OPTIONS.writer });
  });

  it('is verified and exported before another command has opened it', async () => {
    expect(await verifyHome(await homeOf('version-3'))).toMatchObject({ height: 9n, problems: [] });
    expect(await exportHome(await homeOf('version-3'))).toMatchObject({ initial_height: '10' });
  });

  it('continues with each of its chains', async () => {
    const home = await homeOf('version-3-two-chains');
    const devnet = await createDevnet({ home, clock, chains: [{ id: 'hub-1' }] });
    expect([...devnet.chains].map(({ chainId, height }) => [chainId, height])).toEqual([
      ['halley_31337-1', 3n],
      ['hub-1', 3n],
    ]);
    for (const chain of devnet.chains) await chain.mine();
    await devnet.close();
    for (const one of [home, join(home, 'chains', 'hub-1')]) {
      expect(await verifyHome(one)).toMatchObject({ height: 4n, problems: [] });
      expect(await headIn(dataOf(one))).toMatchObject({ version: STORE_VERSION });
    }
  });
});

describe('a home of store version 2', () => {
  it('is refused with an error that says what to do, and stays as it is', async () => {
    const home = await homeOf('version-2');
    const before = await headIn(dataOf(home));
    const refused = {
      code: 'unavailable',
      message:
        `the store in "${dataOf(home)}" was written by an earlier version of halley: it has store version 2, and this one ` +
        `has ${STORE_VERSION}; run "halley export --home DIR > genesis.json" with that version, then "halley start ` +
        '--genesis genesis.json" with this one',
      facts: { folder: dataOf(home), version: 2, supported: STORE_VERSION },
    };
    await expect(createDevnet({ home, clock })).rejects.toMatchObject(refused);
    for (const read of [verifyHome, exportHome]) await expect(read(home)).rejects.toMatchObject(refused);
    expect(await headIn(dataOf(home))).toEqual(before);
  });

  it('continues here from the document that its own version exports', async () => {
    const text = brotliDecompressSync(readFileSync(vector('version-2-exported.json.br'))).toString();
    await using devnet = await createDevnet({ genesis: JSON.parse(text), clock });
    expect(devnet.height).toBe(4n);
    const params = [ACCOUNT, 'latest'];
    const balance = await devnet.provider.request({ method: 'eth_getBalance', params });
    expect(balance).toBe(`0x${(10n ** 22n + 14n).toString(16)}`);
  });
});

describe('a home of a later store version', () => {
  it('is refused with an error that names its version of Halley, and stays as it is', async () => {
    const home = await homeOf('version-3');
    const head = { ...(await headIn(dataOf(home))), version: 5, writer: 'halley 7.0.0' };
    await putRaw(dataOf(home), HEAD_KEY, sealHead(head));
    const refused = {
      code: 'unavailable',
      message:
        `the store in "${dataOf(home)}" was written by a newer version of halley (halley 7.0.0): it has store version 5, ` +
        `and this one reads up to ${STORE_VERSION}; use that version or a newer one`,
      facts: { folder: dataOf(home), version: 5, supported: STORE_VERSION },
    };
    await expect(createDevnet({ home, clock })).rejects.toMatchObject(refused);
    for (const read of [verifyHome, exportHome]) await expect(read(home)).rejects.toMatchObject(refused);
    expect(await headIn(dataOf(home))).toEqual(head);
  });

  it('is damaged when its head has a form that no version writes', () => {
    const sealed = sealHead({ version: Number.NaN, last: 1, writer: undefined });
    expect(() => readHead(sealed, '/home')).toThrow(
      expect.objectContaining({
        code: 'corrupt-store',
        message: expect.stringContaining('is damaged: its head begins with "halley store NaN"'),
      }),
    );
  });
});
