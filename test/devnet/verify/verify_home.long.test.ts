/**
 * Tests `verifyHome`: a persistent chain matches what its genesis and blocks give. Every difference is named, whether
 * checksums show it or only executing everything again does.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ClassicLevel } from 'classic-level';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLOCK_KEY } from '../../../src/chain/block_store/keys.js';
import { ABSENT_SLOT, decodeCommit, encodeCommit } from '../../../src/consensus/types/commit.js';
import { recordName } from '../../../src/devnet/home/store_options.js';
import { verifyHome } from '../../../src/devnet/index.js';
import { Findings } from '../../../src/devnet/verify/findings.js';
import { verifyChain } from '../../../src/devnet/verify/verify_chain.js';
import type { HalleyError } from '../../../src/kernel/errors.js';
import { toHex } from '../../../src/kernel/hex.js';
import { fromUtf8, utf8 } from '../../../src/kernel/text.js';
import { openLevelStore } from '../../../src/storage/level_store.js';
import { MemoryStore } from '../../../src/storage/memory_store.js';
import { draws } from '../../support/draws.js';
import { writeEventfulChain } from '../home/eventful_home.js';
import { NodeUnderTest, temporaryHome } from '../node_kit.js';

type Records = readonly (readonly [key: Uint8Array, value: Uint8Array])[];

const EVERYTHING = { gte: new Uint8Array(0), lt: Uint8Array.of(255, 255, 255, 255) };

async function recordsOf(home: string): Promise<Records> {
  const store = await openLevelStore(join(home, 'data'), { readOnly: true });
  const records: [Uint8Array, Uint8Array][] = [];
  for await (const [key, value] of store.entries(EVERYTHING)) records.push([key.slice(), value.slice()]);
  await store.close();
  return records;
}

/** Verifies the records in a store without checksums. */
async function verified(records: Records): Promise<HalleyError[]> {
  const store = new MemoryStore();
  await store.batch(records.map(([key, value]) => ({ type: 'put', key, value })));
  const problems: HalleyError[] = [];
  await verifyChain(store, new Findings('folder', (problem) => problems.push(problem)), () => undefined);
  return problems;
}

let home: string;
let records: Records;

const folderOf = (of: string): string => join(of, 'data');

/** Makes the home of all tests here. They change copies of it. */
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'halley-verify-'));
  await writeEventfulChain(home);
  records = await recordsOf(home);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

async function copyOfHome(): Promise<string> {
  const copy = await temporaryHome();
  cpSync(home, copy, { recursive: true });
  return copy;
}

const kindOf = (key: Uint8Array): string => String.fromCharCode(...key.subarray(0, 2));
const flipped = (bytes: Uint8Array, at: number, bit: number): Uint8Array =>
  bytes.map((byte, i) => (i === at ? byte ^ (1 << bit) : byte));

describe('an unchanged chain', () => {
  it('is verified, and its folder stays as it was', async () => {
    const witness = readFileSync(join(folderOf(home), 'WITNESS'));
    const heights: bigint[] = [];
    const report = await verifyHome(home, { onHeight: (height) => heights.push(height) });
    expect(report.problems.map(({ message }) => message)).toEqual([]);
    expect(report).toMatchObject({ chainId: 'halley_31337-1', height: 9n, blocks: 9, txs: 9, records: records.length });
    expect(heights).toEqual([1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n, 9n]);
    expect(await recordsOf(home)).toEqual(records);
    expect(readFileSync(join(folderOf(home), 'WITNESS'))).toEqual(witness);
    const kinds = new Set(records.map(([key]) => kindOf(key)));
    expect([...kinds].sort()).toEqual(
      ['Lb', 'Lc', 'Ld', 'Le', 'Lh', 'Lm', 'Lp', 'Lr', 'Ls', 'Lt', 'Lv', 'Lx', 'sH', 'sL', 'sM', 'sV'].sort(),
    );
  });
});

/** Expects that the problem of this record is reported. */
function expectNamed(problems: readonly HalleyError[], key: Uint8Array, how: string): void {
  const { text, height } = recordName(key);
  const received = problems.map(({ message }) => message).join('\n');
  expect(problems.length, `${text} ${how}`).toBeGreaterThan(0);
  const found = problems.find(({ facts }) => facts['record'] === text);
  expect(found, `${text} ${how}: ${received}`).toBeDefined();
  expect(found?.code).toBe('corrupt-store');
  expect(found?.message).toMatch(
    /^the store in ".*" is damaged: the .*; restore the folder from a copy, or remove it to start anew$/,
  );
  if (height !== undefined) expect(found?.facts['height']).toBe(height);
}

/**
 * Returns whether no other record refers to the changed value: the order in which transactions arrived, or a
 * validator's name in the genesis document.
 */
function isFree(key: Uint8Array, before: Uint8Array, after: Uint8Array): boolean {
  if (kindOf(key) === 'Lm') return before.findIndex((byte, i) => byte !== after[i]) < 8;
  if (recordName(key).text !== "chain's identity") return false;
  const nameless = (bytes: Uint8Array): unknown => {
    const storedGenesis = JSON.parse(fromUtf8(bytes));
    for (const validator of storedGenesis.genesis.validators) validator.name = '';
    return storedGenesis;
  };
  try {
    return isDeepStrictEqual(nameless(before), nameless(after));
  } catch {
    return false;
  }
}

describe('a record that was changed with its checksum', () => {
  const expectFound = async (i: number, at: number, bit: number): Promise<void> => {
    const [key, value] = records[i] as Records[number];
    const after = flipped(value, at, bit);
    if (!isFree(key, value, after)) expectNamed(await verified(records.with(i, [key, after])), key, `${at}/${bit}`);
  };

  it('is named, whatever its kind is', async () => {
    const chosen = new Map<string, number>();
    for (const [i, [key]] of records.entries()) chosen.set(kindOf(key) === 'Ls' ? toHex(key) : kindOf(key), i);
    for (const i of chosen.values()) {
      const { length } = (records[i] as Records[number])[1];
      await expectFound(i, length - 1, 0);
    }
  });

  it('is named, for a time of a validator that did not sign the last block', async () => {
    const i = records.findIndex(([key]) => recordName(key).text === "chain's seenCommit");
    const [key, value] = records[i] as Records[number];
    const commit = decodeCommit(value);
    const signatures = [...commit.signatures.slice(0, -1), ABSENT_SLOT];
    const absent = encodeCommit({ ...commit, signatures });
    expect(await verified(records.with(i, [key, absent]))).toEqual([]);
    const timed = encodeCommit({ ...commit, signatures: signatures.with(-1, { ...ABSENT_SLOT, timestamp: 5n }) });
    expectNamed(await verified(records.with(i, [key, timed])), key, 'time of an absent validator');
  });

  it('is named, for a change of any bit', async () => {
    const place = fc.nat(records.length - 1).chain((i) => {
      const { length } = (records[i] as Records[number])[1];
      return fc.tuple(fc.constant(i), fc.nat(length - 1), fc.nat(7));
    });
    await fc.assert(
      fc.asyncProperty(place, ([i, at, bit]) => expectFound(i, at, bit)),
      { numRuns: draws(30), endOnFailure: true },
    );
  });

  it('is found beside others, each with one problem', async () => {
    const chosen = records.flatMap(([key], i) => (/^(Lr|Lt|sL)$/.test(kindOf(key)) && i % 9 === 0 ? [i] : []));
    const changed = records.map(([key, value], i) => [key, chosen.includes(i) ? flipped(value, 3, 1) : value] as const);
    const problems = await verified(changed);
    expect(problems.map(({ facts }) => facts['record']).sort()).toEqual(
      chosen.map((i) => recordName((records[i] as Records[number])[0]).text).sort(),
    );
  });

  it('is ignored when only the order differs in which a height wrote its keys', async () => {
    const i = records.findIndex(([key]) => kindOf(key) === 'sH' && key.at(-1) === 4);
    const [key, value] = records[i] as Records[number];
    const fields: Uint8Array[] = [];
    for (let at = 0; at < value.length; ) {
      const end = at + 2 + (value[at + 1] as number);
      fields.push(value.subarray(at, end));
      at = end;
    }
    expect(fields.length).toBeGreaterThan(4);
    const turned = Uint8Array.from(fields.toReversed().flatMap((field) => [...field]));
    expect(turned).not.toEqual(value);
    expect(await verified(records.with(i, [key, turned]))).toEqual([]);
  });

  it('is reported as a forged block or a forged commit, by its signatures', async () => {
    const at = (kind: string, height: number) =>
      records.findIndex(([key]) => kindOf(key) === kind && key.at(-1) === height);
    const block = at('Lb', 4);
    const [key, value] = records[block] as Records[number];
    const problems = await verified(records.with(block, [key, flipped(value, value.length - 70, 0)]));
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('"block of height 4" and the signatures of its validators do not match'),
    ]);
  });
});

describe('a missing or additional record', () => {
  it('is named when it is missing', async () => {
    const chosen = new Map<string, number>();
    for (const [i, [key]] of records.entries())
      if (!/^L[cmd]$/.test(kindOf(key))) chosen.set(kindOf(key) === 'Ls' ? toHex(key) : kindOf(key), i);
    for (const i of chosen.values()) {
      const copy = await onLevel((records[i] as Records[number])[0], undefined);
      expectNamed((await verifyHome(copy)).problems, (records[i] as Records[number])[0], 'gone');
    }
  });

  it('is named when no block makes it', async () => {
    const height = (kind: string, of: number) => Uint8Array.of(...utf8(kind), 0, 0, 0, 0, 0, 0, 0, of);
    for (const key of [
      height('Lb', 10),
      height('Lr', 200),
      Uint8Array.of(...utf8('Lt'), ...new Uint8Array(32)),
      Uint8Array.of(...utf8('sLa'), ...new Uint8Array(20)),
      utf8('x'),
    ])
      expectNamed(await verified([...records, [key, Uint8Array.of(1)]]), key, 'too much');
  });
});

describe('the record of the clock', () => {
  it('belongs to a store although no block makes it, and can be read', async () => {
    expect(await verified([...records, [CLOCK_KEY, utf8('{"offset":"5"}')]])).toEqual([]);
    for (const text of ['{"offset":"x"}', '{"offset":"5" }', 'x'])
      expectNamed(await verified([...records, [CLOCK_KEY, utf8(text)]]), CLOCK_KEY, text);
  });
});

/** Copies the home, with a change to the value of one record as it is on disk, with its checksum. */
async function onLevel(key: Uint8Array, change: ((sealed: Uint8Array) => Uint8Array) | undefined): Promise<string> {
  const copy = await copyOfHome();
  const options = { keyEncoding: 'view', valueEncoding: 'view' };
  const level = new ClassicLevel<Uint8Array, Uint8Array>(folderOf(copy), options);
  await level.open();
  const sealed = (await level.get(key)) ?? new Uint8Array();
  await (change === undefined ? level.del(key) : level.put(key, change(sealed)));
  await level.close();
  return copy;
}

describe('a record with a wrong checksum', () => {
  it('is named, and everything else is still checked', async () => {
    const chosen = new Map<string, number>();
    for (const [i, [key]] of records.entries()) chosen.set(kindOf(key) === 'Ls' ? toHex(key) : kindOf(key), i);
    for (const i of chosen.values()) {
      const [key] = records[i] as Records[number];
      const copy = await onLevel(key, (sealed) => flipped(sealed, sealed.length >> 1, 2));
      const { problems } = await verifyHome(copy);
      expect(problems.map(({ facts }) => facts['record'])).toEqual([recordName(key).text]);
      expect(problems[0]?.message).toContain('fails its checksum');
    }
  });

  it('ends the re-execution when it is a block, and the checksums of later records are checked', async () => {
    const height = (kind: string, of: number) => Uint8Array.of(...utf8(kind), 0, 0, 0, 0, 0, 0, 0, of);
    const copy = await onLevel(height('Lb', 3), (sealed) => flipped(sealed, 9, 2));
    const level = new ClassicLevel<Uint8Array, Uint8Array>(folderOf(copy), {
      keyEncoding: 'view',
      valueEncoding: 'view',
    });
    await level.open();
    await level.put(height('Lr', 7), flipped((await level.get(height('Lr', 7))) ?? new Uint8Array(), 5, 5));
    await level.close();
    const report = await verifyHome(copy);
    expect(report.height).toBe(2n);
    expect(report.problems.map(({ facts }) => facts['record'])).toEqual(['block of height 3', 'results of height 7']);
  });
});

describe('a home that cannot be verified', () => {
  it('is in use', async () => {
    const copy = await copyOfHome();
    const node = await NodeUnderTest.start({ home: copy, miningMode: 'manual' });
    await expect(verifyHome(copy)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('is in use by this process: close it there first'),
    });
    await node.mine();
    await node.close();
    expect((await verifyHome(copy)).problems).toEqual([]);
  });

  it('has no chain', async () => {
    const empty = await temporaryHome();
    await expect(verifyHome(empty)).rejects.toMatchObject({ code: 'not-found' });
    expect(readdirSync(empty)).toEqual([]);
    const store = await openLevelStore(join(empty, 'data'));
    await store.close();
    await expect(verifyHome(empty)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('holds the database of another program', async () => {
    const old = await temporaryHome();
    const level = new ClassicLevel<Uint8Array, Uint8Array>(folderOf(old), {
      keyEncoding: 'view',
      valueEncoding: 'view',
    });
    await level.open();
    await level.put(utf8('Lsstate'), Uint8Array.of(1));
    await level.close();
    await expect(verifyHome(old)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('has no store version, and this version of halley reads only'),
    });
    expect(readdirSync(folderOf(old))).not.toContain('WITNESS');
  });

  it('has a file with a damaged byte', async () => {
    const copy = await copyOfHome();
    const table = readdirSync(folderOf(copy)).find((file) => /\.(ldb|log)$/.test(file)) ?? '';
    const path = join(folderOf(copy), table);
    writeFileSync(path, flipped(readFileSync(path), 500, 1));
    await expect(verifyHome(copy)).rejects.toMatchObject({
      code: 'corrupt-store',
      message: expect.stringMatching(/is damaged: \d+\.(ldb|log).*; restore the folder from a copy/),
    });
  });
});
