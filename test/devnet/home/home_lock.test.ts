/** Tests that one devnet at a time uses a home folder, from before anything is written there until it is closed. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import {
  createDevnet,
  type Devnet,
  type DevnetOptions,
  exportHome,
  fixedClock,
  lockHome,
  verifyHome,
} from '../../../src/devnet/index.js';
import { lockHolder } from '../../../src/storage/folder_lock.js';
import { START, temporaryHome } from '../node_kit.js';

const CHAINS = [{ id: 'hub-1' }, { id: 'hub-2' }];

async function start(options: DevnetOptions, ...lock: Parameters<typeof lockHome>[]): Promise<Devnet> {
  const [held] = await Promise.all(lock.map((home) => lockHome(...home)));
  const devnet = await createDevnet({ clock: fixedClock(START), ...options }, held);
  onTestFinished(() => devnet.close());
  return devnet;
}

const inUse = (home: string, pid: number | undefined = process.pid) => ({
  name: 'HalleyError',
  code: 'unavailable',
  message: `the home folder "${home}" is in use by this process: close it there first, or use another home folder`,
  facts: { home, pid },
});

/** Lets another process take the lock, and returns what it prints. */
function askedByAnotherProcess(home: string): string {
  const script = join(import.meta.dirname, 'lock_from_outside.ts');
  const { stdout } = spawnSync(process.execPath, ['--import', 'tsx', script, home], { encoding: 'utf8' });
  return stdout.trim();
}

it('the lock comes before all other writes of a devnet', async () => {
  const home = await temporaryHome();
  const lock = await lockHome(home);
  onTestFinished(lock.release);
  await expect(start({ home, chains: CHAINS })).rejects.toMatchObject(inUse(home));
  expect(readdirSync(home)).toEqual(['lock']);
});

it('a home of a starting devnet is in use for verify and export before it has a chain', async () => {
  const home = await temporaryHome();
  const lock = await lockHome(home);
  onTestFinished(lock.release);
  for (const read of [exportHome, verifyHome]) await expect(read(home)).rejects.toMatchObject(inUse(home));
  await lock.release();
  for (const read of [exportHome, verifyHome])
    await expect(read(home)).rejects.toMatchObject({ code: 'not-found', message: expect.stringContaining(home) });
});

it('each chain of a home is locked, and all are free after the devnet is closed', async () => {
  const home = await temporaryHome();
  const homes = [home, ...CHAINS.map(({ id }) => join(home, 'chains', id))];
  const devnet = await start({ home, chains: CHAINS });
  for (const one of homes) await expect(lockHome(one)).rejects.toMatchObject(inUse(one));
  await devnet.close();
  for (const one of homes) await (await lockHome(one)).release();
});

it('a devnet takes over the lock of its caller, and releases it when it is closed or cannot start', async () => {
  const home = await temporaryHome();
  const devnet = await start({ home }, [home]);
  await expect(lockHome(home)).rejects.toMatchObject(inUse(home));
  await devnet.close();
  await expect(start({ home, seed: 'other' }, [home])).rejects.toMatchObject({ code: 'invalid-genesis' });
  await expect(start({ home, validators: 0 }, [home])).rejects.toMatchObject({ code: 'invalid-argument' });
  await (await lockHome(home)).release();
});

it('a refused second lock in the same process leaves the first one as it is', async () => {
  const home = await temporaryHome();
  const lock = await lockHome(home);
  await expect(lockHome(join(home, '.'))).rejects.toMatchObject({ code: 'unavailable' });
  expect(askedByAnotherProcess(home)).toBe(
    `the home folder "${home}" is in use by process ${process.pid}: close it there first, or use another home folder`,
  );
  await lock.release();
  expect(askedByAnotherProcess(home)).toBe('locked');
  await (await lockHome(home)).release();
});

it('a lock names no process that has ended', async () => {
  const home = await temporaryHome();
  const { pid } = spawnSync(process.execPath, ['--version']);
  mkdirSync(join(home, 'lock'));
  writeFileSync(join(home, 'lock', 'PID'), `${pid}\n`);
  const lock = await lockHome(home);
  writeFileSync(join(home, 'lock', 'PID'), `${pid}\n`);
  await expect(lockHome(home)).rejects.toMatchObject({ message: expect.stringContaining('in use by another process') });
  await lock.release();
});

it('a home is in use by another of its names, too', async () => {
  const home = await temporaryHome();
  const link = join(await temporaryHome(), 'link');
  symlinkSync(home, link);
  const lock = await lockHome(home);
  await expect(lockHome(link)).rejects.toMatchObject(inUse(link));
  await lock.release();
});

it('a second release of a lock does not release the next one', async () => {
  const home = await temporaryHome();
  const first = await lockHome(home);
  await first.release();
  expect(readFileSync(join(home, 'lock', 'PID'), 'utf8')).toBe('');
  const second = await lockHome(home);
  await first.release();
  await expect(lockHome(home)).rejects.toMatchObject(inUse(home));
  await second.release();
});

it('a folder that could not be locked can be locked when its cause is gone', async () => {
  const home = await temporaryHome();
  mkdirSync(join(home, 'lock', 'CURRENT'), { recursive: true });
  await expect(lockHome(home)).rejects.toThrow('its folder "lock" cannot be made or opened');
  rmdirSync(join(home, 'lock', 'CURRENT'));
  await (await lockHome(home)).release();
});

it('a process of another user holds its lock', async () => {
  const home = await temporaryHome();
  mkdirSync(join(home, 'lock'));
  writeFileSync(join(home, 'lock', 'PID'), '4194303\n');
  const kill = vi.spyOn(process, 'kill');
  onTestFinished(() => kill.mockRestore());
  const fails = (code: string) =>
    kill.mockImplementation(() => {
      throw Object.assign(new Error(code), { code });
    });
  fails('EPERM');
  expect(lockHolder(join(home, 'lock'))).toBe(4_194_303);
  fails('ESRCH');
  expect(lockHolder(join(home, 'lock'))).toBeUndefined();
});
