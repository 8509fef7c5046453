/**
 * Tests what the block store returns for every height: at once, after a restart, and after a revert to another branch.
 */
import { describe, expect, it } from 'vitest';
import type { BlockStore } from '../../src/chain/block_store/block_store.js';
import { decodeEvmRecord, encodeEvmRecord } from '../../src/chain/block_store/records.js';
import { txHash } from '../../src/codec/tx_hash.js';
import { sha256 } from '../../src/kernel/hash.js';
import { utf8 } from '../../src/kernel/text.js';
import { contentOf } from '../app/state/state_scenario.js';
import { anAddress, aResult, aWord, everyKind, type Mined, mined } from './evm/block_kit.js';
import { firstState, TestBlockStore } from './test_block_store.js';

const kinds = everyKind();
const plain: Mined = { tx: utf8('not an Ethereum transaction'), result: aResult({ code: 0, log: 'plain' }) };
const send = (nonce: bigint) => mined(anAddress(1), { nonce });
const ethereumHashOf = (of: Mined | undefined) => aHash(of?.result.events[1]?.attributes[0]?.value ?? '');
const aHash = (text: string) => Uint8Array.from(Buffer.from(text.slice(2), 'hex'));

/** Returns everything that can be read about the heights `from` to `to`. */
const answers = (blockStore: BlockStore, from: bigint, to: bigint) =>
  Array.from({ length: Number(to - from) + 1 }, (_, i) => {
    const height = from + BigInt(i);
    return {
      height,
      block: blockStore.block(height),
      scanned: blockStore.scanBlock(height),
      results: blockStore.results(height),
      scannedResults: blockStore.scanResults(height),
      commit: blockStore.commit(height),
      validators: blockStore.validators(height),
      params: blockStore.params(height),
      evm: blockStore.evmRecord(height),
    };
  });

const nothing = {
  block: undefined,
  scanned: undefined,
  results: undefined,
  scannedResults: undefined,
  commit: undefined,
  evm: undefined,
};

describe('an initialized block store', () => {
  it('is before its first height and has the validators that decide it', async () => {
    const { blockStore } = await TestBlockStore.found(firstState(5n));
    const { validators, params } = firstState();
    expect([blockStore.height, blockStore.base, blockStore.seenCommit]).toEqual([4n, 5n, undefined]);
    expect(answers(blockStore, 4n, 6n)).toEqual([
      { height: 4n, ...nothing, validators: undefined, params: undefined },
      { height: 5n, ...nothing, validators, params },
      { height: 6n, ...nothing, validators: undefined, params: undefined },
    ]);
  });

  it('is found again after a restart, unless it is in memory', async () => {
    const durable = await TestBlockStore.found(firstState(5n));
    expect(durable.reopened()?.state).toEqual(firstState(5n));
    expect([durable.reopened()?.height, durable.reopened()?.seenCommit]).toEqual([4n, undefined]);
    const fleeting = await TestBlockStore.found(firstState(), false);
    await fleeting.commit();
    expect([fleeting.blockStore.height, fleeting.reopened()]).toEqual([1n, undefined]);
  });
});

describe('a height', () => {
  it('cannot be read before it is published, though it is written', async () => {
    const testDevnet = await TestBlockStore.found();
    const tx = send(0n);
    const next = testDevnet.next([tx]);
    await testDevnet.store.batch(testDevnet.blockStore.prepare(next));
    const { blockStore } = testDevnet;
    const seen = () => [
      blockStore.height,
      blockStore.block(1n)?.blockId,
      blockStore.heightOfHash(next.blockId.hash),
      blockStore.position(txHash(tx.tx)),
      blockStore.ethereumPosition(ethereumHashOf(tx)),
      blockStore.evmRecord(1n)?.gasLimit,
    ];
    expect(seen()).toEqual([0n, undefined, undefined, undefined, undefined, undefined]);
    blockStore.publish(next);
    const position = { height: 1n, index: 0 };
    expect(seen()).toEqual([1n, next.blockId, 1n, position, position, 30_000_001n]);
  });

  it('is read alike from memory and from the store', async () => {
    const testDevnet = await TestBlockStore.found(firstState(3n));
    for (const of of [[plain, ...kinds], [], [send(7n)]]) await testDevnet.commit(of);
    const now = answers(testDevnet.blockStore, 2n, 7n);
    const reopened = testDevnet.reopened() as BlockStore;
    expect(answers(reopened, 2n, 7n)).toEqual(now);
    expect(reopened.state).toEqual(testDevnet.blockStore.state);
    expect(reopened.seenCommit).toEqual(testDevnet.committed[2]?.seenCommit);
    for (const { block, blockId, record, response } of testDevnet.committed) {
      const at = answers(reopened, block.header.height, block.header.height)[0];
      expect(at?.block).toEqual({ blockId, block, size: record.length });
      expect([at?.scanned, at?.results, at?.scannedResults]).toEqual([block, response, response]);
    }
  });

  it('is decided by the validators and under the parameters that earlier heights set', async () => {
    const testDevnet = await TestBlockStore.found();
    for (let i = 0; i < 4; i++) await testDevnet.commit();
    const { blockStore, committed } = testDevnet;
    const powerAt = (height: bigint) => blockStore.validators(height)?.validators[0]?.votingPower;
    expect([1n, 2n, 3n, 4n, 5n, 6n].map(powerAt)).toEqual([10n, 10n, 11n, 12n, 13n, undefined]);
    const gasAt = (height: bigint) => blockStore.params(height)?.block.maxGas;
    expect([0n, 1n, 2n, 3n, 4n, 5n, 6n].map(gasAt)).toEqual([
      undefined,
      firstState().params.block.maxGas,
      2_000_001n,
      2_000_002n,
      2_000_003n,
      2_000_004n,
      undefined,
    ]);
    expect(blockStore.validators(5n)).toEqual(committed[3]?.state.validators);
    expect(testDevnet.reopened()?.validators(4n)).toEqual(committed[1]?.state.nextValidators);
  });

  it('has the commit inside the next block, and the last decided height has the seen commit', async () => {
    const testDevnet = await TestBlockStore.found();
    for (let i = 0; i < 3; i++) await testDevnet.commit();
    const { blockStore, committed } = testDevnet;
    expect(blockStore.commit(1n)).toEqual({ commit: committed[1]?.block.lastCommit, canonical: true });
    expect(blockStore.commit(3n)).toEqual({ commit: committed[2]?.seenCommit, canonical: false });
    expect([blockStore.commit(0n), blockStore.commit(4n)]).toEqual([undefined, undefined]);
  });
});

describe('a restart', () => {
  it('finds what was committed after an earlier restart', async () => {
    const first = await TestBlockStore.found();
    await first.commit([send(0n)]);
    const second = first.restarted();
    await second.commit([send(1n)]);
    const third = second.restarted();
    expect([third.blockStore.height, third.blockStore.state]).toEqual([2n, second.blockStore.state]);
    await third.revertTo(1n);
    expect(third.reopened()?.state).toEqual(first.blockStore.state);
  });

  it('can scan every height, before any height was read', async () => {
    const testDevnet = await TestBlockStore.found();
    for (const of of [[plain], [send(0n)]]) await testDevnet.commit(of);
    for (const { blockStore } of [testDevnet, testDevnet.restarted()]) {
      expect([0n, 1n, 2n, 3n].map((height) => blockStore.scanBlock(height))).toEqual([
        undefined,
        ...testDevnet.committed.map(({ block }) => block),
        undefined,
      ]);
      expect([0n, 1n, 2n, 3n].map((height) => blockStore.scanResults(height))).toEqual([
        undefined,
        ...testDevnet.committed.map(({ response }) => response),
        undefined,
      ]);
    }
  });
});

describe('hashes', () => {
  it('lead to heights, and to positions among all transactions of a block', async () => {
    const testDevnet = await TestBlockStore.found();
    await testDevnet.commit();
    await testDevnet.commit([plain, ...kinds]);
    const { blockStore, committed } = testDevnet;
    expect(committed.map(({ blockId }) => blockStore.heightOfHash(blockId.hash))).toEqual([1n, 2n]);
    expect(blockStore.position(txHash(plain.tx))).toEqual({ height: 2n, index: 0 });
    expect(kinds.map(({ tx }) => blockStore.position(txHash(tx))?.index)).toEqual([1, 2, 3, 4, 5]);
    expect(kinds.map((kind) => blockStore.ethereumPosition(ethereumHashOf(kind))?.index)).toEqual([1, 2, 3, 4, 5]);
    const stranger = sha256(utf8('stranger'));
    expect([
      blockStore.heightOfHash(stranger),
      blockStore.position(stranger),
      blockStore.ethereumPosition(stranger),
    ]).toEqual([undefined, undefined, undefined]);
  });

  it("of a transaction that failed before the EVM ran are found only by CometBFT's hash", async () => {
    const testDevnet = await TestBlockStore.found();
    const [kind] = kinds as [Mined];
    await testDevnet.commit([{ ...kind, result: { ...kind.result, code: 11 } }]);
    expect(testDevnet.blockStore.position(txHash(kind.tx))).toEqual({ height: 1n, index: 0 });
    expect(testDevnet.blockStore.ethereumPosition(ethereumHashOf(kind))).toBeUndefined();
  });
});

describe('a revert', () => {
  it('removes everything above its height, at once and in the store', async () => {
    const testDevnet = await TestBlockStore.found();
    await testDevnet.commit([send(0n)]);
    const before = answers(testDevnet.blockStore, 0n, 5n);
    const keys = await testDevnet.keys();
    const gone = [];
    for (const of of [[plain, ...kinds], [send(8n)]]) gone.push(await testDevnet.commit(of));
    await testDevnet.revertTo(1n);
    for (const blockStore of [testDevnet.blockStore, testDevnet.reopened() as BlockStore]) {
      expect(answers(blockStore, 0n, 5n)).toEqual(before);
      for (const { block, blockId } of gone) {
        expect(blockStore.heightOfHash(blockId.hash)).toBeUndefined();
        for (const tx of block.txs) expect(blockStore.position(txHash(tx))).toBeUndefined();
      }
      for (const kind of kinds) expect(blockStore.ethereumPosition(ethereumHashOf(kind))).toBeUndefined();
    }
    expect(await testDevnet.keys()).toEqual(keys);
  });

  it('allows another branch, with the same transactions at other positions', async () => {
    const testDevnet = await TestBlockStore.found();
    await testDevnet.commit();
    await testDevnet.commit([send(0n), ...kinds]);
    const [, before] = testDevnet.committed;
    await testDevnet.revertTo(1n);
    await testDevnet.commit([kinds[2] as Mined]);
    const { blockStore, committed } = testDevnet;
    expect(blockStore.block(2n)?.blockId).toEqual(committed[1]?.blockId);
    expect(blockStore.block(2n)?.blockId).not.toEqual(before?.blockId);
    expect(blockStore.ethereumPosition(ethereumHashOf(kinds[2]))).toEqual({ height: 2n, index: 0 });
    expect(blockStore.position(txHash((kinds[1] as Mined).tx))).toBeUndefined();
    expect(answers(testDevnet.reopened() as BlockStore, 0n, 3n)).toEqual(answers(blockStore, 0n, 3n));
  });

  it('leaves the validators and parameters of a chain that has never been elsewhere', async () => {
    const quiet = { validatorUpdates: [], consensusParamUpdates: {} };
    const [first] = firstState().validators.validators;
    const withPower = (power: bigint) => ({
      ...quiet,
      validatorUpdates: first === undefined ? [] : [{ pubKey: first.pubKey, power }],
    });
    const detour = await TestBlockStore.found();
    const straight = await TestBlockStore.found();
    for (const { commit } of [detour, straight].map((store) => ({ commit: store.commit.bind(store) }))) {
      await commit([], withPower(21n));
      await commit([], quiet);
    }
    for (const power of [31n, 32n, 33n]) await detour.commit([], withPower(power));
    // Reads leave sets in memory.
    for (let height = 1n; height <= 6n; height++) {
      detour.blockStore.validators(height);
    }
    await detour.revertTo(2n);
    for (const store of [detour, straight]) for (let i = 0; i < 4; i++) await store.commit([], quiet);
    // The first read after the revert is of a height that had another set.
    expect(detour.blockStore.validators(6n)).toEqual(straight.blockStore.validators(6n));
    const wanted = answers(straight.blockStore, 0n, 8n);
    expect(answers(detour.blockStore, 0n, 8n)).toEqual(wanted);
    expect(answers(detour.reopened() as BlockStore, 0n, 8n)).toEqual(wanted);
    expect(await contentOf(detour.store)).toEqual(await contentOf(straight.store));
  });

  it('to the genesis leaves a chain without a block', async () => {
    const testDevnet = await TestBlockStore.found(firstState(4n));
    for (let i = 0; i < 2; i++) await testDevnet.commit([send(BigInt(i))]);
    await testDevnet.revertTo(3n);
    for (const blockStore of [testDevnet.blockStore, testDevnet.reopened() as BlockStore]) {
      expect([blockStore.height, blockStore.seenCommit, blockStore.commit(3n)]).toEqual([3n, undefined, undefined]);
      expect(blockStore.validators(4n)).toEqual(firstState().validators);
    }
  });
});

describe('the record of an EVM view', () => {
  it('is decoded from its encoding, with every field and with none', () => {
    const full = {
      stateRoot: aWord(1),
      baseFeePerGas: 10n ** 20n,
      gasLimit: 30_000_000n,
      miner: anAddress(2),
      logsBloom: new Uint8Array(256).fill(3),
    };
    expect(decodeEvmRecord(encodeEvmRecord(full))).toEqual(full);
    const none = new Uint8Array(0);
    const empty = { stateRoot: none, baseFeePerGas: 0n, gasLimit: 0n, miner: none, logsBloom: none };
    expect(decodeEvmRecord(encodeEvmRecord(empty))).toEqual(empty);
  });
});
