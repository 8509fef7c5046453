/**
 * Records which lines of a token of OpenZeppelin Foundry reports as run by the calls of
 * `test/interop/erc20_coverage.ts`:
 *
 *   npx tsx scripts/record_coverage.ts
 *
 * Forge and the contracts are those of `test/interop/example_tools`. Writes `test/vectors/forge_coverage.json`.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { callsOf, linesOf, OPEN_ZEPPELIN, sourcesOfToken } from '../test/interop/erc20_coverage.js';
import { ROOT } from './ensure.mjs';

const FORGE = join(ROOT, 'test/interop/example_tools/node_modules/.bin/forge');
const SOLC = join(ROOT, 'test/support/solc_command.mjs');
/** Address that Foundry gives to the contract of a test. */
const TEST_CONTRACT = '0x7FA9385bE102ac3EAc297483Dd6233D62b3e1496';

const folder = mkdtempSync(join(tmpdir(), 'halley-coverage-'));
const calls = callsOf(TEST_CONTRACT).map(
  ({ data, succeeds }, i) =>
    `(success, ) = address(token).call(hex"${data.slice(2)}"); require(success == ${succeeds}, "call ${i}");`,
);
const files = {
  ...sourcesOfToken(),
  'foundry.toml': '[profile.default]\nsrc = "src"\ntest = "test"\nlibs = []\noptimizer = false\n',
  'test/Token.t.sol': `pragma solidity ^0.8.20;
import {Token} from "../src/Token.sol";
contract TokenTest {
    function test_calls() external {
        Token token = new Token();
        bool success;
        ${calls.join('\n        ')}
    }
}
`,
};
for (const [name, text] of Object.entries(files)) {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}
execFileSync(FORGE, ['coverage', '--report', 'lcov', '--use', SOLC], { cwd: folder, stdio: ['ignore', 2, 2] });
const versionOf = (path: string): string => (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
const recorded = {
  forge: execFileSync(FORGE, ['--version'], { encoding: 'utf8' }).split('\n')[0],
  openZeppelin: versionOf(join(OPEN_ZEPPELIN, 'package.json')),
  lines: linesOf(readFileSync(join(folder, 'lcov.info'), 'utf8')),
};
writeFileSync(join(ROOT, 'test/vectors/forge_coverage.json'), `${JSON.stringify(recorded, null, 1)}\n`);
rmSync(folder, { recursive: true });
