/** Kills a recorded devnet with a home folder while it goes back. Record and home stay in agreement. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { evmCall, FREE_PORTS, halley, Running, temporaryFolder } from './run.js';

/** Allows for a devnet that is killed and started many times in a test. */
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const start = (file: string, home: string): Running =>
  new Running(['start', '--json', '--seed=killed', `--record=${file}`, `--home=${home}`, ...FREE_PORTS]);

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Counts the bytes in a folder. */
function bytesIn(folder: string): number {
  if (!existsSync(folder)) return 0;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + sizeOf(join(parentPath, name)), 0);
}

interface Moment {
  readonly home: string;
  readonly record: string;
  /** Resolves with the answer to the call. */
  readonly answer: Promise<unknown>;
}

/** Waits until the number is another one, or the call has been answered. */
async function changeOf(measure: () => number, answer: Promise<unknown>): Promise<void> {
  const before = measure();
  let answered = false;
  void answer.then(() => {
    answered = true;
  });
  while (measure() === before && !answered) await setImmediate();
}

const passes = async (count: number): Promise<void> => {
  for (let pass = 0; pass < count; pass++) await setImmediate();
};

const MOMENTS: Readonly<Record<string, (moment: Moment) => Promise<unknown>>> = {
  'right after the call': () => passes(20),
  'a little later': () => passes(400),
  'when the store changes': ({ home, answer }) => changeOf(() => bytesIn(home), answer),
  'when the record changes': ({ record, answer }) => changeOf(() => sizeOf(record), answer),
  'with the answer': ({ answer }) => answer,
};

const CALLS: readonly (readonly [method: string, params: (snapshot: unknown) => unknown[]])[] = [
  ['anvil_rollback', () => [150]],
  ['hardhat_reset', () => []],
  ['evm_revert', (snapshot) => [snapshot]],
];

it.each(
  CALLS.flatMap(([method, params]) => Object.entries(MOMENTS).map((moment) => [method, ...moment, params] as const)),
)('a kill in the middle of %s, %s, leaves a record that goes on with its home', async (method, _, moment, params) => {
  const [record, home] = [join(temporaryFolder(), 'session.jsonl'), temporaryFolder()];
  const session = start(record, home);
  const { evmHttp } = (await session.facts()).urls;
  await evmCall(evmHttp, 'hardhat_mine', ['0x5']);
  const snapshot = await evmCall(evmHttp, 'evm_snapshot');
  await evmCall(evmHttp, 'hardhat_mine', ['0xc8']);
  const answer = evmCall(evmHttp, method, params(snapshot)).catch(() => undefined);
  await moment({ home, record, answer });
  await session.signal('SIGKILL');
  const killed = await halley('replay', record);
  expect([killed.code, killed.stdout]).toEqual([0, expect.stringMatching(/: identical\n$/)]);

  const again = start(record, home);
  const { urls } = await again.facts();
  const height = Number(await evmCall(urls.evmHttp, 'eth_blockNumber'));
  await evmCall(urls.evmHttp, 'hardhat_mine', ['0x3']);
  expect(Number(await evmCall(urls.evmHttp, 'eth_blockNumber'))).toBe(height + 3);
  await again.signal('SIGINT');
  const { code, stdout, stderr } = await halley('replay', record);
  expect([code, stdout, stderr]).toEqual([0, expect.stringMatching(/: identical\n$/), '']);
});
