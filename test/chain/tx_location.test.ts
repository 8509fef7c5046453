import { expect, it } from 'vitest';
import { txAt } from '../../src/chain/tx_location.js';
import { everyKind } from './evm/block_kit.js';
import { TestBlockStore } from './test_block_store.js';

it('a transaction is at its position in its block, with its own result', async () => {
  const testDevnet = await TestBlockStore.found();
  const [first, second] = everyKind();
  for (const of of [[], [first, second].flatMap((kind) => kind ?? [])]) await testDevnet.commit(of);
  const result = testDevnet.committed[1]?.response.txResults[1];
  expect(txAt(testDevnet.blockStore, { height: 2n, index: 1 })).toEqual({
    height: 2n,
    index: 1,
    tx: second?.tx,
    result,
  });
  expect(txAt(testDevnet.blockStore, { height: 2n, index: 2 })).toBeUndefined();
  expect(txAt(testDevnet.blockStore, { height: 3n, index: 0 })).toBeUndefined();
});
