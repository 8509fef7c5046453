/**
 * Runs CosmJS's own tests of `stargate` and `proto-signing` against a devnet with the genesis document of CosmJS's evmd:
 * `npx tsx scripts/cosmjs_suite.ts CHECKOUT`. `scripts/README.md` says what the checkout needs. The tests pay 0.01 of the
 * smallest coin for gas, which the node of CosmJS takes once its base fee has fallen for minutes, so it is off here.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createDevnet } from '../src/devnet/index.js';

/** Port at which the tests expect evmd. */
const PORT = 26661;
const TESTS = ['stargate', 'proto-signing'].map((name) => `packages/${name}/src/**/*.spec.ts`);

const checkout = resolve(process.argv[2] ?? '.');
const genesis = JSON.parse(await readFile(join(checkout, 'scripts/evmd/template/.evmd/config/genesis.json'), 'utf8'));
genesis.app_state.feemarket.params.no_base_fee = true;
const devnet = await createDevnet({
  genesis,
  rpc: { address: `127.0.0.1:${PORT}` },
  miningMode: { type: 'interval', ms: 1000 },
});
const jasmine = ['--import', 'tsx', 'node_modules/jasmine/bin/jasmine.js', '--random=false', ...TESTS];
const run = spawn(process.execPath, jasmine, {
  cwd: checkout,
  env: { ...process.env, EVMD_ENABLED: '1' },
  stdio: 'inherit',
});
const [code] = await once(run, 'exit');
process.exitCode = code as number;
await devnet.close();
