/** Tests the mempool through the CometBFT backend: pending transactions, CheckTx alone, and flushing. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { PENDING_TXS } from '../../../src/chain/block_store/keys.js';
import { developmentGenesis } from '../../../src/config/development_genesis.js';
import { createDevnet } from '../../../src/devnet/index.js';
import type { DevnetOptions } from '../../../src/devnet/options/devnet_options.js';
import { equalBytes } from '../../../src/kernel/bytes.js';
import { toHex } from '../../../src/kernel/hex.js';
import { asking } from '../../support/ask.js';
import { NodeUnderTest, temporaryHome, transfer } from '../node_kit.js';

const start = (options: DevnetOptions = {}) => NodeUnderTest.start({ miningMode: 'manual', ...options });

const hex = (value: number): string => `0x${value.toString(16)}`;
const tx = (node: NodeUnderTest, nonce: number, from = 0) => transfer(node.chain.evmChainId, nonce, from);

describe('unconfirmed', () => {
  it('lists the transactions of the next block in its order, then those that wait for a nonce, and counts all', async () => {
    const node = await start();
    // The transaction with nonce 5 arrives first, and must wait.
    for (const nonce of [5, 0, 1]) await node.comet.broadcast(await tx(node, nonce));
    await node.comet.broadcast(await tx(node, 0, 1));
    const { txs, total, totalBytes } = node.comet.unconfirmed(30);
    expect(total).toBe(4);
    expect(totalBytes).toBe(BigInt(txs.reduce((sum, bytes) => sum + bytes.length, 0)));
    await node.mine();
    expect(node.comet.block(2n)?.block.txs).toEqual(txs.slice(0, 3));
    expect(node.comet.unconfirmed(30).txs).toEqual(txs.slice(3));
  });

  it('lists no more than the limit', async () => {
    const node = await start();
    for (const nonce of [0, 1, 2, 7]) await node.comet.broadcast(await tx(node, nonce));
    const all = node.comet.unconfirmed(10).txs;
    for (const limit of [0, 1, 3, 4])
      expect(node.comet.unconfirmed(limit)).toMatchObject({ total: 4, txs: all.slice(0, limit) });
  });
});

describe('the order of arrival', () => {
  it('stays the same over restarts with more arrivals after each', async () => {
    const options: DevnetOptions = { miningMode: 'manual', order: 'fifo', home: await temporaryHome() };
    const arrived: string[] = [];
    for (let run = 0; run < 5; run++) {
      const node = await NodeUnderTest.open(options);
      for (const from of [2 * run, 2 * run + 1]) {
        const bytes = await tx(node, 0, from);
        await node.comet.broadcast(bytes);
        arrived.push(toHex(node.comet.unconfirmed(20).txs.at(-1) ?? bytes));
      }
      expect(node.comet.unconfirmed(20).txs.map(toHex)).toEqual(arrived);
      await node.close();
    }
    const last = await NodeUnderTest.start(options);
    expect(last.comet.unconfirmed(20).txs.map(toHex)).toEqual(arrived);
  });
});

describe('checkTx', () => {
  it('calls the application alone, and nothing is cached', async () => {
    const node = await start({ miningMode: 'automine' });
    const raw = await tx(node, 0);
    for (let i = 0; i < 2; i++) expect((await node.comet.checkTx(raw)).code).toBe(0);
    expect(node.comet.unconfirmed(10).total).toBe(0);
    expect(node.height).toBe(1n);
    expect((await node.comet.broadcastCommit(raw, 1000)).location?.height).toBe(2n);
    expect(await node.comet.checkTx(raw)).toMatchObject({ log: expect.stringContaining('nonce too low') });
  });

  it('refuses bytes that are no transaction, as a broadcast does', async () => {
    const node = await start();
    const nonsense = new Uint8Array([1, 2, 3]);
    const check = await node.comet.checkTx(nonsense);
    expect(check.code).not.toBe(0);
    const broadcast = await node.comet.broadcast(nonsense);
    expect(broadcast).toMatchObject({ type: 'checked', check: { code: check.code, log: check.log } });
  });
});

describe('a lower block gas limit', () => {
  it('removes pending transactions that no block can hold any more', async () => {
    const devnet = await createDevnet({ miningMode: 'manual', jsonRpc: { namespaces: ['all'] } });
    onTestFinished(() => devnet.close());
    const ask = asking(devnet);
    const [from, to] = devnet.accounts.map(({ address }) => address);
    await ask('eth_sendTransaction', { from, to, gas: hex(20_000_000) });
    await ask('eth_sendTransaction', { from: to, to, gas: hex(21_000) });
    await ask('evm_setBlockGasLimit', hex(10_000_000));
    await devnet.mine();
    expect(await ask('txpool_status')).toEqual({ pending: '0x0', queued: '0x0' });
    await ask('evm_setBlockGasLimit', hex(30_000_000));
    await devnet.mine();
    expect(await ask('eth_getTransactionCount', from, 'latest')).toBe('0x0');
  });
});

describe('a revert in a home folder', () => {
  it('leaves the pending transactions of the snapshot on disk, dev transactions included', async () => {
    const options: DevnetOptions = {
      miningMode: 'manual',
      home: await temporaryHome(),
      jsonRpc: { namespaces: ['all'] },
    };
    const first = await createDevnet(options);
    const [from, to] = first.accounts.map(({ address }) => address);
    const nobody = `0x${'5e'.repeat(20)}`;
    const ask = asking(first);
    await ask('hardhat_setBalance', nobody, hex(11));
    await ask('eth_sendTransaction', { from, to, value: hex(1) });
    const id = await ask('evm_snapshot');
    await ask('hardhat_setBalance', nobody, hex(22));
    await ask('eth_sendTransaction', { from: to, to: from, value: hex(2) });
    await first.mine();
    expect(await ask('evm_revert', id)).toBe(true);
    await first.close();
    const second = await createDevnet(options);
    onTestFinished(() => second.close());
    const again = asking(second);
    expect([await again('txpool_status'), await again('eth_getBalance', nobody, 'latest')]).toEqual([
      { pending: '0x1', queued: '0x0' },
      hex(11),
    ]);
    await second.mine();
    expect([second.height, await again('eth_getTransactionCount', from, 'latest')]).toEqual([2n, hex(1)]);
    expect(await again('eth_getTransactionCount', to, 'latest')).toBe('0x0');
    expect(await again('eth_getBalance', nobody, 'latest')).toBe(hex(11));
  });
});

describe('flushMempool', () => {
  it('removes pending transactions, and forgets that they were seen', async () => {
    const node = await start();
    const raw = await tx(node, 0);
    await node.comet.broadcast(raw);
    expect(await node.comet.broadcast(raw)).toEqual({ type: 'refused', reason: 'tx already exists in cache' });
    await node.comet.flushMempool();
    expect(node.comet.unconfirmed(10)).toEqual({ txs: [], total: 0, totalBytes: 0n });
    await node.mine();
    expect(node.comet.block(2n)?.block.txs).toEqual([]);
    expect(await node.comet.broadcast(raw)).toMatchObject({ type: 'checked', check: { code: 0 } });
  });

  it('leaves nothing that a restart would restore', async () => {
    const home = await temporaryHome();
    const first = await start({ home });
    for (const nonce of [0, 1, 9]) await first.comet.broadcast(await tx(first, nonce));
    await first.comet.flushMempool();
    await first.comet.broadcast(await tx(first, 0, 1));
    await first.close();
    const second = await start({ home });
    expect(second.comet.unconfirmed(10).total).toBe(1);
  });

  it('is reverted by a snapshot', async () => {
    const node = await start();
    await node.comet.broadcast(await tx(node, 0));
    const id = await node.node.snapshots.take();
    await node.comet.flushMempool();
    await node.node.snapshots.revert(id);
    expect(node.comet.unconfirmed(10).total).toBe(1);
  });
});

/** Returns the hashes of the pending transactions on disk. */
async function onDisk({ chain }: NodeUnderTest): Promise<string[]> {
  const hashes: string[] = [];
  for await (const [key] of chain.store.entries(PENDING_TXS)) hashes.push(toHex(key.subarray(2)));
  return hashes;
}

const inPool = ({ chain }: NodeUnderTest): string[] => [...chain.pool.all()].map(({ key }) => key).sort();

describe('the pending transactions on disk', () => {
  const priced = (node: NodeUnderTest, nonce: number, fee: bigint, from = 0) =>
    transfer(node.chain.evmChainId, nonce, from, { maxFeePerGas: fee, maxPriorityFeePerGas: fee });

  it('include the last of sixty replacements alone, also after a restart', async () => {
    const home = await temporaryHome();
    const first = await start({ home });
    let fee = 10n ** 10n;
    for (let i = 0; i < 60; i++, fee = (fee * 112n) / 100n)
      expect(await first.comet.broadcast(await priced(first, 0, fee))).toMatchObject({ check: { code: 0 } });
    expect(await onDisk(first)).toEqual(inPool(first));
    expect(inPool(first).length).toBe(1);
    const { txs } = first.comet.unconfirmed(10);
    await first.close();
    const second = await start({ home });
    expect(second.comet.unconfirmed(10).txs).toEqual(txs);
  });

  it('exclude those that CheckTx refuses after a block', async () => {
    const home = await temporaryHome();
    const first = await start({ home });
    const { app, pool } = first.chain;
    const sent = [
      [0, 0],
      [0, 1],
      [4, 1],
      [0, 2],
      [9, 2],
    ] as const;
    for (const [nonce, from] of sent) await first.comet.broadcast(await tx(first, nonce, from));
    const doomed = [...pool.all()].find(({ admission }) => admission?.nonce === 4n)?.tx ?? new Uint8Array();
    const check = app.checkTx.bind(app);
    app.checkTx = async (request) => {
      const answer = await check(request);
      return request.type === 'recheck' && equalBytes(request.tx, doomed) ? { ...answer, code: 5 } : answer;
    };
    await first.mine();
    expect(inPool(first).length).toBe(1);
    expect(await onDisk(first)).toEqual(inPool(first));
  });

  it('include one below the base fee: it was not removed, so it is restored', async () => {
    const home = await temporaryHome();
    const options = { home, genesis: developmentGenesis({ gasLimit: 60_000n }) };
    const first = await start(options);
    const { evm } = first.chain.app;
    const fee = evm.nextBaseFee(first.height);
    await first.comet.broadcast(await priced(first, 3, fee, 5));
    // Two transfers exceed half of a block.
    for (let nonce = 0; evm.nextBaseFee(first.height) <= fee; nonce++) {
      for (const from of [0, 1]) await first.comet.broadcast(await tx(first, nonce, from));
      await first.mine();
    }
    expect(first.comet.unconfirmed(10).total).toBe(1);
    await first.close();
    const second = await start(options);
    expect(second.comet.unconfirmed(10).total).toBe(1);
  });

  it('cost a transfer in automine nothing: its height is its one write', async () => {
    const node = await start({ home: await temporaryHome(), miningMode: 'automine' });
    const { store } = node.chain;
    let batches = 0;
    const write = store.batch.bind(store);
    store.batch = (ops) => {
      batches++;
      return write(ops);
    };
    for (const nonce of [0, 1, 2]) await node.node.evmBackend.sendRaw(await tx(node, nonce));
    expect([node.height, batches]).toEqual([4n, 3]);
  });
});

describe('a restart', () => {
  it('restores pending transactions in their order of arrival, also after another one', async () => {
    const home = await temporaryHome();
    const order: Uint8Array[] = [];
    for (const senders of [[3, 1, 4], [9, 2, 6, 5], []]) {
      const node = await start({ home });
      for (const sender of senders) {
        const raw = await tx(node, 0, sender);
        await node.comet.broadcast(raw);
        order.push(node.comet.unconfirmed(100).txs.at(-1) as Uint8Array);
      }
      expect(node.comet.unconfirmed(100).txs).toEqual(order);
      await node.close();
    }
  });

  it.each<[string, DevnetOptions['mempool']]>([
    ['fewer transactions', { size: 2 }],
    ['fewer bytes', { maxTxsBytes: 300 }],
    ['smaller transactions', { maxTxBytes: 10 }],
    ['no place to wait for a nonce', { accountQueue: 0 }],
    ['no such place for anybody', { globalQueue: 0 }],
    ['a shorter memory', { cacheSize: 1 }],
  ])('with %s in its mempool loses no acknowledged transaction, and refuses new ones', async (_, mempool) => {
    const home = await temporaryHome();
    const first = await start({ home });
    for (const nonce of [7, 0, 1, 2, 5])
      expect(await first.comet.broadcast(await tx(first, nonce))).toMatchObject({ check: { code: 0 } });
    const [{ txs }, retained] = [first.comet.unconfirmed(10), await onDisk(first)];
    await first.close();

    const second = await start({ home, ...(mempool && { mempool }) });
    expect(second.comet.unconfirmed(10).txs).toEqual(txs);
    expect(await onDisk(second)).toEqual(retained);
    const newcomer = await second.comet.broadcast(await tx(second, 9));
    const isTaken = newcomer.type === 'checked' && newcomer.check.code === 0;
    expect(isTaken).toBe(mempool?.cacheSize !== undefined);
    await second.mine();
    expect(second.comet.block(2n)?.block.txs).toEqual(txs.slice(0, 3));
    expect((await onDisk(second)).length).toBe(isTaken ? 3 : 2);
  });
});
