/** `npm run bench -- ARGS`: Halley's build beside its yardsticks, which are installed when they are missing. */
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
  if (npm.status !== 0) process.stderr.write('halley: the yardsticks could not be installed; measuring without them\n');
}
// No wrapper in between: signals go on to the benchmark, which ends what it started.
const measuring = spawn(process.execPath, ['--import', 'tsx', join(bench, 'run.ts'), ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => measuring.kill(signal));
measuring.once('exit', (code) => process.exit(code ?? 1));
