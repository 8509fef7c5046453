/**
 * Lets a node join by state sync while one of its peers offers changed snapshots, which the engine prefers because one of
 * them is the newest. Meanwhile the network decides nothing, so that no honest snapshot is as new.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { decodeChunk, encodeItem, type SnapshotItem } from '../../../src/app/state/snapshot/items.js';
import { newValidatorSet } from '../../../src/consensus/types/validator_set.js';
import { decodeSnapshotHead, encodeSnapshotHead } from '../../../src/devnet/app_node/snapshot_head.js';
import { SnapshotFolder } from '../../../src/devnet/app_node/snapshots/snapshot_folder.js';
import { applicationFolder } from '../../../src/devnet/home/home_store.js';
import { type Bytes, joinBytes } from '../../../src/kernel/bytes.js';
import { cometbftIsAbsent } from '../peers/cometbft.js';
import { eventually, type Network, startNetwork, trust } from './network.js';
import type { Node } from './node.js';
import type { BlockAnswer } from './reexecute.js';

const VALIDATORS = 3;
const INTERVAL = 4;
/** Heights of the honest snapshot and of the newest one. */
const [OLDER, NEWEST] = [INTERVAL, 2 * INTERVAL];
/** The light client of state sync reads two blocks after the one of a snapshot. */
const HALTED = NEWEST + 2;

let network: Network | undefined;
afterEach(async () => {
  await network?.close();
  network = undefined;
});

const snapshotsOf = ({ home }: Node): string => join(applicationFolder(home.path), 'snapshots');

const removeSnapshot = (node: Node, height: number): void =>
  rmSync(join(snapshotsOf(node), `${height}`), { recursive: true });

/** Replaces a snapshot by another one of the same height, with hashes that fit to its chunks. */
function changeSnapshot(node: Node, height: number, change: (item: SnapshotItem) => SnapshotItem): void {
  const folder = new SnapshotFolder(snapshotsOf(node));
  const snapshot = folder.list().find((each) => each.height === BigInt(height));
  if (snapshot === undefined) throw new Error(`${node.name} has no snapshot of height ${height}`);
  const { format, chunks } = snapshot;
  const written = folder.begin(BigInt(height));
  for (let chunk = 0; chunk < chunks; chunk++) {
    const honest: Bytes = folder.chunk({ height: BigInt(height), format, chunk });
    written.add(joinBytes([...decodeChunk(honest)].map((item) => encodeItem(change(item)))));
  }
  written.finish();
}

/** Gives the first validator of the next height more power. The app hash does not cover that. */
function withMorePower(item: SnapshotItem): SnapshotItem {
  if (item.type !== 'head') return item;
  const { genesis, chainState } = decodeSnapshotHead(item.value.content);
  const changed = chainState.nextValidators.validators.map(({ pubKey, votingPower }, index) => ({
    pubKey,
    power: index === 0 ? votingPower * 10n : votingPower,
  }));
  const state = { ...chainState, nextValidators: newValidatorSet(changed) };
  return { type: 'head', value: { content: encodeSnapshotHead({ genesis, chainState: state }) } };
}

/** Gives every account a nonce more. */
const withMoreNonces = (item: SnapshotItem): SnapshotItem =>
  item.type === 'account' ? { type: 'account', value: { ...item.value, nonce: item.value.nonce + 1n } } : item;

describe.skipIf(cometbftIsAbsent)('a peer that offers changed snapshots', () => {
  it('does not keep a node from joining by the honest one, and the chain goes on', async () => {
    network = await startNetwork({ validators: VALIDATORS, fullNodes: 1 }, (node) => {
      node.appArgs = [`--snapshot-interval=${INTERVAL}`, '--snapshot-keep-recent=100'];
    });
    const [honest, liar, away, joining] = network.nodes as [Node, Node, Node, Node];
    await Promise.all([honest, liar].map((node) => node.reach(HALTED)));
    await away.kill('engine');
    for (const node of [honest, liar])
      await eventually('snapshots are complete', () => {
        const heights = new SnapshotFolder(snapshotsOf(node)).list().map(({ height }) => Number(height));
        return heights.includes(OLDER) && heights.includes(NEWEST);
      });
    // There may be newer ones, because blocks were decided until the engine ended.
    for (const node of [honest, liar])
      for (const { height } of new SnapshotFolder(snapshotsOf(node)).list())
        if (height > BigInt(NEWEST)) removeSnapshot(node, Number(height));
    removeSnapshot(honest, NEWEST);
    changeSnapshot(liar, NEWEST, withMorePower);
    changeSnapshot(liar, OLDER, withMoreNonces);
    await trust(joining, [honest, liar], OLDER);
    await joining.start();
    await eventually('the node has restored a snapshot', async () => {
      for (const part of ['app', 'engine'] as const) if (!joining.isRunning(part)) throw new Error(joining.logs());
      return (await joining.height()) > 0;
    });
    const { log } = joining.process('engine');
    expect(log).toMatch(new RegExp(`Snapshot rejected.*height=${NEWEST}`));
    away.startEngine();
    const last = await network.advance(3);
    expect(Number((await joining.status()).sync_info.earliest_block_height)).toBe(OLDER + 1);
    const blocks = await Promise.all(network.nodes.map((node) => node.ask<BlockAnswer>(`block?height=${last}`)));
    expect(new Set(blocks.map(({ block_id }) => block_id.hash)).size).toBe(1);
  });
});
