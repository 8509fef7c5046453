/** Tests that a suite leaves nothing behind when it takes a snapshot before each test and reverts after it. */
import { queryObjects } from 'node:v8';
import { expect, it } from 'vitest';
import type { Bytes } from '../../../src/kernel/bytes.js';
import { NodeUnderTest, transfer } from '../node_kit.js';

const ROUNDS = 40;
const EVERYTHING = { gte: new Uint8Array(0), lt: Uint8Array.of(255) };
const KINDS = { arrays: Uint8Array, maps: Map, lists: Array, objects: Object };

async function goThereAndBack(node: NodeUnderTest, raw: Bytes): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const id = await node.node.snapshots.take();
    expect(await node.node.evmBackend.sendRaw(raw)).toMatchObject({ type: 'accepted' });
    await node.mine();
    expect(await node.node.snapshots.revert(id)).toBe(true);
    node.events.length = 0;
  }
}

async function recordsOf({ chain }: NodeUnderTest): Promise<string[]> {
  const found: string[] = [];
  for await (const key of chain.store.keys(EVERYTHING)) found.push(String(key));
  return found;
}

/** Counts the objects in this process by kind: V8 looks through its heap after a collection. */
const reachable = (): [kind: string, count: number][] =>
  Object.entries(KINDS).map(([kind, of]) => [kind, queryObjects(of, { format: 'count' })]);

it('leaves neither records nor objects of reverted blocks', async () => {
  const node = await NodeUnderTest.start();
  const raw = await transfer(node.chain.evmChainId, 0);
  await node.mine();
  const records = await recordsOf(node);
  await goThereAndBack(node, raw);
  const before = new Map(reachable());
  await goThereAndBack(node, raw);
  const grown = reachable().map(([kind, count]) => [kind, count - (before.get(kind) ?? 0)]);
  // The objects of the test runner vary a little; what a round leaves is there forty times.
  expect(grown.filter(([, by]) => Number(by) > ROUNDS / 2)).toEqual([]);
  expect(await recordsOf(node)).toEqual(records);
});
