/** Drives the application of a node with the blocks of a devnet, and compares both. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWalletClient, custom, type Hex, hexToBytes, parseEther, toHex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { txHash } from '../../../src/codec/tx_hash.js';
import { evmBlocksOf } from '../../../src/devnet/chain/evm_blocks.js';
import type { ChainNode } from '../../../src/devnet/chain_node.js';
import { startDevnet } from '../../../src/devnet/devnet.js';
import type { Devnet } from '../../../src/devnet/index.js';
import { chunksOf, follow, initChain, openDriven, requestOf } from './driven_kit.js';

const TO = '0x00000000000000000000000000000000000000bb';
/** Stores the call data's first word in slot 0 when it is called. */
const STORES = '0x600a600c600039600a6000f360003560005500000000';

let devnet: Devnet;
let runtime: ChainNode;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'halley-app-'));
  devnet = await startDevnet({ seed: 'driven' }, { onRuntime: (opened) => (runtime = opened) });
  const wallet = createWalletClient({ transport: custom(devnet.provider) });
  const [account = TO] = await wallet.getAddresses();
  await wallet.sendTransaction({ account, to: TO, value: parseEther('1'), chain: null });
  const hash = await wallet.sendTransaction({ account, data: STORES as `0x${string}`, chain: null });
  const receipt = await devnet.provider.request({ method: 'eth_getTransactionReceipt', params: [hash] });
  const { contractAddress: to } = receipt as { readonly contractAddress: `0x${string}` };
  await devnet.provider.request({ method: 'anvil_setBalance', params: [TO, '0x1234'] });
  for (let word = 1; word <= 3; word++)
    await wallet.sendTransaction({ account, to, data: `0x${`${word}`.padStart(64, '0')}`, chain: null });
});

afterAll(async () => {
  await devnet.close();
  rmSync(folder, { recursive: true, force: true });
});

const newest = () => runtime.chain.blockStore.height;
const hashesOfDevnet = (from: bigint, to: bigint): Uint8Array[] =>
  Array.from({ length: Number(to - from + 1n) }, (_, i) => runtime.chain.state.appHash(from + BigInt(i)));

describe('an application that an engine drives', () => {
  it('computes the app hashes of the devnet from the same blocks, and the same EVM state', async () => {
    const driven = await openDriven(join(folder, 'same'));
    const { appHash } = await initChain(driven.application, runtime.chain.genesis);
    expect(appHash).toEqual(runtime.chain.state.appHash(0n));
    expect(await follow(driven, runtime, 1n, newest())).toEqual(hashesOfDevnet(1n, newest()));
    const { chain } = driven.core;
    for (let height = 1n; height <= newest(); height++) {
      expect(chain?.blockStore.results(height)).toEqual(runtime.chain.blockStore.results(height));
      expect(chain?.blockStore.evmRecord(height)).toEqual(runtime.chain.blockStore.evmRecord(height));
    }
    expect(chain?.blockStore.state.validators).toEqual(runtime.chain.blockStore.state.validators);
  });

  it('goes on from what was committed, when it ends after FinalizeBlock', async () => {
    const first = await openDriven(join(folder, 'ends'));
    await initChain(first.application, runtime.chain.genesis);
    await follow(first, runtime, 1n, 2n);
    await first.application.finalizeBlock(requestOf(runtime, 3n));
    const second = await openDriven(join(folder, 'ends'), first.store);
    const { lastBlockHeight, lastBlockAppHash } = await second.application.info();
    expect([lastBlockHeight, lastBlockAppHash]).toEqual([2n, runtime.chain.state.appHash(2n)]);
    expect(await follow(second, runtime, 3n, newest())).toEqual(hashesOfDevnet(3n, newest()));
    const reopened = await openDriven(join(folder, 'ends'), first.store);
    const shown = reopened.core.chain?.blockStore.block(newest());
    expect(shown?.request).toEqual(requestOf(runtime, newest()));
    expect(shown?.blockId.hash).toEqual(runtime.chain.blockStore.block(newest())?.blockId.hash);
  });

  it('executes a block again that was not committed', async () => {
    const driven = await openDriven(join(folder, 'again'));
    await initChain(driven.application, runtime.chain.genesis);
    for (let round = 0; round < 2; round++) await driven.application.finalizeBlock(requestOf(runtime, 1n));
    await driven.application.commit();
    expect((await driven.application.info()).lastBlockAppHash).toEqual(runtime.chain.state.appHash(1n));
  });

  it('accepts InitChain again before the first block, and refuses another genesis', async () => {
    const driven = await openDriven(join(folder, 'init'));
    const { genesis } = runtime.chain;
    await initChain(driven.application, genesis);
    const again = await openDriven(join(folder, 'init'), driven.store);
    expect((await again.application.info()).lastBlockHeight).toBe(0n);
    expect((await initChain(again.application, genesis)).appHash).toEqual(runtime.chain.state.appHash(0n));
    await expect(initChain(again.application, { ...genesis, chainId: 'other_9-1' })).rejects.toThrow('InitChain needs');
  });

  it('refuses a block of another height, other validators, and calls out of order', async () => {
    const driven = await openDriven(join(folder, 'order'));
    await expect(driven.application.commit()).rejects.toThrow('Commit without FinalizeBlock');
    await expect(driven.application.finalizeBlock(requestOf(runtime, 1n))).rejects.toThrow('before InitChain');
    await initChain(driven.application, runtime.chain.genesis);
    await expect(driven.application.finalizeBlock(requestOf(runtime, 2n))).rejects.toThrow('block 2, expected 1');
    const wrong = { ...requestOf(runtime, 1n), nextValidatorsHash: new Uint8Array(32) };
    await expect(driven.application.finalizeBlock(wrong)).rejects.toThrow('names the next validators 0000');
    await follow(driven, runtime, 1n, 1n);
  });
});

/** Signs a transaction of the devnet's first account that must wait for earlier ones, and costs almost all it has. */
async function expensiveTx(): Promise<Uint8Array> {
  const [from] = (await devnet.provider.request({ method: 'eth_accounts' })) as readonly string[];
  const fees = { gas: '0x5208', maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x1' };
  const transaction = { from, to: TO, nonce: '0x63', value: toHex(parseEther('9999.5')), ...fees };
  const raw = await devnet.provider.request({ method: 'eth_signTransaction', params: [transaction] });
  const wrapped = runtime.chain.app.normalize(hexToBytes(raw as Hex));
  if (wrapped.type === 'refused') throw new Error(wrapped.log);
  return wrapped.tx;
}

describe('a transaction that is pending on this node', () => {
  it.each(['recheck', 'new'] as const)('is reported when a check of type %s refuses it', async (type) => {
    const refused: Uint8Array[] = [];
    const driven = await openDriven(join(folder, `refused ${type}`), undefined, 0n, {
      mempool: { recheck: false },
      onRefused: (hash) => refused.push(hash),
    });
    await initChain(driven.application, runtime.chain.genesis);
    const tx = await expensiveTx();
    expect((await driven.application.checkTx({ tx, type: 'new' })).code).toBe(0);
    expect((await driven.application.checkTx({ tx, type })).code).toBe(0);
    expect(refused).toEqual([]);
    await follow(driven, runtime, 1n, 2n);
    expect(await driven.application.checkTx({ tx, type })).toMatchObject({ code: 5 });
    expect(refused).toEqual([txHash(tx)]);
  });
});

describe('a snapshot for state sync', () => {
  it('restores the chain on an empty node, which goes on with the same app hashes', async () => {
    const source = await openDriven(join(folder, 'source'), undefined, 4n);
    await initChain(source.application, runtime.chain.genesis);
    await follow(source, runtime, 1n, 4n);
    await source.snapshots.settled();
    const [snapshot] = await source.application.listSnapshots();
    if (snapshot === undefined) throw new Error('there is no snapshot');
    expect(snapshot.height).toBe(4n);
    const target = await openDriven(join(folder, 'target'));
    const appHash = runtime.chain.state.appHash(4n);
    expect(await target.application.offerSnapshot({ snapshot, appHash })).toBe('accept');
    for (const [index, chunk] of (await chunksOf(source, snapshot)).entries())
      expect((await target.application.applySnapshotChunk({ index, chunk, sender: 'peer' })).result).toBe('accept');
    expect(await target.application.info()).toMatchObject({ lastBlockHeight: 4n, lastBlockAppHash: appHash });
    expect(await follow(target, runtime, 5n, newest())).toEqual(hashesOfDevnet(5n, newest()));
    const reopened = await openDriven(join(folder, 'target'), target.store);
    expect(reopened.core.chain?.blockStore.base).toBe(5n);
    expect(reopened.core.chain?.blockStore.height).toBe(newest());
    expect(reopened.core.chain?.genesisHash).toEqual(source.core.chain?.genesisHash);
  });

  it('leaves the chain without the blocks before it, which is different from having none', async () => {
    const source = await openDriven(join(folder, 'whole'), undefined, 4n);
    await initChain(source.application, runtime.chain.genesis);
    await follow(source, runtime, 1n, 4n);
    await source.snapshots.settled();
    const target = await openDriven(join(folder, 'partial'));
    const [snapshot] = await source.application.listSnapshots();
    if (snapshot === undefined) throw new Error('there is no snapshot');
    await target.application.offerSnapshot({ snapshot, appHash: runtime.chain.state.appHash(4n) });
    for (const [index, chunk] of (await chunksOf(source, snapshot)).entries())
      await target.application.applySnapshotChunk({ index, chunk, sender: 'peer' });
    await follow(target, runtime, 5n, newest());
    const [whole, partial] = [source, target].map(({ core: { chain } }) => chain && evmBlocksOf(chain));
    expect([whole?.firstNumber, whole?.isPruned, whole?.block(4n)?.number]).toEqual([0n, false, 4n]);
    expect([partial?.firstNumber, partial?.isPruned, partial?.block(4n), partial?.fees(4n)]).toEqual([
      ...[5n, true, undefined, undefined],
    ]);
    expect(partial?.block(5n)?.parentHash).toEqual(whole?.block(4n)?.hash);
  });

  it('asks again for a wrong chunk, and rejects a snapshot whose state has another app hash', async () => {
    const source = await openDriven(join(folder, 'wrong'), undefined, 3n);
    await initChain(source.application, runtime.chain.genesis);
    await follow(source, runtime, 1n, 3n);
    await source.snapshots.settled();
    const [snapshot] = await source.application.listSnapshots();
    if (snapshot === undefined) throw new Error('there is no snapshot');
    const [chunk = new Uint8Array()] = await chunksOf(source, snapshot);
    const target = await openDriven(join(folder, 'wrong target'));
    const { application } = target;
    const other = { ...snapshot, format: 9 };
    expect(await application.offerSnapshot({ snapshot: other, appHash: chunk })).toBe('reject-format');
    const changed = { ...snapshot, metadata: new Uint8Array(32) };
    expect(await application.offerSnapshot({ snapshot: changed, appHash: chunk })).toBe('reject');
    expect(await application.offerSnapshot({ snapshot, appHash: new Uint8Array(32) })).toBe('accept');
    const torn = await application.applySnapshotChunk({ index: 0, chunk: chunk.subarray(1), sender: 'liar' });
    expect(torn).toEqual({ result: 'retry', refetchChunks: [0], rejectSenders: ['liar'] });
    const whole = await application.applySnapshotChunk({ index: 0, chunk, sender: 'peer' });
    expect(whole.result).toBe('reject-snapshot');
    expect(target.core.chain).toBeUndefined();
    const appHash = runtime.chain.state.appHash(3n);
    expect(await application.offerSnapshot({ snapshot, appHash })).toBe('accept');
    expect((await application.applySnapshotChunk({ index: 0, chunk, sender: 'peer' })).result).toBe('accept');
    expect(await application.offerSnapshot({ snapshot, appHash })).toBe('abort');
  });
});
