import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readHome } from '../../src/config/files.js';
import { resolveConfig } from '../../src/config/resolve.js';
import { parseGenesis } from '../../src/consensus/types/genesis.js';
import { FREE_PORTS, halley, Running, temporaryFolder } from './run.js';

it('halley init writes files with the requested settings, and overwrites nothing', async () => {
  const home = join(temporaryFolder(), 'chain');
  const args = ['init', '--home', home, '--chain-id', '99', '--accounts', '2', '--rpc.laddr', 'tcp://127.0.0.1:1'];
  const { code, stdout, stderr } = await halley(...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const files = ['app.toml', 'config.toml', 'genesis.json'].map((name) => join(home, 'config', name));
  expect(stdout.trim().split('\n')).toEqual(files);
  const config = resolveConfig({ files: readHome(home) });
  expect([config.devnet.accounts, config.rpc.laddr]).toEqual([2, 'tcp://127.0.0.1:1']);
  const genesis = parseGenesis(JSON.parse(readFileSync(files[2] ?? '', 'utf8')), 0n);
  expect(genesis.chainId).toBe('halley_99-1');
  expect(genesis.genesisTime).toBeGreaterThan(0n);
  expect(readFileSync(files[0] ?? '', 'utf8')).toContain(
    '# HTTP addresses, separated by commas; they also accept WebSocket upgrades\n# address = ',
  );

  const again = await halley(...args);
  expect(again.code).toBe(1);
  expect(again.stderr).toBe(`halley: ${files[0]} exists already: expected a folder without a chain\n`);
});

it('halley init requires a folder', async () => {
  const { code, stderr } = await halley('init');
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: 'halley: --home is missing: expected the folder for the files\n',
  });
});

const OWN = 'legal winner thank year wave sausage worth useful legal winner thank yellow';

it('halley init makes a file with a custom mnemonic readable only by its owner, with a comment that explains it', async () => {
  const home = join(temporaryFolder(), 'chain');
  expect((await halley('init', '--home', home, '--mnemonic', OWN)).code).toBe(0);
  const file = (name: string): string => join(home, 'config', name);
  const mode = (name: string): number => statSync(file(name)).mode & 0o777;
  expect(mode('app.toml')).toBe(0o600);
  expect(mode('config.toml') & 0o044).toBe(0o044 & ~process.umask());
  const text = readFileSync(file('app.toml'), 'utf8');
  expect(text).toContain('# This file contains a mnemonic, and thereby keys. Only its owner may read it (mode 600)');
  expect(text).toContain(`mnemonic = "${OWN}"`);
  expect(resolveConfig({ files: readHome(home) }).devnet.mnemonic).toBe(OWN);
});

it('halley start warns once of a mnemonic that others can read, and of no other file', async () => {
  const start = async (home: string): Promise<string> => {
    const devnet = new Running(['start', '--json', '--home', home, ...FREE_PORTS]);
    await devnet.facts();
    return (await devnet.signal('SIGINT')).stderr;
  };
  const [own, known] = [join(temporaryFolder(), 'own'), join(temporaryFolder(), 'known')];
  await halley('init', '--home', own, '--mnemonic', OWN);
  await halley('init', '--home', known);
  expect(readFileSync(join(known, 'config/app.toml'), 'utf8')).not.toContain('only its owner');
  expect([await start(own), await start(known)]).toEqual(['', '']);
  const file = join(own, 'config', 'app.toml');
  chmodSync(file, 0o644);
  expect(await start(own)).toBe(
    `halley: warning: ${file} contains a mnemonic, and other users can read it (mode 644): run chmod 600 on it\n`,
  );
});

it('a mistyped mnemonic is refused in one line, which does not repeat it, and nothing is written', async () => {
  const refused = async (command: string, mnemonic: string): Promise<string> => {
    const home = join(temporaryFolder(), 'chain');
    const { code, stderr } = await halley(command, '--home', home, ...FREE_PORTS, '--mnemonic', mnemonic);
    expect([code, existsSync(home)]).toEqual([1, false]);
    return stderr;
  };
  const none = 'halley: invalid mnemonic: ';
  const typo = OWN.replace('sausage', 'sausgae');
  for (const command of ['init', 'start'])
    expect(await refused(command, typo)).toBe(
      `${none}word 6 of 12, "sausgae", is not in the English list of BIP-39 (did you mean "sausage"?)\n`,
    );
  expect(await refused('start', OWN.replace(' yellow', ''))).toBe(`${none}11 words, expected 12, 15, 18, 21, 24\n`);
  expect(await refused('start', OWN.replace('yellow', 'legal'))).toBe(
    `${none}the 12 words are known, but their checksum does not match: a word is wrong or misplaced\n`,
  );
});
