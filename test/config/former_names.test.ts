/** Tests settings under the names of the previous version: they work, and both names together are refused. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { homeFiles, readHome } from '../../src/config/files.js';
import { resolveConfig, type Sources } from '../../src/config/resolve.js';

const byFlag = (...given: readonly (readonly [string, string])[]): Sources => ({ flags: new Map(given) });

function byFile(text: string): Sources {
  const home = mkdtempSync(join(tmpdir(), 'halley-config-'));
  mkdirSync(join(home, 'config'));
  writeFileSync(homeFiles(home).app, text);
  return { files: readHome(home) };
}

it.each<[string, Sources]>([
  ['a flag', byFlag(['--pace', 'step'], ['--identity', 'hardhat'])],
  ['a variable', { env: { HALLEY_PACE: 'step', HALLEY_IDENTITY: 'hardhat' } }],
  ['a key of app.toml', byFile('[devnet]\npace = "step"\nidentity = "hardhat"')],
])('%s sets the mining mode and the compatibility mode', (_, sources) => {
  expect(resolveConfig(sources).devnet).toMatchObject({ miningMode: 'step', compat: 'hardhat' });
});

it.each<[string, Sources, string]>([
  ['flags', byFlag(['--pace', 'step'], ['--mining-mode', 'manual']), '--pace is the former name of --mining-mode'],
  [
    'variables',
    { env: { HALLEY_IDENTITY: 'anvil', HALLEY_COMPAT: 'anvil' } },
    'HALLEY_IDENTITY is the former name of HALLEY_COMPAT: give only HALLEY_COMPAT',
  ],
  [
    'keys',
    byFile('[devnet]\npace = "step"\nmining-mode = "step"'),
    'app.toml: devnet.pace is the former name of devnet.mining-mode: give only devnet.mining-mode',
  ],
])('refuses both names of a setting as %s', (_, sources, text) => {
  expect(() => resolveConfig(sources)).toThrow(text);
});

it('lets a flag under its former name override a variable under the current one', () => {
  const sources = { ...byFlag(['--pace', 'manual']), env: { HALLEY_MINING_MODE: 'step' } };
  expect(resolveConfig(sources).devnet.miningMode).toBe('manual');
});
