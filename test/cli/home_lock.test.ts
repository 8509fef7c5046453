/** Runs two commands on one home folder: one serves, and the other one reports which process does. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { lockHome } from '../../src/devnet/index.js';
import { evmCall, FREE_PORTS, halley, Running, temporaryFolder } from './run.js';

const start = (home: string): Running => {
  const running = new Running(['start', '--json', `--home=${home}`, ...FREE_PORTS]);
  onTestFinished(async () => void (await running.signal('SIGKILL')));
  return running;
};

const inUse = (home: string, pid: number | undefined): string =>
  `halley: the home folder "${home}" is in use by process ${pid}: close it there first, or use another home folder\n`;

it.each([
  ['start', FREE_PORTS],
  ['init', []],
  ['verify', []],
  ['export', []],
])('halley %s writes nothing into a home that another process has locked', async (command, args) => {
  const home = temporaryFolder();
  const lock = await lockHome(home);
  onTestFinished(lock.release);
  const refused = await halley(command, '--home', home, ...args);
  expect(refused).toEqual({ code: 1, stdout: '', stderr: inUse(home, process.pid) });
  expect(readdirSync(home)).toEqual(['lock']);
});

it('a lock whose process was killed is taken over at once', async () => {
  const home = temporaryFolder();
  const killed = start(home);
  await killed.facts();
  await killed.signal('SIGKILL');
  const next = start(home);
  expect(await evmCall((await next.facts()).urls.evmHttp, 'eth_blockNumber')).toBe('0x1');
  expect((await next.signal('SIGINT')).stderr).toBe('');
});

it('an invalid flag is refused before the home is created', async () => {
  const home = join(temporaryFolder(), 'new');
  expect(await halley('start', '--home', home, '--validators=0')).toMatchObject({ code: 1 });
  expect(existsSync(home)).toBe(false);
});
