/** Tests what ends the command: signals, and the end of the npx that runs it, which passes no signal on to it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished, vi } from 'vitest';
import { closeOnSignals } from '../../src/cli/signals.js';
import { HalleyError } from '../../src/kernel/errors.js';
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

/** Closes on signals of a process that is no real one: a test sends them, and sees with which codes it exits. */
function signalled(close: () => Promise<void>) {
  vi.useFakeTimers();
  const listeners = new Map<string, Set<() => void>>();
  const exits: unknown[] = [];
  vi.spyOn(process, 'on').mockImplementation((name, listener) => {
    listeners.set(String(name), (listeners.get(String(name)) ?? new Set()).add(listener as () => void));
    return process;
  });
  vi.spyOn(process, 'off').mockImplementation((name, listener) => {
    listeners.get(String(name))?.delete(listener as () => void);
    return process;
  });
  vi.spyOn(process, 'exit').mockImplementation((code) => exits.push(code) as never);
  const errors = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  closeOnSignals(close);
  const send = (name: string): void => {
    for (const listener of [...(listeners.get(name) ?? [])]) listener();
  };
  return { send, exits, errors: () => errors.mock.calls.map(([text]) => text), names: [...listeners.keys()] };
}

it('a signal closes once, and another one ends the process at once, unless it is that of npm', async () => {
  vi.stubEnv('npm_lifecycle_script', '');
  let closed = 0;
  let end = (): void => undefined;
  const { send, exits, names } = signalled(() => {
    closed++;
    return new Promise((resolve) => {
      end = resolve;
    });
  });
  expect(names.toSorted()).toEqual(['SIGHUP', 'SIGINT', 'SIGTERM']);
  send('SIGINT');
  send('SIGINT');
  vi.advanceTimersByTime(499);
  send('SIGTERM');
  expect([closed, exits]).toEqual([1, []]);
  vi.advanceTimersByTime(1);
  send('SIGHUP');
  expect([closed, exits]).toEqual([1, [130]]);
  end();
  await vi.runAllTimersAsync();
  expect([closed, exits]).toEqual([1, [130, undefined]]);
});

it('a failure to close is reported, and ends the process with 1', async () => {
  vi.stubEnv('npm_lifecycle_script', '');
  const { send, exits, errors } = signalled(async () => {
    throw new HalleyError('unavailable', 'the disk is full, as a test of signals says');
  });
  send('SIGTERM');
  await vi.advanceTimersByTimeAsync(0);
  expect(exits).toEqual([1]);
  expect(errors()).toEqual(['halley: closing failed: the disk is full, as a test of signals says\n']);
});

it.each([
  ['npx halley start', 1],
  ['vitest run', 0],
])('a parent that has ended closes the command of %j %i times', async (script, times) => {
  vi.stubEnv('npm_lifecycle_script', script);
  let closed = 0;
  const { exits } = signalled(async () => void closed++);
  vi.advanceTimersByTime(5000);
  expect(closed).toBe(0);
  vi.stubGlobal('process', Object.create(process, { ppid: { value: 1 } }));
  await vi.advanceTimersByTimeAsync(5000);
  expect([closed, exits]).toEqual([times, Array(times).fill(undefined)]);
});
