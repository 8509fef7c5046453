/** Tests the state file that a devnet writes: when, where, and that it is whole or as before. */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { AccountState } from '../../../src/config/genesis_forms/account_state.js';
import type { ChainNode } from '../../../src/devnet/chain_node.js';
import { startDevnet } from '../../../src/devnet/devnet.js';
import type { StoredHistory } from '../../../src/devnet/history/stored_history.js';
import { createDevnet } from '../../../src/devnet/index.js';
import type { StateDumps } from '../../../src/devnet/state_files/dump_state.js';
import { earlierStates } from '../../../src/devnet/state_files/earlier_json.js';
import { accountBatches } from '../../../src/devnet/state_files/load_state.js';
import { mustBeOfChain } from '../../../src/devnet/state_files/own_file.js';
import { StateFileWriter } from '../../../src/devnet/state_files/state_file_writer.js';
import { mustBeWritable, temporaryPath } from '../../../src/devnet/state_files/write_state_file.js';

import { ALICE, aDevnet, ask, dumped, type StateOfFile, temporaryFolder, withHistory } from './kit.js';

const readState = (file: string): StateOfFile => JSON.parse(readFileSync(file, 'utf8'));

describe('dumpState', () => {
  it('as an option writes the file when the devnet closes, and loadState reads it', async () => {
    const folder = temporaryFolder();
    const devnet = await aDevnet({ dumpState: folder });
    await withHistory(devnet);
    const state = await dumped(devnet);
    expect(readdirSync(folder)).toEqual([]);
    await devnet.close();
    expect(readState(join(folder, 'state.json'))).toEqual(state);
    expect(readdirSync(folder)).toEqual(['state.json']);
    const next = await aDevnet({ loadState: folder, dumpState: { file: folder, historicalStates: true } });
    expect(next.height).toBe(5n);
    await next.close();
    expect(readState(join(folder, 'state.json')).historical_states).toHaveLength(2);
  });

  it('writes a changed state at its interval', async () => {
    const file = join(temporaryFolder(), 'state.json');
    const devnet = await aDevnet({ dumpState: { file, intervalMs: 20 } });
    await vi.waitUntil(() => existsSync(file), { timeout: 200_000 });
    await ask(devnet, 'anvil_setBalance', ALICE, '0x5');
    await vi.waitUntil(() => readState(file).accounts[ALICE]?.balance === '0x5', { timeout: 200_000 });
  });

  it('writes the state of a chain that replaces another, also where their versions are equal', async () => {
    const file = join(temporaryFolder(), 'state.json');
    const dumps = (text: string): StateDumps =>
      ({
        version: '1 0 0',
        json: async (_: unknown, consume: (json: string) => unknown) => consume(text),
      }) as StateDumps;
    let current = dumps('{"first":1}');
    const writer = new StateFileWriter(
      () => current,
      { file, intervalMs: 1 },
      () => undefined,
    );
    await vi.waitUntil(() => existsSync(file), { timeout: 200_000 });
    expect(readFileSync(file, 'utf8')).toBe('{"first":1}');
    current = dumps('{"second":2}');
    await writer.close();
    expect(readFileSync(file, 'utf8')).toBe('{"second":2}');
  });

  it('reports a file that can no longer be written', async () => {
    const folder = join(temporaryFolder(), 'gone');
    const file = join(folder, 'state.json');
    mkdirSync(folder);
    const failures: string[] = [];
    const devnet = await createDevnet({
      dumpState: { file, intervalMs: 20 },
      onDumpFailure: ({ code }) => failures.push(code),
    });
    rmSync(folder, { recursive: true });
    await ask(devnet, 'anvil_setBalance', ALICE, '0x5');
    await vi.waitUntil(() => failures.length > 0, { timeout: 200_000 });
    expect(failures[0]).toBe('store-failed');
    await expect(devnet.dumpState(file)).rejects.toMatchObject({
      code: 'store-failed',
      message: expect.stringContaining(`the state file ${file} cannot be written: `),
    });
    await expect(devnet.close()).rejects.toMatchObject({ code: 'store-failed' });
  });

  it('refuses a place that cannot be written at the start, and leaves no file there', async () => {
    const folder = temporaryFolder();
    await expect(aDevnet({ dumpState: join(folder, 'nosuch', 'state.json') })).rejects.toMatchObject({
      code: 'store-failed',
      message: expect.stringMatching(/nosuch\/state\.json cannot be written: ENOENT/),
    });
    await aDevnet({ dumpState: join(folder, 'state.json') });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('with onlyOwn refuses a file that the chain has neither written nor loaded', async () => {
    const [folder, home] = [temporaryFolder(), temporaryFolder()];
    const [own, other] = [join(folder, 'own.json'), join(folder, 'other.json')];
    const stranger = await aDevnet({ seed: 'another' });
    await stranger.mine();
    await stranger.dumpState(other);
    const content = readFileSync(other, 'utf8');
    const open = (file: string) => createDevnet({ home, seed: 'state files', dumpState: { file, onlyOwn: true } });
    await (await open(own)).close();
    const again = await open(own);
    await again.mine();
    await again.close();
    await expect(open(other)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/^the state file .*other\.json is not of the chain in the home folder/),
    });
    expect(readFileSync(other, 'utf8')).toBe(content);
    writeFileSync(other, 'no state file');
    await expect(open(other)).rejects.toMatchObject({ code: 'conflict' });
    await (await open(own)).close();
    const loaded = temporaryFolder();
    await (await createDevnet({ home: loaded, loadState: own })).close();
    await (await createDevnet({ home: loaded, dumpState: { file: own, onlyOwn: true } })).close();
  });

  it('follows a link to its file, and refuses what is no regular file', async () => {
    const folder = temporaryFolder();
    const [file, link, other] = [join(folder, 'state.json'), join(folder, 'link'), join(folder, 'other')];
    writeFileSync(file, 'old');
    symlinkSync('state.json', link);
    const devnet = await aDevnet();
    await devnet.dumpState(link);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readState(file).best_block_number).toBe(1);
    mkdirSync(join(other, 'state.json'), { recursive: true });
    await expect(devnet.dumpState(other)).rejects.toMatchObject({
      code: 'store-failed',
      message: `the state file ${join(realpathSync(other), 'state.json')} cannot be written: it exists and is not a regular file`,
    });
    expect(readdirSync(other)).toEqual(['state.json']);
  });

  it('makes the file to which a link leads, and refuses links in a circle', async () => {
    const folder = temporaryFolder();
    const [file, first, second] = [join(folder, 'state.json'), join(folder, 'first'), join(folder, 'second')];
    symlinkSync('second', first);
    symlinkSync(file, second);
    const devnet = await aDevnet({ dumpState: first });
    await devnet.close();
    expect([first, second].map((link) => lstatSync(link).isSymbolicLink())).toEqual([true, true]);
    expect(readState(file).best_block_number).toBe(1);
    const circle = join(folder, 'circle');
    symlinkSync('circle', circle);
    await expect(aDevnet({ dumpState: circle })).rejects.toMatchObject({
      code: 'store-failed',
      message: `the state file ${circle} cannot be written: too many links`,
    });
  });

  it('with onlyOwn refuses a file that cannot be read', async () => {
    const blocked = join(temporaryFolder(), 'state.json');
    mkdirSync(join(blocked, 'state.json'), { recursive: true });
    const chain = { blocks: {} as never, earlier: undefined };
    await expect(mustBeOfChain(blocked, chain)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/state\.json cannot be read \(EISDIR.*give another file/),
    });
    await mustBeOfChain(join(blocked, 'none'), chain);
  });

  it('names a temporary file that no other writer has, not even one with the same process number', () => {
    const file = join(temporaryFolder(), 'state.json');
    const names = new Set(Array.from({ length: 100 }, () => temporaryPath(file)));
    expect(names.size).toBe(100);
  });

  it('leaves a write of the same process alone when a devnet starts with the same file', async () => {
    const file = join(temporaryFolder(), 'state.json');
    const devnet = await aDevnet();
    await Promise.all([devnet.dumpState(file), mustBeWritable(file), devnet.dumpState(file), mustBeWritable(file)]);
    expect(readdirSync(dirname(file))).toEqual(['state.json']);
    expect(readState(file)).toEqual(await dumped(devnet));
  });

  it('removes what killed writers left beside its file, and nothing else', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'state.json');
    const ended = 99_999_999;
    const old = new Date('2020-01-01');
    const put = (name: string, time?: Date): string => {
      const path = join(folder, name);
      writeFileSync(path, 'part');
      if (time !== undefined) utimesSync(path, time, time);
      return name;
    };
    const [one, two, three] = ['1', '2', '3'].map((digit) => digit.repeat(12));
    put(`state.json.${ended}-${one}.new`, old);
    put(`state.json.${ended}-${two}.new`, old);
    put(`state.json.${process.pid}-${one}.new`, old);
    const others = [
      put(`state.json.${process.ppid}-${one}.new`, old),
      put(`state.json.${process.pid}-${two}.new`),
      put(`state.json.${ended}-${three}.new`),
      put(`other.json.${ended}-${one}.new`, old),
      put(`state.json.${ended}-${one}.new.json`, old),
      put(`state.json.0-${one}.new`, old),
      `state.json.${ended}-${'4'.repeat(12)}.new`,
    ];
    mkdirSync(join(folder, `state.json.${ended}-${'4'.repeat(12)}.new`));
    const devnet = await aDevnet();
    await devnet.dumpState(file);
    expect(readdirSync(folder)).toEqual([...others, 'state.json'].sort());
  });

  it('writes one file after the other when a program asks for several at once', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'state.json');
    const devnet = await aDevnet();
    await Promise.all([devnet.dumpState(file), devnet.dumpState(folder), devnet.dumpState(file)]);
    expect(readState(file)).toEqual(await dumped(devnet));
    expect(readdirSync(folder)).toEqual(['state.json']);
  });

  it('as a method writes a file that loadState takes, by path or bytes', async () => {
    const file = join(temporaryFolder(), 'state.json');
    const devnet = await aDevnet();
    await devnet.dumpState(file);
    await ask(devnet, 'anvil_setBalance', ALICE, '0x5');
    await devnet.loadState(file);
    expect(await ask(devnet, 'eth_getBalance', ALICE, 'latest')).toBe('0x21e19e0c9bab2400000');
    await ask(devnet, 'anvil_setBalance', ALICE, '0x5');
    await devnet.loadState(new Uint8Array(readFileSync(file)));
    expect(await ask(devnet, 'eth_getBalance', ALICE, 'latest')).toBe('0x21e19e0c9bab2400000');
    await expect(devnet.loadState('/nowhere')).rejects.toMatchObject({ code: 'invalid-argument' });
    await expect(devnet.loadState(5 as never)).rejects.toThrow(/^state is 5, expected the path/);
    await expect(devnet.dumpState('')).rejects.toThrow(/^file is "", expected/);
    await expect(devnet.dumpState(file, { nosuch: 1 } as never)).rejects.toThrow(/nosuch/);
  });
});

it('a dump ends with a conflict when the chain is reverted below its block', async () => {
  let runtime: ChainNode | undefined;
  const devnet = await startDevnet({ seed: 'reverted' }, { onRuntime: (opened) => (runtime = opened) });
  onTestFinished(() => devnet.close());
  const id = await devnet.snapshot();
  for (let i = 0; i < 60; i++) await devnet.mine();
  const parts: string[] = [];
  const dump = runtime?.stateDumps.json({ historicalStates: true, client: { id: 'test' } }, (part) => {
    parts.push(part);
    return devnet.revert(id).then(() => undefined);
  });
  await expect(dump).rejects.toMatchObject({ code: 'conflict' });
  expect(parts).toHaveLength(1);
});

it('documents of geth and accounts of Hardhat start a devnet', async () => {
  const key = '0x8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba';
  const hardhat = await aDevnet({ genesis: [{ privateKey: key, balance: '123' }], hardfork: 'prague' });
  expect(hardhat.accounts).toMatchObject([{ privateKey: key, balance: 123n }]);
  const code = '0x600160005260206000f3';
  const geth = { config: { chainId: 99 }, alloc: { [ALICE.slice(2)]: { balance: '0x5', nonce: '7', code } } };
  const devnet = await aDevnet({ genesis: geth });
  expect(devnet.evmChainId).toBe(99n);
  expect(await ask(devnet, 'eth_getTransactionCount', ALICE, 'latest')).toBe('0x7');
  expect(await ask(devnet, 'eth_call', { to: ALICE }, 'latest')).toBe(`0x${'1'.padStart(64, '0')}`);
  await expect(aDevnet({ genesis: { alloc: { x: {} } } })).rejects.toMatchObject({
    code: 'invalid-genesis',
    message: 'genesis: alloc.x is not an address, expected 40 hex digits, which may follow 0x',
  });
});

it('a writer that is closed or given up leaves no timer', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const dumps = { version: '1' } as unknown as StateDumps;
  const writer = new StateFileWriter(
    () => dumps,
    { file: '/nowhere', intervalMs: 70 },
    () => undefined,
  );
  expect(vi.getTimerCount()).toBe(1);
  writer.abandon();
  expect(vi.getTimerCount()).toBe(0);
  await writer.close();
});

/** Makes an account with this many slots and bytes of code. */
const account = (index: number, slots: number, codeBytes = 0): AccountState => ({
  address: `0x${`${index}`.padStart(40, '0')}`,
  nonce: 1n,
  balance: 2n,
  code: `0x${'00'.repeat(codeBytes)}`,
  storage: Array.from({ length: slots }, (_, slot) => [BigInt(slot), 3n] as const),
});

it.each([
  ['slots', [account(1, 998), account(2, 0), account(3, 0)], [2, 1]],
  ['code', [account(1, 0, 262_143), account(2, 0, 1), account(3, 0, 1), account(4, 0, 1)], [2, 2]],
])('accounts are loaded in messages with as many %s as a message may have', (_, accounts, sizes) => {
  expect([...accountBatches(accounts)].map((message) => message.accounts.length)).toEqual(sizes);
});

it('the newest earlier states are written, at most as many as are wanted', () => {
  const history = {
    facts: { states: [3, 5, 8] },
    state: () => ({ accounts: {}, storage: {} }),
  } as unknown as StoredHistory;
  const written = (most: number) => [...earlierStates(history, most)].map(({ number }) => number);
  expect([0, 2, 3, 9].map(written)).toEqual([[], [5n, 8n], [3n, 5n, 8n], [3n, 5n, 8n]]);
});
