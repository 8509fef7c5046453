/** Runs the command by npx, which passes no signal on to it, and kills npx. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { builtFile } from '../support/current_build.js';
import { evmCall, type Facts, FREE_PORTS, temporaryFolder } from './run.js';

const ENVIRONMENT = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(HALLEY_|npm_)/.test(name)));

it.each(['SIGTERM', 'SIGKILL'] as const)('a devnet ends when its npx ends by %s', async (signal) => {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'node_modules/.bin'), { recursive: true });
  symlinkSync(builtFile('cli.cjs'), join(cwd, 'node_modules/.bin/halley-devnet'));
  const npx = spawn('npx', ['halley-devnet', '--json', '--quiet', ...FREE_PORTS], {
    ...{ cwd, env: ENVIRONMENT, detached: true },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { pid = 0 } = npx;
  let isEnded = false;
  onTestFinished(() => void (isEnded || process.kill(-pid, 'SIGKILL')));
  const [line] = await once(createInterface(npx.stdout), 'line');
  const { evmHttp } = (JSON.parse(line) as Facts).urls;
  expect(await evmCall(evmHttp, 'eth_chainId')).toBe('0x7a69');
  process.kill(pid, signal);
  // The devnet has the output too, which is closed when the last of both ends.
  await once(npx.stdout, 'close');
  isEnded = true;
  await expect(evmCall(evmHttp, 'eth_chainId')).rejects.toThrow('fetch failed');
});
