/** Runs two commands on one home folder: one serves, and the other one reports which process does. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { lockHome } from '../../src/devnet/index.js';
import { evmCall, FREE_PORTS, halley, Running, temporaryFolder } from './run.js';

const start = (home: string, ...args: string[]): Running => {
  const running = new Running(['start', '--json', `--home=${home}`, ...FREE_PORTS, ...args]);
  onTestFinished(async () => void (await running.signal('SIGKILL')));
  return running;
};

const inUse = (home: string, pid: number | undefined): string =>
  `halley: the home folder "${home}" is in use by process ${pid}: end what uses it first, or use another home folder\n`;

it.each([
  ['one chain', 6, []],
  ['three chains', 2, ['--genesis=ibc']],
])(
  'one of two processes that start at once on a new home of %s serves',
  async (_, times, args) => {
    for (let time = 0; time < times; time++) {
      const home = join(temporaryFolder(), 'new');
      const both = [start(home, ...args), start(home, ...args)];
      const ends = await Promise.all(
        both.map((running) =>
          running.facts().then(
            () => 'serves' as const,
            () => running.ended,
          ),
        ),
      );
      const served = ends.indexOf('serves');
      const [winner, refused] = [both[served], ends[1 - served]];
      expect(refused).toEqual({ code: 1, stdout: '', stderr: inUse(home, winner?.pid) });
      const { urls } = await (winner as Running).facts();
      expect(await evmCall(urls.evmHttp, 'evm_mine')).toBe('0x0');
      expect((await winner?.signal('SIGINT'))?.stderr).toBe('');
      expect(await halley('verify', '--home', home)).toMatchObject({ code: 0, stderr: '' });
    }
  },
  120_000,
);

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
