/** Tests the block store as an EVM chain: what it returns for a number and a hash, and after a revert. */
import { describe, expect, it } from 'vitest';
import type { EvmBlock } from '../../src/backend/evm/block.js';
import { blockKey, resultsKey } from '../../src/chain/block_store/keys.js';
import { blockFees, EvmChain } from '../../src/chain/evm_chain.js';

import { EMPTY_BLOOM } from '../../src/codec/ethereum/receipt.js';
import type { Bytes } from '../../src/kernel/bytes.js';
import { unixSeconds } from '../../src/kernel/time.js';
import { anAddress, aWord, everyKind, type Mined, mined } from './evm/block_kit.js';
import { firstState, TestBlockStore } from './test_block_store.js';

const GENESIS = {
  hash: aWord(0xaa),
  time: 1_700_000_000_999_999_999n,
  record: { stateRoot: aWord(1), baseFeePerGas: 5n, gasLimit: 6n, miner: anAddress(7), logsBloom: new Uint8Array(0) },
};
const randaoOf = (height: bigint): Bytes => aWord(Number(height));

async function aChain(heights: readonly (readonly Mined[])[], first = 1n) {
  const testDevnet = await TestBlockStore.found(firstState(first));
  for (const of of heights) await testDevnet.commit(of);
  return { testDevnet, chain: new EvmChain(testDevnet.blockStore, GENESIS, randaoOf) };
}

describe('blocks', () => {
  it('begin with the genesis below the first, and end at the head', async () => {
    const { testDevnet, chain } = await aChain([[], everyKind()], 10n);
    expect(chain.head).toBe(11n);
    expect([8n, 9n, 10n, 11n, 12n].map((height) => chain.block(height)?.hash)).toEqual([
      undefined,
      GENESIS.hash,
      ...testDevnet.committed.map(({ blockId }) => blockId.hash),
      undefined,
    ]);
    expect(chain.block(9n)).toMatchObject({ number: 9n, timestamp: 1_700_000_000n, gasLimit: 6n, miner: anAddress(7) });
  });

  it("have their parent's hash, from the genesis on", async () => {
    const { testDevnet, chain } = await aChain([[], [], []]);
    const parents = [1n, 2n, 3n].map((height) => chain.block(height)?.parentHash);
    expect(parents).toEqual([0n, 1n, 2n].map((height) => chain.block(height)?.hash));
    const { time } = testDevnet.committed[1]?.block.header ?? { time: 0n };
    expect(chain.block(2n)).toMatchObject({
      timestamp: unixSeconds(time),
      mixHash: randaoOf(2n),
      gasLimit: 30_000_002n,
      stateRoot: aWord(2),
    });
  });

  it('are found by hash, the genesis too', async () => {
    const { testDevnet, chain } = await aChain([[], []]);
    expect(testDevnet.committed.map(({ blockId }) => chain.heightOfHash(blockId.hash))).toEqual([1n, 2n]);
    expect([chain.heightOfHash(GENESIS.hash), chain.heightOfHash(aWord(3))]).toEqual([0n, undefined]);
  });

  it('have the blooms of their logs, empty ones without logs or block', async () => {
    const { testDevnet, chain } = await aChain([[], everyKind()]);
    expect(chain.bloom(2n)).toEqual(testDevnet.committed[1]?.evm?.logsBloom);
    expect(chain.bloom(2n)).toEqual(chain.block(2n)?.logsBloom);
    expect([0n, 1n, 3n].map((height) => chain.bloom(height))).toEqual([EMPTY_BLOOM, EMPTY_BLOOM, EMPTY_BLOOM]);
  });
});

describe('fees', () => {
  it('are those of the block at the height, after a revert too', async () => {
    const many = everyKind();
    const { testDevnet, chain } = await aChain([[], many]);
    const of = (height: bigint) => blockFees(chain.block(height) as EvmBlock);
    expect([0n, 1n, 2n].map((height) => chain.fees(height))).toEqual([0n, 1n, 2n].map(of));
    expect(chain.fees(3n)).toBeUndefined();
    const retained = chain.fees(1n);
    expect(chain.fees(1n)).toBe(retained);
    chain.forget();
    expect(chain.fees(1n)).not.toBe(retained);
    expect(chain.fees(1n)).toEqual(retained);
    expect(testDevnet.committed).toHaveLength(2);
  });
});

describe('logs', () => {
  const logsIn = (chain: EvmChain, height: bigint) => chain.block(height)?.receipts.flatMap(({ logs }) => logs);
  /** Results of other transactions do not count, whatever they contain. */
  const [first, second, ...others] = everyKind() as [Mined, Mined, ...Mined[]];
  const foreign = { tx: Uint8Array.of(1), result: { ...first.result, events: [] } };
  const refused = { tx: first.tx, result: { ...first.result, code: 5 } };
  const mixed = [foreign, first, refused, second, ...others];

  it('are those of the receipts, from the published block and from the store', async () => {
    const { testDevnet, chain } = await aChain([everyKind(), [], mixed, everyKind().slice(0, 1)]);
    const later = new EvmChain(testDevnet.restarted().blockStore, GENESIS, randaoOf);
    for (const height of [0n, 1n, 2n, 3n, 4n, 5n]) {
      expect(chain.logs(height)).toEqual(logsIn(chain, height) ?? []);
      expect(later.logs(height)).toEqual(chain.logs(height));
    }
    expect([1n, 2n, 3n, 4n, 5n].map((height) => later.logs(height).length)).toEqual([3, 0, 3, 2, 0]);
    expect(later.logs(3n).map(({ transactionIndex, logIndex }) => [transactionIndex, logIndex])).toEqual([
      [0, 0],
      [0, 1],
      [4, 2],
    ]);
  });

  it('are read from the results alone, and from nothing where the bloom is empty', async () => {
    const { testDevnet, chain } = await aChain([everyKind(), []]);
    const whole = chain.logs(1n);
    const { blockStore, store } = testDevnet.restarted();
    const later = new EvmChain(blockStore, GENESIS, randaoOf);
    const gone = [blockKey(1n), blockKey(2n), resultsKey(2n)];
    await store.batch(gone.map((key) => ({ type: 'del', key })));
    expect(later.logs(1n)).toEqual(whole);
    expect(later.logs(2n)).toEqual([]);
  });

  it('are removed by a revert', async () => {
    const { testDevnet, chain } = await aChain([[], everyKind()]);
    const before = chain.logs(2n);
    await testDevnet.revertTo(1n);
    chain.forget();
    expect(chain.logs(2n)).toEqual([]);
    await testDevnet.commit(everyKind().slice(0, 1));
    expect(chain.logs(2n)).toEqual(logsIn(chain, 2n));
    expect(chain.logs(2n)).toHaveLength(2);
    expect(chain.logs(2n)[0]?.blockHash).not.toEqual(before[0]?.blockHash);
  });
});

describe('receipts', () => {
  it('are found by the hash of their transaction', async () => {
    const { chain } = await aChain([[mined(anAddress(1), { nonce: 9n })], everyKind()]);
    const block = chain.block(2n);
    for (const receipt of block?.receipts ?? []) expect(chain.receipt(receipt.transaction.hash)).toEqual(receipt);
    expect(block?.receipts).toHaveLength(5);
    expect(chain.receipt(aWord(3))).toBeUndefined();
  });
});

describe('a view', () => {
  it('is made once', async () => {
    const { chain } = await aChain([everyKind()]);
    expect(chain.block(1n)).toBe(chain.block(1n));
    expect(chain.receipt(chain.block(1n)?.transactions[3]?.hash ?? aWord(0))).toBe(chain.block(1n)?.receipts[3]);
  });

  it('is removed by a revert', async () => {
    const { testDevnet, chain } = await aChain([[], everyKind()]);
    const before = chain.block(2n);
    const hash = before?.transactions[1]?.hash ?? aWord(0);
    await testDevnet.revertTo(1n);
    chain.forget();
    expect([chain.head, chain.block(2n), chain.receipt(hash)]).toEqual([1n, undefined, undefined]);
    expect(chain.bloom(2n)).toEqual(EMPTY_BLOOM);
    await testDevnet.commit(everyKind().slice(1, 2));
    expect(chain.block(2n)?.hash).toEqual(testDevnet.committed[1]?.blockId.hash);
    expect(chain.block(2n)?.hash).not.toEqual(before?.hash);
    expect(chain.receipt(hash)).toMatchObject({ inclusion: { transactionIndex: 0, blockNumber: 2n }, logs: [] });
  });
});
