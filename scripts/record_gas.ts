/**
 * Records Foundry's gas report of the project in `test/solidity/gas_project.ts`:
 *
 *   npx tsx scripts/record_gas.ts PATH_OF_FORGE
 *
 * Writes `test/vectors/forge_gas.json` with the JSON and the tables.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FORGE_TEST, FOUNDRY_TOML, SOURCE } from '../test/solidity/gas_project.js';

const OUT = new URL('../test/vectors/forge_gas.json', import.meta.url);
const SOLC = fileURLToPath(new URL('../test/support/solc_command.mjs', import.meta.url));

const [forge] = process.argv.slice(2);
if (forge === undefined) {
  console.error('usage: npx tsx scripts/record_gas.ts PATH_OF_FORGE');
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'halley-gas-'));
for (const name of ['src', 'test']) mkdirSync(join(folder, name));
writeFileSync(join(folder, 'foundry.toml'), FOUNDRY_TOML);
writeFileSync(join(folder, 'src/Shop.sol'), SOURCE);
writeFileSync(join(folder, 'test/Shop.t.sol'), FORGE_TEST);
const run = (...flags: readonly string[]): string =>
  execFileSync(forge, ['test', '--gas-report', '--use', SOLC, ...flags], { cwd: folder, encoding: 'utf8' });
const version = execFileSync(forge, ['--version'], { encoding: 'utf8' }).split('\n')[0];
const printed = run();
const tables = printed.slice(printed.indexOf('╭'), printed.lastIndexOf('╯') + 1);
const json = JSON.parse(run('--json')) as unknown;
writeFileSync(OUT, `${JSON.stringify({ version, json, tables: tables.split('\n') }, null, 1)}\n`);
rmSync(folder, { recursive: true });
