/** Starts two commands at once on one new home folder, again and again: one serves, and the other one reports that. */
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { evmCall, FREE_PORTS, halley, Running, temporaryFolder } from './run.js';

const start = (home: string, ...args: string[]): Running => {
  const running = new Running(['start', '--json', `--home=${home}`, ...FREE_PORTS, ...args]);
  onTestFinished(async () => void (await running.signal('SIGKILL')));
  return running;
};

const inUse = (home: string, pid: number | undefined): string =>
  `halley: the home folder "${home}" is in use by process ${pid}: close it there first, or use another home folder\n`;

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
