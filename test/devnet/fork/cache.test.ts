/** Tests the cache of forks with damaged files, several writers, full disks and folders that cannot be written. */
import { execFileSync } from 'node:child_process';
import { appendFile, mkdir, readFile, stat, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AnswerCache } from '../../../src/devnet/fork/answer_cache.js';
import { CacheFolder, defaultCachePath } from '../../../src/devnet/fork/cache_folder.js';
import { RecordFile } from '../../../src/devnet/fork/record_file.js';
import { SlotReads } from '../../../src/devnet/fork/slot_reads.js';
import { StateCache } from '../../../src/devnet/fork/state_cache.js';
import type { RemoteKey } from '../../../src/evm/absent_remote.js';
import { fromHex } from '../../../src/kernel/hex.js';
import { account, addressText, chainNode, filesOf, hashOf, open, slot, temporaryFolder, word } from './fork_kit.js';

const LIMIT = 1_000_000;
const failing = (reason: string): never => {
  throw new Error(reason);
};
const fileAt = (path: string, limit = LIMIT): RecordFile => new RecordFile(path, limit, failing);
const textsOf = (file: RecordFile): string[] => file.records().map(({ text }) => text);

describe('a file of records', () => {
  it('has the records of two writers', async () => {
    const path = join(await temporaryFolder(), 'new', 'records');
    const [one, other] = [fileAt(path), fileAt(path)];
    for (let i = 0; i < 100; i++) {
      one.append([`one ${i}`, `more ${i}`]);
      other.append([`other ${i}`]);
    }
    expect(textsOf(one)).toEqual(Array.from({ length: 100 }, (_, i) => [`one ${i}`, `more ${i}`, `other ${i}`]).flat());
  });

  it('leaves out a last record that was cut, and keeps those behind it', async () => {
    const path = join(await temporaryFolder(), 'records');
    fileAt(path).append(['first', 'second']);
    await truncate(path, (await stat(path)).size - 3);
    expect(textsOf(fileAt(path))).toEqual(['first']);
    fileAt(path).append(['third']);
    expect(textsOf(fileAt(path))).toEqual(['first', 'third']);
  });

  it('loses at most two records to a flipped bit, wherever it is', async () => {
    const path = join(await temporaryFolder(), 'records');
    const texts = ['first', 'second', 'third'];
    fileAt(path).append(texts);
    const bytes = await readFile(path);
    for (let i = 0; i < 8 * bytes.length; i++) {
      const flipped = Buffer.from(bytes);
      flipped[i >> 3] = (flipped[i >> 3] as number) ^ (1 << (i & 7));
      await writeFile(path, flipped);
      const read = textsOf(fileAt(path));
      expect(texts.filter((text) => read.includes(text))).toEqual(read);
      expect(read.length).toBeGreaterThan(0);
    }
  });

  it('reads one record again, unless it has changed', async () => {
    const path = join(await temporaryFolder(), 'records');
    const file = fileAt(path);
    file.append(['first', 'second']);
    const [, second] = file.records();
    expect(second && file.readAt(second)).toBe('second');
    await writeFile(path, '');
    expect(second && file.readAt(second)).toBeUndefined();
  });

  it('stops at its limit, and reports it once', async () => {
    const path = join(await temporaryFolder(), 'records');
    const reasons: string[] = [];
    const file = new RecordFile(path, 60, (reason) => reasons.push(reason));
    for (const text of ['first', 'second', 'third', 'fourth']) file.append([text]);
    expect(textsOf(file)).toEqual(['first', 'second', 'third']);
    file.append(['x']);
    expect(reasons).toEqual(['a file has its limit of 60 bytes']);
  });
});

describe('a fork goes on, and warns once', () => {
  /** Reads through a fork whose cache is in `cachePath`, and returns the warnings. */
  async function warningsOf(cachePath: string): Promise<string[]> {
    const { url } = await chainNode();
    const warnings: string[] = [];
    const fork = await open({ url, blockNumber: 16n, cachePath }, { warn: (text) => warnings.push(text) });
    for (const i of [1, 2]) expect(await fork.source.fetch([account(i), slot(i, 1)])).toHaveLength(2);
    await fork.request('eth_getBlockByNumber', ['0x5', true]);
    return warnings;
  }

  const warning = (reason: string) => [
    `the cache of forks cannot be written (${reason}): later runs fetch again what this one fetches`,
  ];

  it('where the folder is a file', async () => {
    const path = join(await temporaryFolder(), 'file');
    await writeFile(path, 'mine');
    expect(await warningsOf(path)).toEqual(warning('EEXIST'));
    expect(await readFile(path, 'utf8')).toBe('mine');
  });

  it.runIf(process.platform === 'linux')('where the disk is full', async () => {
    const path = await temporaryFolder();
    await mkdir(join(path, '5'));
    const name = `16-${hashOf({ chainId: 5n, branch: 1 }, 16n)}`;
    for (const kind of ['state', 'history']) await symlink('/dev/full', join(path, '5', `${name}.${kind}`));
    expect(await warningsOf(path)).toEqual(warning('ENOSPC'));
  });
});

it('a fork goes on, and warns once, where the system makes no folders', async () => {
  const { url } = await chainNode();
  const warnings: string[] = [];
  const options = { url, blockNumber: 16n, cachePath: '/proc/self/halley/cache' };
  const fork = await open(options, { warn: (text) => warnings.push(text) });
  await fork.source.fetch([account(3)]);
  expect(warnings).toEqual([expect.stringMatching(/^the cache of forks cannot be written \(\w+\)/)]);
});

it('a fork goes on, and warns once, where its files are pipes', async () => {
  const { url } = await chainNode();
  const [cachePath, other] = [await temporaryFolder(), await temporaryFolder()];
  await (await open({ url, blockNumber: 16n, cachePath: other })).source.fetch([account(3), slot(3, 1)]);
  for (const file of (await filesOf(other)).keys()) {
    const pipe = join(cachePath, relative(other, file));
    await mkdir(dirname(pipe), { recursive: true });
    execFileSync('mkfifo', [pipe]);
  }
  const warnings: string[] = [];
  const fork = await open({ url, blockNumber: 16n, cachePath }, { warn: (text) => warnings.push(text) });
  expect(await fork.source.fetch([account(3), slot(3, 1)])).toHaveLength(2);
  await fork.request('eth_getBlockByNumber', ['0x1', false]);
  expect(warnings).toEqual([expect.stringMatching(/^the cache of forks cannot be written \(ENXIO\)/)]);
});

it('state beyond the limit of the memory is fetched again', () => {
  const cache = new StateCache(undefined, 300);
  const entries = [1, 2, 3].map((at) => ({
    ...(slot(3, at) as Extract<RemoteKey, { type: 'slot' }>),
    value: fromHex(word(at)),
  }));
  cache.write(entries);
  expect(entries.map((entry) => cache.read(entry).length)).toEqual([1, 0, 0]);
});

it('a fork asks again for what is damaged in its cache', async () => {
  const { url, methods } = await chainNode();
  const options = { url, blockNumber: 16n, cachePath: await temporaryFolder() };
  const fork = await open(options);
  const keys = [account(3), slot(3, 1)];
  const state = await fork.source.fetch(keys);
  const block = await fork.request('eth_getBlockByNumber', ['0x5', true]);
  for (const [file, text] of await filesOf(options.cachePath))
    await writeFile(file, text.replaceAll('6001', '6002').replace('"timestamp"', '"timestomp"'));
  methods();
  const again = await open(options);
  expect(await again.source.fetch(keys)).toEqual(expect.arrayContaining([...state]));
  expect(await again.request('eth_getBlockByNumber', ['0x5', true])).toEqual(block);
  expect(methods().flat()).toContain('eth_getCode');
});

it('two forks at once share one cache', async () => {
  const { url, methods } = await chainNode();
  const options = { url, blockNumber: 16n, cachePath: await temporaryFolder() };
  const [one, other] = await Promise.all([open(options), open(options)]);
  for (let i = 1; i <= 20; i++)
    await Promise.all([one.source.fetch([slot(1, i)]), other.source.fetch([slot(2, i), account(i)])]);
  methods();
  const third = await open(options);
  for (let i = 1; i <= 20; i++) await third.source.fetch([slot(1, i), slot(2, i), account(i)]);
  expect(methods()).toHaveLength(1);
});

it('answers that leave the memory are read from the file', async () => {
  const path = join(await temporaryFolder(), 'history');
  const large = (i: number) => ({ i, text: 'ä\t\n'.repeat(300_000) });
  const cache = new AnswerCache(fileAt(path, 100_000_000));
  for (let i = 0; i < 30; i++) cache.set(`["get",[${i}]]`, large(i));
  expect(await cache.get('["get",[0]]')).toEqual(large(0));
  const again = new AnswerCache(fileAt(path, 100_000_000));
  const answers = ['["get",[0]]', '["get",[29]]', '["get",[30]]'].map((key) => again.get(key));
  expect(await Promise.all(answers)).toEqual([large(0), large(29), undefined]);
});

it('the newest answers stay in memory, however often one of them is set again', async () => {
  const cache = new AnswerCache(undefined);
  const answer = (i: number) => ({ i, text: 'x'.repeat(1_000_000) });
  for (let i = 0; i < 50; i++) cache.set(`["get",[${i}]]`, answer(i));
  for (let i = 0; i < 50; i++) cache.set('["get",[49]]', answer(49));
  const cached = await Promise.all(Array.from({ length: 50 }, (_, i) => cache.get(`["get",[${i}]]`)));
  expect(cached.flatMap((one, i) => (one === undefined ? [] : [i]))).toEqual(
    Array.from({ length: 33 }, (_, i) => i + 17),
  );
});

it('long answers are not kept', async () => {
  const path = join(await temporaryFolder(), 'history');
  const cache = new AnswerCache(fileAt(path, 100_000_000));
  for (const long of [
    'x'.repeat(2_000_000),
    Array.from({ length: 400_000 }, () => 'x'),
    [{ ['x'.repeat(2_000_000)]: 1 }],
  ])
    cache.set('["long"]', long);
  expect(await cache.get('["long"]')).toBeUndefined();
  expect(fileAt(path).records()).toEqual([]);
});

it('a file is read in parts as it is read at once', async () => {
  const path = join(await temporaryFolder(), 'records');
  const file = fileAt(path, 100_000_000);
  const lengths = [0, 1, 1_048_560, 1_048_570, 1_048_576, 3_000_000, 5];
  file.append(lengths.map((length) => 'ä'.repeat(length)));
  await appendFile(path, 'damaged\n00000000 x\nunfinished');
  const inParts: unknown[] = [];
  await file.eachRecord((record) => inParts.push(record));
  expect(inParts).toEqual(file.records());
  expect(inParts).toHaveLength(lengths.length);
  await fileAt(join(await temporaryFolder(), 'none')).eachRecord(() => failing('a record'));
});

it('at most 64 slots of a contract are remembered', async () => {
  const path = join(await temporaryFolder(), 'reads');
  const reads = new SlotReads(fileAt(path));
  const address = fromHex(addressText(7));
  for (const _ of [1, 2]) reads.add(Array.from({ length: 100 }, (_, i) => ({ address, slot: fromHex(word(i)) })));
  const slots = new SlotReads(fileAt(path)).of(address);
  expect(slots).toEqual(Array.from({ length: 64 }, (_, i) => fromHex(word(i))));
  expect(fileAt(path).records()).toHaveLength(64);
});

it('the oldest files of a chain are removed beyond the limit', async () => {
  const path = await temporaryFolder();
  const { point } = await open({ url: (await chainNode()).url, blockNumber: 16n, noStorageCaching: true });
  await mkdir(join(path, '5'));
  for (const [i, name] of ['old', 'older', 'new'].entries()) {
    const file = join(path, '5', name);
    await appendFile(file, 'x'.repeat(100));
    await utimes(file, i === 1 ? 10 : 20 + i, i === 1 ? 10 : 20 + i);
  }
  new CacheFolder(path, failing).prune(point, 250);
  expect([...(await filesOf(path)).keys()].map((file) => file.split('/').at(-1)).sort()).toEqual(['new', 'old']);
});

it('files about all blocks begin again when they are almost full', async () => {
  const path = await temporaryFolder();
  const { url } = await chainNode();
  const openAt = (blockNumber: bigint) => open({ url, blockNumber, cachePath: path });
  await (await openAt(16n)).source.fetch([slot(3, 4)]);
  const [remotes, reads] = [join(path, 'remotes'), join(path, '5', 'reads')];
  await appendFile(remotes, 'x'.repeat(1_000_000));
  await appendFile(reads, 'x'.repeat(4_000_000));
  const fork = await openAt(17n);
  await fork.source.fetch([slot(3, 5)]);
  const records = (file: string) => new RecordFile(file, LIMIT, failing).records();
  expect(records(remotes).map(({ text }) => / 17 5 /.test(text))).toEqual([true]);
  expect(records(reads)).toHaveLength(1);
});

it('the default folder is that of the platform', () => {
  const cases: [string, Record<string, string>, string][] = [
    ['linux', {}, '/home/me/.cache/halley/fork'],
    ['linux', { XDG_CACHE_HOME: '/caches' }, '/caches/halley/fork'],
    ['darwin', {}, '/home/me/Library/Caches/halley/fork'],
    ['win32', { LOCALAPPDATA: '/local' }, '/local/halley/fork'],
    ['win32', {}, '/home/me/AppData/Local/halley/fork'],
  ];
  for (const [platform, variables, path] of cases)
    expect(defaultCachePath(platform, variables, '/home/me').replaceAll('\\', '/')).toBe(path);
});
