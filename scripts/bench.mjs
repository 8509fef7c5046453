/**
 * Implements `npm run bench -- ARGS`, which measures Halley's build and its baselines. It installs the baselines when
 * they are missing.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, ROOT } from './ensure.mjs';

ensureBuilt();
const bench = join(ROOT, 'bench');
if (!existsSync(join(bench, 'node_modules'))) {
  const npm = spawnSync('npm', ['ci', '--prefix', bench], {
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (npm.status !== 0) process.stderr.write('halley: the baselines could not be installed; measuring without them\n');
}
// There is no wrapper process, so that signals reach the benchmark, which ends the processes that it started.
const measuring = spawn(process.execPath, ['--import', 'tsx', join(bench, 'run.ts'), ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => measuring.kill(signal));
measuring.once('exit', (code) => process.exit(code ?? 1));
