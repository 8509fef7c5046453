/**
 * Forks a real Anvil with Halley and with another Anvil, and asks both forks and their origin the same. The origin has
 * contracts, logs, and transactions of every type, also of blobs, which Halley's own blocks cannot contain.
 */
import { createHash } from 'node:crypto';
import { getContractAddress, type Hex, serializeTransaction, type TransactionSerializable } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDevnet, type Devnet } from '../../src/devnet/index.js';
import { authorize, dev, GWEI } from '../app/support/wallet.js';
import { DIARY_CODE, diaryCall } from '../support/devnets/diary.js';
import { type AnvilProcess, type Ask, anvilIsAbsent, asker, type Json, startAnvil } from './anvil/node.js';
import { until } from './peers/cometbft.js';

const CHAIN_ID = 31337;
const quantity = (number: number | bigint): Hex => `0x${number.toString(16)}`;

/** Blob of zeros. Its commitment and proof are the point at infinity. */
const ZERO_BLOB: Hex = `0x${'00'.repeat(131_072)}`;
const INFINITY: Hex = `0xc0${'00'.repeat(47)}`;
const ZERO_BLOB_HASH: Hex = `0x01${createHash('sha256')
  .update(Buffer.from(INFINITY.slice(2), 'hex'))
  .digest('hex')
  .slice(2)}`;

type Wish = Partial<TransactionSerializable> & { readonly type: string };

async function send(ask: Ask, from: number, wish: Wish): Promise<Hex> {
  const dynamic = ['eip1559', 'eip7702', 'eip4844'].includes(wish.type);
  const prices = dynamic ? { maxFeePerGas: 10n * GWEI, maxPriorityFeePerGas: GWEI } : { gasPrice: 10n * GWEI };
  const nonce = Number(await ask('eth_getTransactionCount', dev(from).address, 'latest'));
  const tx = { chainId: CHAIN_ID, gas: 500_000n, nonce, ...prices, ...wish } as TransactionSerializable;
  return ask(
    'eth_sendRawTransaction',
    await dev(from).account.signTransaction(tx, { serializer: serializeTransaction }),
  );
}

/** Returns the receipt of a transaction. Anvil answers a transaction before it makes its block. */
async function receiptOf(ask: Ask, hash: Hex): Promise<Json> {
  let receipt: Json = null;
  await until('the transaction is in a block', async () => {
    receipt = await ask('eth_getTransactionReceipt', hash);
    return receipt !== null;
  });
  return receipt;
}

const sendMined = async (ask: Ask, from: number, wish: Wish): Promise<Json> =>
  receiptOf(ask, await send(ask, from, wish));

const diary = getContractAddress({ from: dev(9).address, nonce: 0n }).toLowerCase() as Hex;

/** Makes a block for each type of transaction, and one with many transactions. Returns the newest block. */
async function makeHistory(ask: Ask): Promise<number> {
  await sendMined(ask, 9, { type: 'eip1559', data: DIARY_CODE, gas: 1_500_000n });
  await sendMined(ask, 0, { type: 'legacy', to: diary, data: diaryCall('write', 2n, 5n) });
  await sendMined(ask, 1, {
    type: 'eip2930',
    to: diary,
    data: diaryCall('write', 3n, 7n),
    accessList: [{ address: diary, storageKeys: [] }],
  });
  await sendMined(ask, 2, {
    type: 'eip4844',
    to: dev(3).address,
    maxFeePerBlobGas: 10n * GWEI,
    blobVersionedHashes: [ZERO_BLOB_HASH],
    sidecars: [{ blob: ZERO_BLOB, commitment: INFINITY, proof: INFINITY }],
  } as Wish);
  await sendMined(ask, 3, {
    type: 'eip7702',
    to: diary,
    data: diaryCall('write', 1n, 8n),
    authorizationList: [await authorize(dev(5), { address: diary, chainId: CHAIN_ID, nonce: 0 })],
  } as Wish);
  await sendMined(ask, 4, { type: 'eip1559', to: diary, data: diaryCall('tear') });
  await ask('evm_setAutomine', false);
  for (const from of [6, 7, 8])
    await send(ask, from, { type: 'eip1559', to: diary, data: diaryCall('write', 2n, BigInt(from)) });
  await ask('evm_mine');
  await ask('evm_setAutomine', true);
  return Number(await ask('eth_blockNumber'));
}

describe.skipIf(anvilIsAbsent)('a fork of Anvil', () => {
  let origin: AnvilProcess;
  let theirs: AnvilProcess;
  let devnet: Devnet;
  let ours: Ask;
  let at: number;

  beforeAll(async () => {
    origin = await startAnvil('--hardfork', 'prague', '--steps-tracing');
    at = await makeHistory(origin.ask);
    await sendMined(origin.ask, 0, { type: 'eip1559', to: diary, data: diaryCall('write', 1n, 99n) });
    theirs = await startAnvil(
      '--hardfork',
      'prague',
      '--fork-url',
      origin.url,
      '--fork-block-number',
      String(at),
      '--no-storage-caching',
    );
    devnet = await createDevnet({
      hardfork: 'prague',
      fork: { url: origin.url, blockNumber: BigInt(at), noStorageCaching: true },
      jsonRpc: { address: '127.0.0.1:0', namespaces: ['all'] },
      rpc: false,
      assets: false,
    });
    ours = asker(devnet.urls.evmHttp as string);
  });

  afterAll(async () => {
    await devnet?.close();
    await theirs?.stop();
    await origin?.stop();
  });

  const blocks = () => Array.from({ length: at + 1 }, (_, number) => number);

  /** Asks the origin and both forks, and expects equal answers. */
  async function same(method: string, ...params: readonly unknown[]): Promise<void> {
    const expected = await origin.ask(method, ...params);
    expect(await ours(method, ...params), `${method} ${JSON.stringify(params)}`).toEqual(expected);
  }

  it('has the blocks, transactions and receipts of the origin', async () => {
    const types = new Set<string>();
    for (const number of blocks()) {
      await same('eth_getBlockByNumber', quantity(number), true);
      await same('eth_getBlockReceipts', quantity(number));
      const { hash, transactions } = await origin.ask('eth_getBlockByNumber', quantity(number), true);
      await same('eth_getBlockByHash', hash, false);
      await same('eth_getBlockTransactionCountByHash', hash);
      await same('eth_getUncleCountByBlockNumber', quantity(number));
      for (const tx of transactions) {
        types.add(tx.type);
        await same('eth_getTransactionByHash', tx.hash);
        await same('eth_getTransactionReceipt', tx.hash);
        await same('eth_getRawTransactionByHash', tx.hash);
        await same('eth_getTransactionByBlockHashAndIndex', hash, tx.transactionIndex);
        await same('debug_traceTransaction', tx.hash, { tracer: 'callTracer' });
      }
    }
    expect([...types].sort()).toEqual(['0x0', '0x1', '0x2', '0x3', '0x4']);
  });

  it('answers about them as Anvil’s fork', async () => {
    for (const number of blocks()) {
      const block = await theirs.ask('eth_getBlockByNumber', quantity(number), false);
      expect(await ours('eth_getBlockByNumber', quantity(number), false)).toEqual(block);
      for (const hash of block.transactions)
        expect(await ours('eth_getTransactionReceipt', hash)).toEqual(
          await theirs.ask('eth_getTransactionReceipt', hash),
        );
    }
  });

  it('reads every earlier state as the origin', async () => {
    for (const number of blocks().slice(0, -1))
      for (const address of [diary, dev(0).address, dev(5).address]) {
        for (const method of ['eth_getBalance', 'eth_getTransactionCount', 'eth_getCode'])
          await same(method, address, quantity(number));
        await same('eth_getStorageAt', address, '0x0', quantity(number));
        await same('eth_call', { to: diary, data: diaryCall('page') }, quantity(number));
        await same('eth_getProof', address, [`0x${'0'.repeat(64)}`], quantity(number));
      }
  });

  it('reads the state at the fork as the origin, apart from the balances of the accounts', async () => {
    for (const address of [diary, dev(0).address, dev(5).address]) {
      for (const method of ['eth_getTransactionCount', 'eth_getCode']) await same(method, address, quantity(at));
      await same('eth_getStorageAt', address, '0x0', quantity(at));
      await same('eth_call', { to: diary, data: diaryCall('page') }, quantity(at));
    }
    await same('eth_getBalance', diary, quantity(at));
  });

  it('begins with the base fee of Anvil’s fork', async () => {
    await theirs.ask('evm_mine');
    const [our, their] = await Promise.all(
      [ours, theirs.ask].map((ask) => ask('eth_getBlockByNumber', quantity(at + 1), false)),
    );
    expect(our.baseFeePerGas).toBe(their.baseFeePerGas);
    expect(our.parentHash).toBe(their.parentHash);
  });

  it('executes as Anvil’s fork, and gives logs of both sides of the border', async () => {
    const level = async (): Promise<void> => {
      const [our, their] = [Number(await ours('eth_blockNumber')), Number(await theirs.ask('eth_blockNumber'))];
      for (let i = our; i < their; i++) await ours('evm_mine');
      for (let i = their; i < our; i++) await theirs.ask('evm_mine');
    };
    await level();
    for (const [from, data] of [
      [0, diaryCall('write', 4n, 31n)],
      [1, diaryCall('tear')],
      [5, diaryCall('write', 2n, 32n)],
    ] as const) {
      const [our, their] = await Promise.all(
        [ours, theirs.ask].map(async (ask) => {
          const hash = await send(ask, from, { type: 'eip1559', to: diary, data });
          const { status, gasUsed, logs, blockNumber } = await receiptOf(ask, hash);
          return {
            hash,
            status,
            gasUsed,
            blockNumber,
            logs: logs.map(({ topics, data: of }: { topics: Hex[]; data: Hex }) => [topics, of]),
          };
        }),
      );
      expect(our).toEqual(their);
    }
    const filter = { fromBlock: '0x0', toBlock: 'latest', address: diary };
    const part = ({ blockNumber, topics, data, transactionHash, logIndex }: Record<string, unknown>) => ({
      blockNumber,
      topics,
      data,
      transactionHash,
      logIndex,
    });
    const [our, their] = await Promise.all(
      [ours, theirs.ask].map(async (ask) => (await ask('eth_getLogs', filter)).map(part)),
    );
    expect(our).toEqual(their);
    expect(our.length).toBeGreaterThan(10);
    for (const address of [diary, dev(0).address, dev(5).address])
      expect(await ours('eth_getStorageAt', address, '0x0', 'latest')).toBe(
        await theirs.ask('eth_getStorageAt', address, '0x0', 'latest'),
      );
  });

  it('describes the fork as Anvil does', async () => {
    const [our, their] = await Promise.all([ours, theirs.ask].map((ask) => ask('anvil_nodeInfo')));
    expect(our.forkConfig).toEqual(their.forkConfig);
    const [ourData, theirData] = await Promise.all([ours, theirs.ask].map((ask) => ask('anvil_metadata')));
    expect(ourData.forkedNetwork).toEqual(theirData.forkedNetwork);
  });
});
