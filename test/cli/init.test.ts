import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readHome } from '../../src/config/files.js';
import { resolveConfig } from '../../src/config/resolve.js';
import { parseGenesis } from '../../src/consensus/types/genesis.js';
import { halley, temporaryFolder } from './run.js';

it('halley init writes files that say what was asked for, and overwrites nothing', async () => {
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
  expect(readFileSync(files[0] ?? '', 'utf8')).toContain('# HTTP address; WebSocket upgrades too\naddress = ');

  const again = await halley(...args);
  expect(again.code).toBe(1);
  expect(again.stderr).toBe(`halley: ${files[0]} exists already: expected a folder without a chain\n`);
});

it('halley init wants a folder', async () => {
  const { code, stderr } = await halley('init');
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: 'halley: --home is missing: expected the folder to write into\n',
  });
});
