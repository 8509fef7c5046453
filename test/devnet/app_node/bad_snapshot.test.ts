/** Offers snapshots that a peer has changed, with hashes that fit to the changed chunks. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Snapshot, ValidatorUpdate } from '../../../src/abci/application.js';
import { decodeChunk, encodeItem, type SnapshotItem } from '../../../src/app/state/snapshot/items.js';
import type { ChainState } from '../../../src/consensus/types/chain_state.js';
import { newValidatorSet } from '../../../src/consensus/types/validator_set.js';
import {
  decodeSnapshotHead,
  encodeSnapshotHead,
  type SnapshotHead,
} from '../../../src/devnet/app_node/snapshot_head.js';
import type { ChainNode } from '../../../src/devnet/chain_node.js';
import { startDevnet } from '../../../src/devnet/devnet.js';
import type { Devnet } from '../../../src/devnet/index.js';
import { type Bytes, joinBytes } from '../../../src/kernel/bytes.js';
import { sha256 } from '../../../src/kernel/hash.js';
import { RandomStream, seedStream } from '../../../src/kernel/random.js';
import { chunksOf, type Driven, follow, initChain, openDriven } from './driven_kit.js';

const HEIGHT = 2n;
const CHANGES = 300;

let devnet: Devnet;
let runtime: ChainNode;
let folder: string;
let snapshot: Snapshot;
let chunk: Bytes;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'halley-bad-snapshot-'));
  devnet = await startDevnet({ seed: 'snapshots' }, { onRuntime: (opened) => (runtime = opened) });
  await devnet.provider.request({ method: 'anvil_setCode', params: [`0x${'cc'.repeat(20)}`, '0x6001'] });
  await devnet.provider.request({ method: 'anvil_mine', params: ['0x2'] });
  const source = await openDriven(join(folder, 'source'), undefined, HEIGHT);
  await initChain(source.application, runtime.chain.genesis);
  await follow(source, runtime, 1n, HEIGHT);
  await source.snapshots.settled();
  snapshot = (await source.application.listSnapshots())[0] as Snapshot;
  chunk = (await chunksOf(source, snapshot))[0] as Bytes;
});

afterAll(async () => {
  await devnet.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Describes chunks as a peer does that has made them itself. */
function announced(chunks: readonly Bytes[]): Snapshot {
  const metadata = new Uint8Array(Buffer.concat(chunks.map(sha256)));
  return { ...snapshot, chunks: chunks.length, metadata, hash: sha256(metadata) };
}

/** Offers a snapshot of one chunk, and returns what comes of it. */
async function apply({ application }: Driven, changed: Bytes): Promise<string> {
  const appHash = runtime.chain.state.appHash(HEIGHT);
  expect(await application.offerSnapshot({ snapshot: announced([changed]), appHash })).toBe('accept');
  return (await application.applySnapshotChunk({ index: 0, chunk: changed, sender: 'liar' })).result;
}

/** Returns a change of the items that replaces the head. */
const withHead =
  (change: (head: SnapshotHead) => SnapshotHead) =>
  (items: readonly SnapshotItem[]): SnapshotItem[] =>
    items.map((item) => {
      if (item.type !== 'head') return item;
      const content = encodeSnapshotHead(change(decodeSnapshotHead(item.value.content)));
      return { type: 'head', value: { content } };
    });

const withState = (change: (state: ChainState) => Partial<ChainState>) =>
  withHead(({ genesis, chainState }) => ({ genesis, chainState: { ...chainState, ...change(chainState) } }));

const withNextValidators = (change: (all: readonly ValidatorUpdate[]) => readonly ValidatorUpdate[]) =>
  withState(({ nextValidators: { validators } }) => ({
    nextValidators: newValidatorSet(change(validators.map(({ pubKey, votingPower: power }) => ({ pubKey, power })))),
  }));

describe('a snapshot that a peer has changed', () => {
  it(`is restored or rejected, but ends no node, and a whole one is restored afterwards (${CHANGES} changes)`, async () => {
    const appHash = runtime.chain.state.appHash(HEIGHT);
    const random = new RandomStream(seedStream('bad snapshots', 'bytes'));
    let target = await openDriven(join(folder, 'target'));
    for (let change = 0; change < CHANGES; change++) {
      const changed = chunk.slice(0, change % 3 === 0 ? random.below(chunk.length) + 1 : chunk.length);
      const at = random.below(changed.length);
      changed[at] = (changed[at] as number) ^ (1 << random.below(8));
      const result = await apply(target, changed);
      expect(['accept', 'reject-snapshot']).toContain(result);
      if (result === 'accept') target = await openDriven(join(folder, 'target'));
    }
    expect(await target.application.offerSnapshot({ snapshot, appHash })).toBe('accept');
    expect((await target.application.applySnapshotChunk({ index: 0, chunk, sender: 'peer' })).result).toBe('accept');
  });

  it.each([
    ['has an account without its code', (items: SnapshotItem[]) => items.filter(({ type }) => type !== 'code')],
    [
      'has another code',
      (items: SnapshotItem[]) =>
        items.map(
          (item): SnapshotItem => (item.type === 'code' ? { type: 'code', value: { code: new Uint8Array(3) } } : item),
        ),
    ],
    [
      'has an entry without a value',
      (items: SnapshotItem[]) =>
        items.map(
          (item): SnapshotItem =>
            item.type === 'entry' ? { type: 'entry', value: { ...item.value, value: new Uint8Array(0) } } : item,
        ),
    ],
    ['has no head', (items: SnapshotItem[]) => items.filter(({ type }) => type !== 'head')],
    [
      'has the head of another height',
      withHead((head) => ({ ...head, chainState: { ...head.chainState, lastBlockHeight: 1n } })),
    ],
    [
      'has the head of another chain',
      withHead((head) => ({ ...head, chainState: { ...head.chainState, chainId: 'x_1-1' } })),
    ],
    ['has another genesis time', withHead((head) => ({ ...head, genesis: { ...head.genesis, genesisTime: 1n } }))],
    ['has another genesis state', withHead((head) => ({ ...head, genesis: { ...head.genesis, appState: {} } }))],
    [
      'has another last block',
      withState(({ lastBlockId }) => ({ lastBlockId: { ...lastBlockId, hash: sha256(lastBlockId.hash) } })),
    ],
    [
      'has a validator more',
      withNextValidators((all) => [...all, { pubKey: { type: 'ed25519', bytes: new Uint8Array(32) }, power: 3n }]),
    ],
    ['has a validator less', withNextValidators((all) => all.slice(1))],
    [
      'has a validator with another power',
      withNextValidators(([first, ...others]) => (first ? [{ ...first, power: first.power + 1n }, ...others] : [])),
    ],
    [
      'has a validator with another key',
      withNextValidators(([first, ...others]) => [
        { pubKey: { type: 'ed25519', bytes: new Uint8Array(32) }, power: first?.power ?? 0n },
        ...others,
      ]),
    ],
    [
      'has other consensus parameters',
      withState(({ params }) => ({ params: { ...params, block: { ...params.block, maxGas: 1n } } })),
    ],
    [
      'has other consensus parameters, also in its genesis document',
      withHead(({ genesis, chainState }) => {
        const params = { ...chainState.params, block: { ...chainState.params.block, maxGas: 1n } };
        return { genesis: { ...genesis, consensusParams: params }, chainState: { ...chainState, params } };
      }),
    ],
    [
      'has other genesis validators',
      withHead((head) => ({ ...head, genesis: { ...head.genesis, validators: head.genesis.validators.slice(1) } })),
    ],
  ])('is rejected when it %s', async (_, change) => {
    const target = await openDriven(join(folder, 'target'), undefined, 0n, { ownGenesis: () => runtime.chain.genesis });
    expect(await apply(target, joinBytes(change([...decodeChunk(chunk)]).map(encodeItem)))).toBe('reject-snapshot');
    expect(target.core.chain).toBeUndefined();
    expect(await apply(target, chunk)).toBe('accept');
  });
});
