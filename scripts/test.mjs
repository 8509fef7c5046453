/**
 * Implements `npm test -- ARGS`, which runs vitest with ARGS after installing packages. Tests of the command update the
 * build themselves.
 * The long tests are left out, unless an argument chooses a project or a configuration, or names a long file.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, ROOT } from './ensure.mjs';

ensureInstalled();
const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
const args = process.argv.slice(2);
const chosen = args.some((arg) => /^--(project|config)\b|\.long\./.test(arg));
const { status } = spawnSync(process.execPath, [vitest, 'run', ...(chosen ? [] : ['--project', '!long']), ...args], {
  cwd: ROOT,
  stdio: 'inherit',
});
process.exit(status ?? 1);
