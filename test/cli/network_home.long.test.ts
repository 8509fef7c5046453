/** Runs `halley verify` and `halley export` as users do, on a home with several chains. */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { describe, expect, it } from 'vitest';
import { blockKey } from '../../src/chain/block_store/keys.js';
import { createDevnet } from '../../src/devnet/index.js';
import { evmCall, FREE_PORTS, halley, Running, temporaryFolder } from './run.js';

const dataOf = (home: string, id: string): string => join(home, 'chains', id, 'data');

async function networkHome(): Promise<string> {
  const home = temporaryFolder();
  await (await createDevnet({ home, seed: '7', chains: [{ id: 'hub-1' }, { id: 'dex-1' }] })).close();
  return home;
}

describe('halley verify', () => {
  it('prints a line for each chain with what it has verified', async () => {
    const { code, stdout, stderr } = await halley('verify', '--home', await networkHome());
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.replace(/\d+ records/g, 'N records')).toBe(
      ['halley_31337-1', 'hub-1', 'dex-1']
        .map((id) => `verified 2 blocks of ${id}: 1 transactions, N records, height 2\n`)
        .join(''),
    );
  });

  it('exits with 1 and names the lost chain and each chain with wrong records', async () => {
    const home = await networkHome();
    rmSync(dataOf(home, 'hub-1'), { recursive: true });
    const level = new ClassicLevel<Uint8Array, Uint8Array>(dataOf(home, 'dex-1'), {
      keyEncoding: 'view',
      valueEncoding: 'view',
    });
    await level.open();
    const sealed = (await level.get(blockKey(2n))) ?? new Uint8Array();
    await level.put(
      blockKey(2n),
      sealed.map((byte, i) => (i === 40 ? byte ^ 4 : byte)),
    );
    await level.close();
    const { code, stdout, stderr } = await halley('verify', '--home', home);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^verified \d+ blocks of halley_31337-1: .*\n$/);
    expect(stderr.split('\n')).toEqual([
      expect.stringContaining('halley: hub-1: the chain "hub-1" of the home folder'),
      expect.stringContaining(
        `halley: dex-1: the store in "${dataOf(home, 'dex-1')}" is damaged: the block of height 2`,
      ),
      'halley: dex-1: 1 of its records differ, executed up to height 1',
      '',
    ]);
    expect(existsSync(dataOf(home, 'hub-1'))).toBe(false);
  });
});

describe('halley export', () => {
  it('prints a document from which halley start continues with all chains and channels', async () => {
    const home = temporaryFolder();
    const devnet = await createDevnet({ home, seed: '7', chains: [{ id: 'hub-1' }] });
    await devnet.openChannel({ a: { chain: 'halley_31337-1' }, b: { chain: 'hub-1' } });
    const heights = [...devnet.chains].map(({ height }) => height);
    await devnet.close();
    const { code, stdout, stderr } = await halley('export', '--home', home);
    expect([code, stderr]).toEqual([0, '']);
    expect((await halley('export', '--home', home)).stdout).toBe(stdout);
    const document = join(temporaryFolder(), 'genesis.json');
    writeFileSync(document, stdout);

    const running = new Running(['start', '--json', ...FREE_PORTS, '--seed=7', `--genesis=${document}`]);
    const { urls } = await running.facts();
    const end = { port: 'transfer', channel: 'channel-0', connection: 'connection-0', state: 'OPEN' };
    expect(await evmCall(urls.evmHttp, 'halley_chains')).toMatchObject([
      { chainId: 'halley_31337-1', height: `0x${((heights[0] as bigint) + 1n).toString(16)}`, channels: [end] },
      { chainId: 'hub-1', height: `0x${((heights[1] as bigint) + 1n).toString(16)}`, channels: [end] },
    ]);
    expect((await running.signal('SIGINT')).stderr).toBe('');
  });

  it('refuses a home that has lost a chain, and names the chain', async () => {
    const home = await networkHome();
    rmSync(dataOf(home, 'dex-1'), { recursive: true });
    const { code, stdout, stderr } = await halley('export', '--home', home);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^halley: the chain "dex-1" of the home folder ".*" is lost: .*\n$/);
  });
});
