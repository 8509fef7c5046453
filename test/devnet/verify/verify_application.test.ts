/**
 * Tests `verifyHome` on the home of an application under CometBFT. A devnet made the blocks, and the application was
 * driven with them. Every altered record is named, with its height and what differs in it.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FinalizeBlockRequest, FinalizeBlockResponse } from '../../../src/abci/application.js';
import {
  decodeFinalizeBlockResponse,
  encodeFinalizeBlockResponse,
} from '../../../src/abci/wire/finalize_block_response.js';
import { FINALIZED_BLOCKS, finalizedBlock } from '../../../src/chain/block_store/finalized_blocks.js';
import { blockKey, evmRecordKey, IDENTITY_KEY, resultsKey } from '../../../src/chain/block_store/keys.js';
import { decodeEvmRecord, encodeEvmRecord } from '../../../src/chain/block_store/records.js';
import { lockHome } from '../../../src/devnet/home/home_lock.js';
import { applicationFolder } from '../../../src/devnet/home/home_store.js';
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
import { chunksOf, follow, initChain, openDriven } from '../app_node/driven_kit.js';
import { writeEventfulChain } from '../home/eventful_home.js';
import { NodeUnderTest, temporaryHome } from '../node_kit.js';

type Records = readonly (readonly [key: Uint8Array, value: Uint8Array])[];

const EVERYTHING = { gte: new Uint8Array(0), lt: Uint8Array.of(255, 255, 255, 255) };
const DATA = join('application', 'data');

let folder: string;
/** Home of a node whose application has executed all blocks. */
let home: string;
let devnet: NodeUnderTest;
let records: Records;

async function recordsOf(of: string): Promise<Records> {
  const store = await openLevelStore(join(of, DATA), { readOnly: true });
  const found: [Uint8Array, Uint8Array][] = [];
  for await (const [key, value] of store.entries(EVERYTHING)) found.push([key.slice(), value.slice()]);
  await store.close();
  return found;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'halley-verify-app-'));
  const made = join(folder, 'devnet');
  await writeEventfulChain(made);
  devnet = await NodeUnderTest.open({ home: made, miningMode: 'manual' });
  home = join(folder, 'node');
  mkdirSync(join(home, DATA), { recursive: true });
  const store = await openLevelStore(join(home, DATA));
  const driven = await openDriven(join(folder, 'snapshots'), store);
  await initChain(driven.application, devnet.chain.genesis);
  await follow(driven, devnet.node, 1n, 9n);
  await store.close();
  records = await recordsOf(home);
});
afterAll(async () => {
  await devnet.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Verifies records in a store without checksums. */
async function verified(changed: Records): Promise<readonly HalleyError[]> {
  const store = new MemoryStore();
  await store.batch(changed.map(([key, value]) => ({ type: 'put', key, value })));
  const problems: HalleyError[] = [];
  await verifyChain(store, new Findings('folder', (problem) => problems.push(problem)), () => undefined);
  return problems;
}

const indexOf = (key: Uint8Array): number => records.findIndex(([found]) => toHex(found) === toHex(key));

/** Returns the records with one value changed. */
function changed(key: Uint8Array, change: (value: Uint8Array) => Uint8Array): Records {
  const index = indexOf(key);
  const [, value] = records[index] as Records[number];
  return records.with(index, [key, change(value)]);
}

const changedResults = (height: bigint, change: (results: FinalizeBlockResponse) => FinalizeBlockResponse): Records =>
  changed(resultsKey(height), (value) => encodeFinalizeBlockResponse(change(decodeFinalizeBlockResponse(value))));

const changedRequest = (height: bigint, change: (request: FinalizeBlockRequest) => FinalizeBlockRequest): Records =>
  changed(blockKey(height), (value) => {
    const { block, request } = FINALIZED_BLOCKS.decode(value);
    return finalizedBlock(change(request as FinalizeBlockRequest), block.header.lastBlockId).record;
  });

const flipped = (bytes: Uint8Array, at = bytes.length - 1, bit = 0): Uint8Array =>
  bytes.map((byte, i) => (i === at ? byte ^ (1 << bit) : byte));

const messages = (problems: readonly HalleyError[]): readonly string[] =>
  problems.map(({ message }) =>
    message.replace('the store in "folder" is damaged: ', '').replace(/; restore the folder from a copy, .*/, ''),
  );

describe('the home of an application', () => {
  it('is verified when nothing was altered, and stays as it was', async () => {
    const heights: bigint[] = [];
    const report = await verifyHome(home, { onHeight: (height) => heights.push(height) });
    expect(messages(report.problems)).toEqual([]);
    expect(report).toMatchObject({ chainId: 'halley_31337-1', height: 9n, blocks: 9, txs: 9, records: records.length });
    expect(heights).toEqual([1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n, 9n]);
    expect(await recordsOf(home)).toEqual(records);
  });

  it('is verified with the reference too', async () => {
    const { problems, reference } = await verifyHome(home, { reference: true });
    expect(messages(problems)).toEqual([]);
    expect(reference?.agreed).toBeGreaterThan(3);
  });

  it('is refused in one line while a process uses it', async () => {
    const { release } = await lockHome(applicationFolder(home));
    const refused = verifyHome(home);
    await expect(refused).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(
        /^[^\n]* is in use by this process: close it there first, or use another home folder$/,
      ),
    });
    await release();
  });

  it('is verified before its first block', async () => {
    const { application, store } = await openDriven(join(folder, 'begun'));
    await initChain(application, devnet.chain.genesis);
    const problems: HalleyError[] = [];
    const chain = await verifyChain(store, new Findings('folder', (found) => problems.push(found)), () => undefined);
    expect(messages(problems)).toEqual([]);
    expect(chain).toMatchObject({ height: 0n, blocks: 0, txs: 0 });
  });

  it('is refused in one line when state sync restored its first state', async () => {
    const source = await openDriven(join(folder, 'source'), undefined, 4n);
    await initChain(source.application, devnet.chain.genesis);
    await follow(source, devnet.node, 1n, 4n);
    await source.snapshots.settled();
    const [snapshot] = await source.application.listSnapshots();
    if (snapshot === undefined) throw new Error('there is no snapshot');
    const target = await openDriven(join(folder, 'target'));
    await target.application.offerSnapshot({ snapshot, appHash: devnet.chain.state.appHash(4n) });
    for (const [index, chunk] of (await chunksOf(source, snapshot)).entries())
      await target.application.applySnapshotChunk({ index, chunk, sender: 'peer' });
    for (const last of [4n, 6n]) {
      await follow(target, devnet.node, 5n, last);
      const findings = new Findings('folder', () => undefined);
      await expect(verifyChain(target.store, findings, () => undefined)).rejects.toMatchObject({
        code: 'height-pruned',
        message: expect.stringMatching(/^[^\n]* has blocks from height 5 only, because state sync [^\n]* with --node /),
        facts: { height: 1n, earliest: 5n },
      });
    }
  });
});

describe('an altered record', () => {
  it('is the result of a transaction, which is named with its height', async () => {
    const problems = await verified(
      changedResults(2n, (results) => ({
        ...results,
        txResults: results.txResults.with(0, {
          ...(results.txResults[0] as FinalizeBlockResponse['txResults'][number]),
          gasUsed: 5n,
        }),
      })),
    );
    expect(messages(problems)).toEqual([
      expect.stringMatching(
        /^the record "results of height 2" is not what .*: gas_used of transaction 0 \([0-9A-F]{64}\) is 5, expected \d+$/,
      ),
    ]);
    expect(problems[0]?.facts).toMatchObject({ record: 'results of height 2', height: 2n });
  });

  it('is the log of a transaction, an event of it or one of the block', async () => {
    const of = async (change: (results: FinalizeBlockResponse) => FinalizeBlockResponse) =>
      messages(await verified(changedResults(2n, change)));
    const first = (results: FinalizeBlockResponse) =>
      results.txResults[0] as FinalizeBlockResponse['txResults'][number];
    const event = { type: 'forged', attributes: [] };
    const withFirst = (results: FinalizeBlockResponse, more: object) => ({
      ...results,
      txResults: results.txResults.with(0, { ...first(results), ...more }),
    });
    expect(await of((results) => withFirst(results, { log: 'forged' }))).toEqual([
      expect.stringMatching(/"results of height 2" .*: log of transaction 0 \([0-9A-F]{64}\) differs$/),
    ]);
    expect(await of((results) => withFirst(results, { events: [...first(results).events, event] }))).toEqual([
      expect.stringMatching(/"results of height 2" .*: events of transaction 0 \([0-9A-F]{64}\) differs$/),
    ]);
    expect(await of((results) => ({ ...results, events: [...results.events, event] }))).toEqual([
      expect.stringMatching(/"results of height 2" .*: events of the block differs$/),
    ]);
  });

  it('is an app hash of the results, or a validator update', async () => {
    const appHash = new Uint8Array(32);
    expect(messages(await verified(changedResults(5n, (results) => ({ ...results, appHash }))))).toEqual([
      expect.stringMatching(/"results of height 5" .*: app_hash of block_results is 0{64}, expected [0-9A-F]{64}$/),
    ]);
    const height = BigInt(
      Array.from({ length: 9 }, (_, i) => i + 1).find(
        (at) => (devnet.chain.blockStore.results(BigInt(at))?.validatorUpdates.length ?? 0) > 0,
      ) ?? 0,
    );
    expect(height).toBeGreaterThan(0n);
    const problems = await verified(changedResults(height, (results) => ({ ...results, validatorUpdates: [] })));
    expect(messages(problems)).toEqual([
      expect.stringMatching(/: validator update 0 is missing, expected [0-9A-F]{40} with power \d+$/),
    ]);
    expect(problems[0]?.facts).toMatchObject({ record: `results of height ${height}`, height });
  });

  it('is the EVM record of a block, by its state root or another field', async () => {
    const problems = await verified(
      changed(evmRecordKey(4n), (value) =>
        encodeEvmRecord({ ...decodeEvmRecord(value), stateRoot: new Uint8Array(32) }),
      ),
    );
    expect(messages(problems)).toEqual([
      expect.stringMatching(/^the record "EVM record of height 4" .*: stateRoot is 0x0{64}, expected 0x[0-9a-f]{64}$/),
    ]);
    const gas = await verified(
      changed(evmRecordKey(3n), (value) => encodeEvmRecord({ ...decodeEvmRecord(value), gasLimit: 1n })),
    );
    expect(messages(gas)).toEqual([expect.stringMatching(/"EVM record of height 3" .*: gasLimit is 1, expected \d+$/)]);
  });

  it('is an entry of the state, with the height that wrote it', async () => {
    const index = records.findIndex(([key]) => recordName(key).text.startsWith("state's account "));
    const [key] = records[index] as Records[number];
    const problems = await verified(changed(key, flipped));
    expect(problems.map(({ facts }) => facts['record'])).toEqual([recordName(key).text]);
    expect(problems[0]?.message).toMatch(/as of height \d, is not what re-executing the chain gives/);
  });

  it('is a transaction of a request, which ends the execution before its height', async () => {
    const problems = await verified(
      changedRequest(2n, (request) => ({
        ...request,
        txs: request.txs.with(0, flipped(request.txs[0] as Uint8Array)),
      })),
    );
    expect(messages(problems)).toEqual([
      expect.stringMatching(
        /^the record "block of height 2" gives the app hash [0-9A-F]{64} when it is executed again, and [0-9A-F]{64} is stored; transaction 0 \([0-9A-F]{64}\) has no place in the store, so the block had another one$/,
      ),
    ]);
    expect(problems[0]?.facts).toMatchObject({ record: 'block of height 2', height: 2n });
  });

  it('is another member of a request, which is named', async () => {
    const of = async (height: bigint, change: (request: FinalizeBlockRequest) => Partial<FinalizeBlockRequest>) => {
      const problems = await verified(changedRequest(height, (request) => ({ ...request, ...change(request) })));
      expect(problems.map(({ facts }) => facts['record'])).toEqual([`block of height ${height}`]);
      return problems[0]?.message ?? '';
    };
    expect(await of(1n, ({ time }) => ({ time: time + 1n }))).toContain('that of genesis');
    expect(await of(3n, () => ({ time: 0n }))).toContain('time is 1970-01-01T00:00:00Z, expected after');
    expect(await of(3n, ({ hash }) => ({ hash: flipped(hash) }))).toContain('which no other record has');
    expect(await of(9n, ({ hash }) => ({ hash: flipped(hash) }))).toContain('which no other record has');
    expect(await of(3n, () => ({ height: 8n }))).toContain('its height is 8, expected 3');
    expect(await of(3n, () => ({ nextValidatorsHash: new Uint8Array(32) }))).toContain('next_validators_hash is 0000');
    expect(await of(3n, () => ({ proposerAddress: new Uint8Array(20) }))).toContain(
      'expected a validator of the height',
    );
    expect(await of(3n, () => ({ decidedLastCommit: { round: 0, votes: [] } }))).toContain('it has 0 votes, expected');
    expect(await of(3n, () => ({ txs: [utf8('x')] }))).toContain('gives the app hash');
  });

  it('is the genesis, when the first block does not follow on it', async () => {
    const of = async (from: RegExp, to: string) =>
      messages(await verified(changed(IDENTITY_KEY, (value) => utf8(fromUtf8(value).replace(from, to)))));
    expect(await of(/"genesis_time":"20\d\d/, '"genesis_time":"2001')).toContainEqual(
      expect.stringMatching(
        /^the record "chain's identity" does not match the chain's first block, .* that of genesis$/,
      ),
    );
    expect(await of(/"max_gas":"\d+"/, '"max_gas":"29999999"')).toContainEqual(
      expect.stringMatching(/^the record "chain's identity" does not match .* gives the app hash [0-9A-F]{64} /),
    );
    expect(await of(/"amount":"4/, '"amount":"5')).toEqual([
      expect.stringMatching(/^the record "chain's identity" cannot start a chain: /),
    ]);
  });

  it('is named, whatever its kind is, also when it is missing', async () => {
    const chosen = new Map<string, number>();
    const kindOf = (key: Uint8Array): string => String.fromCharCode(...key.subarray(0, 2));
    for (const [i, [key]] of records.entries()) chosen.set(kindOf(key) === 'Ls' ? toHex(key) : kindOf(key), i);
    expect([...new Set(records.map(([key]) => kindOf(key)))].sort()).toEqual(
      ['Lb', 'Le', 'Lh', 'Lp', 'Lr', 'Ls', 'Lt', 'Lv', 'Lx', 'sH', 'sL', 'sM', 'sV'].sort(),
    );
    for (const i of chosen.values()) {
      const [key, value] = records[i] as Records[number];
      const { text } = recordName(key);
      const named = (problems: readonly HalleyError[]) => problems.map(({ facts }) => facts['record']);
      expect(named(await verified(records.with(i, [key, flipped(value)]))), text).toContain(text);
      const missing = named((await verifyHome(await homeWithout(key))).problems);
      expect(missing, `${text} is missing`).toContain(text);
    }
  });

  it('is found for a change of any bit, unless nothing depends on it', async () => {
    const place = fc.nat(records.length - 1).chain((i) => {
      const { length } = (records[i] as Records[number])[1];
      return fc.tuple(fc.constant(i), fc.nat(length - 1), fc.nat(7));
    });
    await fc.assert(
      fc.asyncProperty(place, async ([i, at, bit]) => {
        const [key, value] = records[i] as Records[number];
        const after = flipped(value, at, bit);
        if (isFree(key, value, after)) return;
        const problems = await verified(records.with(i, [key, after]));
        const { text } = recordName(key);
        expect(
          problems.map(({ facts }) => facts['record']),
          `${text} ${at}/${bit}`,
        ).toContain(text);
      }),
      { numRuns: draws(30), endOnFailure: true },
    );
  });
});

/**
 * Returns whether nothing depends on the changed value: how the votes of a commit were cast and its round, the height and
 * time of a misbehavior, or a validator's name in the genesis document.
 */
function isFree(key: Uint8Array, before: Uint8Array, after: Uint8Array): boolean {
  const { text } = recordName(key);
  try {
    if (text === "chain's identity") return isDeepStrictEqual(namelessGenesis(before), namelessGenesis(after));
    return text.startsWith('block of height') && isDeepStrictEqual(boundParts(before), boundParts(after));
  } catch {
    return false;
  }
}

function namelessGenesis(bytes: Uint8Array): unknown {
  const stored = JSON.parse(fromUtf8(bytes));
  for (const validator of stored.genesis.validators) validator.name = '';
  return stored;
}

function boundParts(record: Uint8Array): unknown {
  const { block, request } = FINALIZED_BLOCKS.decode(record);
  if (request === undefined) throw new Error('a request is missing');
  const { decidedLastCommit, misbehavior, ...rest } = request;
  const votes = decidedLastCommit.votes.map(({ validator }) => validator);
  return { ...rest, parent: block.header.lastBlockId, votes, accused: misbehavior.map(({ validator }) => validator) };
}

/** Copies the home without one record. */
async function homeWithout(key: Uint8Array): Promise<string> {
  const copy = await temporaryHome();
  cpSync(home, copy, { recursive: true });
  const store = await openLevelStore(join(copy, DATA));
  await store.batch([{ type: 'del', key }]);
  await store.close();
  return copy;
}
