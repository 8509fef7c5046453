/** Compares the history of a fork with what the forked chain itself answers, for every method that reads a block. */
import { JsonRpcProvider } from 'ethers';
import { createPublicClient, type Hex, http } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeParam } from '../../../src/rpc/evm/forked/places.js';
import { EVM_METHODS } from '../../../src/rpc/evm/methods/index.generated.js';
import { encodedBlock } from '../../../src/rpc/evm/params/block.js';
import { blockHeight } from '../../../src/rpc/evm/params/numbers.js';
import { blockHash, transactionHash } from '../../../src/rpc/evm/params/values.js';
import { dev } from '../../app/support/wallet.js';
import { DIARY_ABI, diaryCall } from '../../support/devnets/diary.js';
import { type Origin, type Served, serve, startOrigin } from './origin.js';

const quantity = (number: number | bigint): Hex => `0x${number.toString(16)}`;
const CALL_TRACER = { tracer: 'callTracer' };

let origin: Origin;
let fork: Served;

beforeAll(async () => {
  origin = await startOrigin();
  fork = await serve({
    miningMode: 'manual',
    fork: { url: origin.url, blockNumber: BigInt(origin.forkBlock), noStorageCaching: true },
  });
  await fork.test.send(4, { to: origin.diary, data: diaryCall('write', 2n, 70n) });
  await fork.test.mine(2);
});

afterAll(async () => {
  await fork?.devnet.close();
  await origin?.devnet.close();
});

/** Arguments of each method that reads a block, with the place `at` among them. */
const ARGUMENTS: Readonly<Record<string, (at: unknown) => readonly unknown[]>> = {
  debug_accountRange: (at) => [at, '0x', 5, false, false, false],
  debug_getBlockRlp: (at) => [at],
  debug_getHeaderRlp: (at) => [at],
  debug_intermediateRoots: (at) => [at],
  debug_printBlock: (at) => [at],
  debug_seedHash: (at) => [at],
  debug_storageRangeAt: (at) => [at, 0, origin.diary, '0x', 10],
  debug_traceBlock: (at) => [at, CALL_TRACER],
  debug_traceBlockByHash: (at) => [at],
  debug_traceBlockByNumber: (at) => [at, CALL_TRACER],
  debug_traceCall: (at) => [{ to: origin.diary, data: diaryCall('fee') }, at],
  debug_traceTransaction: (at) => [at],
  eth_call: (at) => [{ to: origin.diary, data: diaryCall('page') }, at],
  eth_createAccessList: (at) => [{ to: origin.diary, data: diaryCall('page') }, at],
  eth_estimateGas: (at) => [{ from: dev(1).address, to: origin.diary, data: diaryCall('write', 1n, 1n) }, at],
  eth_feeHistory: (at) => [3, at, [10, 90]],
  eth_getBalance: (at) => [dev(0).address, at],
  eth_getBlockByHash: (at) => [at, true],
  eth_getBlockByNumber: (at) => [at, false],
  eth_getBlockReceipts: (at) => [at],
  eth_getBlockTransactionCountByHash: (at) => [at],
  eth_getBlockTransactionCountByNumber: (at) => [at],
  eth_getCode: (at) => [origin.diary, at],
  eth_getHeaderByHash: (at) => [at],
  eth_getHeaderByNumber: (at) => [at],
  eth_getProof: (at) => [origin.diary, ['0x0'], at],
  eth_getRawTransactionByBlockHashAndIndex: (at) => [at, '0x0'],
  eth_getRawTransactionByBlockNumberAndIndex: (at) => [at, '0x0'],
  eth_getRawTransactionByHash: (at) => [at],
  eth_getStorageAt: (at) => [origin.diary, '0x0', at],
  eth_getTransactionByBlockHashAndIndex: (at) => [at, '0x1'],
  eth_getTransactionByBlockNumberAndIndex: (at) => [at, '0x1'],
  eth_getTransactionByHash: (at) => [at],
  eth_getTransactionCount: (at) => [dev(0).address, at],
  eth_getTransactionLogs: (at) => [at],
  eth_getTransactionReceipt: (at) => [at],
  eth_getUncleByBlockHashAndIndex: (at) => [at, '0x0'],
  eth_getUncleByBlockNumberAndIndex: (at) => [at, '0x0'],
  eth_getUncleCountByBlockHash: (at) => [at],
  eth_getUncleCountByBlockNumber: (at) => [at],
  eth_simulateV1: (at) => [{ blockStateCalls: [{ calls: [{ to: origin.diary, data: diaryCall('page') }] }] }, at],
};

/** Methods that need the whole trie of accounts, of which a fork has only what it wrote. */
const WITHOUT_TRIE: ReadonlySet<string> = new Set(['debug_accountRange', 'eth_getProof']);

const readers = EVM_METHODS.filter(
  ({ namespace, params }) => ['debug', 'eth'].includes(namespace) && placeParam(params) !== undefined,
);

it('every method that reads a block is compared', () => {
  expect(Object.keys(ARGUMENTS).sort()).toEqual(readers.map(({ name }) => name).sort());
});

/** Returns the forms in which a method's caller may name block `number`. */
async function placesOf(method: (typeof readers)[number], number: number): Promise<readonly unknown[]> {
  const param = method.params[placeParam(method.params)?.index ?? 0];
  const { hash, transactions } = await origin.ask('eth_getBlockByNumber', quantity(number), false);
  switch (param) {
    case blockHash:
      return [hash];
    case transactionHash:
      return transactions;
    case blockHeight:
      return [number];
    case encodedBlock:
      return [await origin.ask('debug_getBlockRlp', number)];
    default: {
      const byObject = [{ blockHash: hash }, { blockNumber: quantity(number) }];
      return [quantity(number), ...(param?.kind.includes('EIP-1898') ? byObject : [])];
    }
  }
}

const isState = ({ params }: (typeof readers)[number]): boolean => {
  const place = placeParam(params);
  return place?.placeOf({ type: 'latest' }).type === 'state';
};

describe('below the fork', () => {
  it.each(readers.map((method) => [method.name, method] as const))(
    '%s answers as the forked chain',
    async (name, method) => {
      for (let number = 0; number < origin.forkBlock; number++)
        for (const place of await placesOf(method, number)) {
          const params = ARGUMENTS[name]?.(place) ?? [];
          expect(await fork.text(name, params), JSON.stringify(params)).toBe(await origin.text(name, params));
        }
    },
  );

  it('resolves the tag earliest to the first block of the forked chain', async () => {
    expect(await fork.text('eth_getBlockByNumber', ['earliest', false])).toBe(
      await origin.text('eth_getBlockByNumber', ['0x0', false]),
    );
  });
});

describe('the block of the fork', () => {
  it.each(readers.filter((method) => !isState(method)).map((method) => [method.name, method] as const))(
    '%s answers as the forked chain',
    async (name, method) => {
      for (const place of await placesOf(method, origin.forkBlock)) {
        const params = ARGUMENTS[name]?.(place) ?? [];
        expect(await fork.text(name, params), JSON.stringify(params)).toBe(await origin.text(name, params));
      }
    },
  );

  it.each(['eth_call', 'eth_createAccessList', 'eth_getCode', 'eth_getStorageAt', 'eth_getTransactionCount'])(
    '%s reads a state that equals that of the forked chain',
    async (name) => {
      const method = readers.find((one) => one.name === name) as (typeof readers)[number];
      for (const place of await placesOf(method, origin.forkBlock)) {
        const params = ARGUMENTS[name]?.(place) ?? [];
        expect(await fork.text(name, params), JSON.stringify(params)).toBe(await origin.text(name, params));
      }
    },
  );
});

describe('above the fork', () => {
  it.each(readers.map((method) => [method.name, method] as const))('%s answers itself', async (name, method) => {
    const { hash, number, transactions } = await fork.ask(
      'eth_getBlockByNumber',
      quantity(origin.forkBlock + 2),
      false,
    );
    const param = method.params[placeParam(method.params)?.index ?? 0];
    const places = new Map<unknown, unknown>([
      [blockHash, hash],
      [transactionHash, transactions[0]],
      [blockHeight, Number(number)],
      [encodedBlock, name === 'debug_traceBlock' && (await fork.ask('debug_getBlockRlp', Number(number)))],
    ]);
    const answer = fork.ask(name, ...(ARGUMENTS[name]?.(places.get(param) ?? number) ?? []));
    if (WITHOUT_TRIE.has(name)) await expect(answer).rejects.toThrow(/a forked chain has no proofs of accounts/);
    else await expect(answer).resolves.toBeDefined();
  });

  it('continues the forked chain’s hashes with its own blocks', async () => {
    const parent = await origin.ask('eth_getBlockByNumber', quantity(origin.forkBlock), false);
    const [ours, theirs] = await Promise.all(
      [fork, origin].map(({ ask }) => ask('eth_getBlockByNumber', quantity(origin.forkBlock + 1), false)),
    );
    expect([ours.parentHash, theirs.parentHash]).toEqual([parent.hash, parent.hash]);
    expect(ours.hash).not.toBe(theirs.hash);
  });

  it('knows nothing of what the forked chain made since', async () => {
    const later = await origin.ask('eth_getBlockByNumber', quantity(origin.forkBlock + 1), false);
    const [transaction] = later.transactions;
    expect(await fork.ask('eth_getBlockByHash', later.hash, false)).toBeNull();
    expect(await fork.ask('eth_getTransactionByHash', transaction)).toBeNull();
    expect(await fork.ask('eth_getTransactionReceipt', transaction)).toBeNull();
    expect(await fork.ask('eth_getRawTransactionByHash', transaction)).toBeNull();
    expect(await fork.ask('eth_getBlockByNumber', quantity(origin.forkBlock + 9), false)).toBeNull();
    await expect(fork.ask('eth_getBalance', dev(0).address, { blockHash: later.hash })).rejects.toThrow(
      `header not found for hash ${later.hash}`,
    );
    await expect(fork.ask('eth_getLogs', { blockHash: later.hash })).rejects.toThrow(`unknown block ${later.hash}`);
    await expect(fork.ask('debug_traceTransaction', transaction)).rejects.toThrow(/not found/);
  });
});

describe('across the fork', () => {
  const below = () => ({ fromBlock: '0x0', toBlock: quantity(origin.forkBlock) });
  const above = () => ({ fromBlock: quantity(origin.forkBlock + 1), toBlock: 'latest' });

  it('answers the logs of both chains in order', async () => {
    for (const criteria of [{}, { address: origin.diary }, { address: [origin.diary], topics: [null, null] }]) {
      const [earlier, later, all] = await Promise.all([
        origin.ask('eth_getLogs', { ...below(), ...criteria }),
        fork.ask('eth_getLogs', { ...above(), ...criteria }),
        fork.ask('eth_getLogs', { fromBlock: 'earliest', toBlock: 'latest', ...criteria }),
      ]);
      expect([earlier.length, later.length].every((count) => count > 0)).toBe(true);
      expect(all).toEqual([...earlier, ...later]);
      const filter = await fork.ask('eth_newFilter', { fromBlock: 'earliest', ...criteria });
      expect(await fork.ask('eth_getFilterLogs', filter)).toEqual(all);
    }
  });

  it('answers logs below the fork as the forked chain, by range and by hash', async () => {
    const { hash } = await origin.ask('eth_getBlockByNumber', quantity(origin.forkBlock), false);
    for (const filter of [below(), { blockHash: hash }, { fromBlock: '0x1', toBlock: '0x3' }])
      expect(await fork.text('eth_getLogs', [filter])).toBe(await origin.text('eth_getLogs', [filter]));
  });

  it('answers the fees of both chains', async () => {
    const count = origin.forkBlock + 4;
    const [earlier, all, later] = await Promise.all([
      origin.ask('eth_feeHistory', count, quantity(origin.forkBlock), [50]),
      fork.ask('eth_feeHistory', count, 'latest', [50]),
      fork.ask('eth_feeHistory', 3, 'latest', [50]),
    ]);
    expect(all.oldestBlock).toBe('0x0');
    for (const member of ['gasUsedRatio', 'reward', 'blobGasUsedRatio'])
      expect(all[member], member).toEqual([...earlier[member], ...later[member]]);
    for (const member of ['baseFeePerGas', 'baseFeePerBlobGas'])
      expect(all[member], member).toEqual([...earlier[member].slice(0, -1), ...later[member]]);
    expect(later.baseFeePerGas[0]).toBe(earlier.baseFeePerGas.at(-1));
  });
});

describe('clients', () => {
  it('viem reads below, at and above the fork', async () => {
    const [ours, theirs] = [fork, origin].map(({ url }) => createPublicClient({ transport: http(url) })) as [
      ReturnType<typeof createPublicClient>,
      ReturnType<typeof createPublicClient>,
    ];
    const at = BigInt(origin.forkBlock);
    for (let blockNumber = 0n; blockNumber <= at; blockNumber++) {
      const block = await theirs.getBlock({ blockNumber, includeTransactions: true });
      expect(await ours.getBlock({ blockNumber, includeTransactions: true })).toEqual(block);
      expect(await ours.getBlock({ blockHash: block.hash, includeTransactions: true })).toEqual(block);
      for (const { hash } of block.transactions) {
        expect(await ours.getTransaction({ hash })).toEqual(await theirs.getTransaction({ hash }));
        expect(await ours.getTransactionReceipt({ hash })).toEqual(await theirs.getTransactionReceipt({ hash }));
      }
    }
    const page = { address: origin.diary, abi: DIARY_ABI, functionName: 'page' };
    expect(await ours.readContract({ ...page, blockNumber: at })).toBe(50n);
    expect(await ours.readContract({ ...page, blockNumber: at - 1n })).toBe(
      await theirs.readContract({ ...page, blockNumber: at - 1n }),
    );
    expect(await ours.readContract(page)).toBe(70n);
    expect(await ours.getLogs({ fromBlock: 0n, toBlock: at })).toEqual(
      await theirs.getLogs({ fromBlock: 0n, toBlock: at }),
    );
    const proof = { address: origin.diary, storageKeys: [`0x${'0'.repeat(64)}` as Hex], blockNumber: at - 1n };
    expect(await ours.getProof(proof)).toEqual(await theirs.getProof(proof));
    const { hash } = await fork.test.send(5, { to: origin.diary, data: diaryCall('write', 1n, 80n) });
    await fork.test.mine();
    expect((await ours.waitForTransactionReceipt({ hash })).status).toBe('success');
    expect(await ours.readContract({ ...page, blockNumber: at + 2n })).toBe(70n);
  });

  it('ethers reads below, at and above the fork', async () => {
    const [ours, theirs] = [fork, origin].map(
      ({ url }) => new JsonRpcProvider(url, undefined, { staticNetwork: true }),
    ) as [JsonRpcProvider, JsonRpcProvider];
    for (const number of [0, 1, origin.forkBlock]) {
      const [our, their] = await Promise.all([ours.getBlock(number, true), theirs.getBlock(number, true)]);
      expect(our?.toJSON()).toEqual(their?.toJSON());
      for (const hash of their?.transactions ?? []) {
        expect((await ours.getTransaction(hash))?.toJSON()).toEqual((await theirs.getTransaction(hash))?.toJSON());
        expect((await ours.getTransactionReceipt(hash))?.toJSON()).toEqual(
          (await theirs.getTransactionReceipt(hash))?.toJSON(),
        );
      }
      expect(await ours.getTransactionCount(dev(0).address, number)).toBe(
        await theirs.getTransactionCount(dev(0).address, number),
      );
    }
    const filter = { fromBlock: 0, toBlock: 'latest', address: origin.diary };
    const logs = await ours.getLogs(filter);
    expect(new Set(logs.map(({ blockNumber }) => blockNumber > origin.forkBlock))).toEqual(new Set([false, true]));
    expect(await ours.getTransactionReceipt(`0x${'7'.repeat(64)}`)).toBeNull();
    for (const provider of [ours, theirs]) provider.destroy();
  });
});
