/** Tests a home folder whose `config/genesis.json` is gone: the chain in `data` has its own copy. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import type * as Library from '../../src/devnet/index.js';
import { builtFile } from '../support/current_build.js';
import { evmCall, FREE_PORTS, halley, Running, temporaryFolder } from './run.js';

const started = (home: string, ...args: string[]) =>
  new Running(['start', '--json', `--home=${home}`, ...FREE_PORTS, ...args]);

const block = (url: string | null, height: string) => evmCall(url, 'eth_getBlockByNumber', [height, false]);

it('halley start continues a chain whose genesis document is gone, and writes none', async () => {
  const home = temporaryFolder();
  const first = started(home, '--chain-id=42', '--accounts=1', '--balance=7');
  const made = await block((await first.facts()).urls.evmHttp, '0x1');
  await first.signal('SIGINT');
  const document = join(home, 'config', 'genesis.json');
  rmSync(document);

  const second = started(home);
  const { chainId, urls, accounts } = await second.facts();
  expect([chainId, accounts.map(({ balance }) => balance)]).toEqual(['halley_42-1', [`7${'0'.repeat(18)}`]]);
  expect(await block(urls.evmHttp, '0x1')).toEqual(made);
  expect((await second.signal('SIGINT')).stderr).toBe('');

  const chain = join(home, 'data', 'CURRENT');
  const refused = async (...args: string[]) => {
    const { code, stderr } = await halley(...args, '--home', home, ...FREE_PORTS);
    return [code, stderr];
  };
  expect(await refused('start', '--chain-id=43')).toEqual([
    1,
    `halley: --chain-id applies only to a new chain, but ${chain} already defines the chain\n`,
  ]);
  expect(await refused('start', '--genesis=other.json')).toEqual([
    1,
    `halley: --genesis applies only to a new chain, but ${chain} already defines the chain\n`,
  ]);
  expect(await refused('start', '--validators=5')).toEqual([
    1,
    'halley: the home folder holds a chain with a different genesis or seed: use those, or another folder\n',
  ]);
  expect(existsSync(document)).toBe(false);
});

it('halley start continues a chain that the library made, and halley init does not change it', async () => {
  const home = temporaryFolder();
  const library: typeof Library = await import(pathToFileURL(builtFile('index.mjs')).href);
  const devnet = await library.createDevnet({ home, seed: 'own' });
  const made = await devnet.provider.request({ method: 'eth_getBlockByNumber', params: ['0x1', false] });
  await devnet.close();

  const { code, stderr } = await halley('init', '--home', home);
  const chain = join(home, 'data', 'CURRENT');
  expect([code, stderr]).toEqual([1, `halley: ${chain} exists already: expected a folder without a chain\n`]);
  const command = started(home);
  expect(await block((await command.facts()).urls.evmHttp, '0x1')).toEqual(made);
  await command.signal('SIGINT');
  expect(readdirSync(home)).toEqual(['data', 'lock']);
});

it('a home folder that the system refuses to create ends the command with one line', async () => {
  for (const command of ['start', 'init']) {
    const { code, stderr } = await halley(command, '--home', '/proc/halley', ...FREE_PORTS);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^halley: the home folder "\/proc\/halley" cannot be used: .*\(E.*\n$/),
    ]);
  }
});
