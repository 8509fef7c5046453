import { expect, it } from 'vitest';
import { txAt } from '../../src/chain/tx_location.js';
import { BlockStoreScene } from './block_store_scene.js';
import { everyKind } from './evm/block_kit.js';

it('a transaction is at its position in its block, with its own result', async () => {
  const scene = await BlockStoreScene.found();
  const [first, second] = everyKind();
  for (const of of [[], [first, second].flatMap((kind) => kind ?? [])]) await scene.commit(of);
  const result = scene.committed[1]?.response.txResults[1];
  expect(txAt(scene.blockStore, { height: 2n, index: 1 })).toEqual({ height: 2n, index: 1, tx: second?.tx, result });
  expect(txAt(scene.blockStore, { height: 2n, index: 2 })).toBeUndefined();
  expect(txAt(scene.blockStore, { height: 3n, index: 0 })).toBeUndefined();
});
