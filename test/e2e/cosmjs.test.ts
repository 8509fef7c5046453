/**
 * Runs unmodified CosmJS against a running devnet. It calls every method of its clients for 0.34 (of CosmJS 0.32, the
 * last that has it), 0.37 and 0.38, over HTTP, in batches and over WebSocket, each under its dialect's prefix. The
 * clients' own classes list their methods, so a test finds any that was not called.
 */
import {
  Comet38Client,
  connectComet,
  HttpBatchClient,
  HttpClient,
  type RpcClient,
  Tendermint37Client,
  WebsocketClient,
} from '@cosmjs/tendermint-rpc';
import { Tendermint34Client } from 'tendermint-rpc-0.32';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyMerkleProof } from '../../src/codec/merkle/index.js';
import { createDevnet, type Devnet } from '../../src/devnet/index.js';
import { sha256 } from '../../src/kernel/hash.js';
import { fromHex, toHex, toUpperHex } from '../../src/kernel/hex.js';

type Client = Tendermint37Client;

const NOT_CALLS = ['constructor', 'disconnect', 'doCall', 'subscribe'];
const DIALECTS = [
  { version: '0.34', methods: Tendermint34Client, create: (rpc: RpcClient) => Tendermint34Client.create(rpc) },
  { version: '0.37', methods: Tendermint37Client, create: (rpc: RpcClient) => Tendermint37Client.create(rpc) },
  { version: '0.38', methods: Comet38Client, create: (rpc: RpcClient) => Comet38Client.create(rpc) },
] as const;
const TRANSPORTS: readonly (readonly [string, (devnet: Devnet, path: string) => RpcClient])[] = [
  ['HTTP', ({ urls }, path) => new HttpClient(urls.cometRpc + path)],
  ['batched HTTP', ({ urls }, path) => new HttpBatchClient(urls.cometRpc + path, { dispatchInterval: 2 })],
  ['WebSocket', ({ urls }, path) => new WebsocketClient(`${urls.cometRpc}`.replace('http', 'ws') + path)],
];

let devnet: Devnet;
/** Next nonce of each account. */
const nonces = new Map<number, number>();

beforeAll(async () => {
  devnet = await createDevnet({
    jsonRpc: false,
    assets: false,
    rpc: { address: 'tcp://127.0.0.1:0' },
    validators: 3,
    seed: 'cosmjs',
  });
  await devnet.mine();
});
afterAll(() => devnet.close());

/** Returns a signed transfer with its sender's next nonce, as bare Ethereum bytes, which the chain wraps. */
async function transfer(sender: number): Promise<Uint8Array> {
  const account = privateKeyToAccount(devnet.accounts[sender]?.privateKey as `0x${string}`);
  const nonce = nonces.get(sender) ?? 0;
  nonces.set(sender, nonce + 1);
  const raw = await account.signTransaction({
    type: 'eip1559',
    chainId: Number(devnet.evmChainId),
    nonce,
    gas: 21_000n,
    maxFeePerGas: 10n ** 11n,
    maxPriorityFeePerGas: 1n,
    to: devnet.accounts[(sender + 1) % 20]?.address as `0x${string}`,
    value: 1n,
  });
  return fromHex(raw);
}

/** Wraps the client, and records the names of its methods that were called. */
function recorded(client: object): { readonly client: Client; readonly called: Set<string> } {
  const called = new Set<string>();
  const proxy = new Proxy(client, {
    get: (target, name) => {
      const value = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      called.add(String(name));
      return value.bind(target);
    },
  });
  return { client: proxy as Client, called };
}

/** Waits for `count` values of a stream. */
const take = <T>(stream: { addListener(l: object): void }, count: number): Promise<T[]> =>
  new Promise((resolve, reject) => {
    const values: T[] = [];
    const next = (value: T): void => {
      if (values.push(value) === count) resolve(values);
    };
    stream.addListener({ next, error: reject, complete: () => reject(new Error('the stream ended')) });
  });

describe('connectComet', () => {
  it('finds the client of the dialect from status, over HTTP and WebSocket', async () => {
    const http = devnet.urls.cometRpc as string;
    for (const base of [http, http.replace('http', 'ws')])
      for (const [path, kind] of [
        ['', Tendermint37Client],
        ['/v0.37', Tendermint37Client],
        ['/v0.38', Comet38Client],
      ] as const) {
        const client = await connectComet(base + path);
        expect(client).toBeInstanceOf(kind);
        client.disconnect();
      }
  });
});

for (const [index, { version, methods, create }] of DIALECTS.entries())
  for (const [kind, [transport, open]] of TRANSPORTS.entries())
    describe(`CosmJS for ${version} over ${transport}`, () => {
      const sender = 3 * index + kind;
      let client: Client;
      let called: Set<string>;

      beforeAll(async () => {
        ({ client, called } = recorded(await create(open(devnet, `/v${version}`) as never)));
      });
      afterAll(() => client.disconnect());

      it('reads the identity and state of the node', async () => {
        const status = await client.status();
        expect(status.nodeInfo.network).toBe(devnet.chainId);
        expect(status.nodeInfo.version.startsWith(`${version}.`)).toBe(true);
        expect(status.syncInfo.latestBlockHeight).toBe(Number(devnet.height));
        expect(await client.health()).toBeNull();
        expect((await client.abciInfo()).lastBlockHeight).toBe(Number(devnet.height));
        const genesis = await client.genesis();
        expect(genesis.chainId).toBe(devnet.chainId);
        expect(genesis.validators).toHaveLength(3);
      });

      it('reads blocks, commits and validators that agree with each other', async () => {
        const { block, blockId } = await client.block(2);
        const commit = await client.commit(2);
        expect(commit.commit.blockId).toEqual(blockId);
        expect(commit.header).toEqual(block.header);
        expect((await client.block()).block.header.height).toBe(Number(devnet.height));
        const { blockMetas, lastHeight } = await client.blockchain(1, 2);
        expect(lastHeight).toBe(Number(devnet.height));
        expect(blockMetas.map(({ header }) => header.height)).toEqual([2, 1]);
        const { validators } = await client.validatorsAll(2);
        const signers = commit.commit.signatures.map(({ validatorAddress }) => validatorAddress);
        expect(signers).toEqual(validators.map(({ address }) => address));
        expect(await client.validators({ height: 2, page: 2, per_page: 2 })).toMatchObject({ count: 1, total: 3 });
      });

      it('broadcasts in three ways, and finds the results', async () => {
        const [first, second, third] = [await transfer(sender), await transfer(sender), await transfer(sender)];
        const { hash, code } = await client.broadcastTxSync({ tx: first });
        expect(code).toBe(0);
        await client.broadcastTxAsync({ tx: second });
        const committed = await client.broadcastTxCommit({ tx: third });
        expect(committed.height).toBe(Number(devnet.height));
        expect(committed.checkTx.code).toBe(0);
        await expect(client.broadcastTxSync({ tx: first })).rejects.toThrow('tx already exists in cache');

        const found = await client.tx({ hash, prove: true });
        expect(found).toMatchObject({ hash, result: { code: 0, gasUsed: 21_000n } });
        const { proof, rootHash } = found.proof ?? expect.fail('no proof');
        expect(verifyMerkleProof(rootHash, proof, sha256(found.tx))).toBe(true);
        const { block } = await client.block(found.height);
        expect(block.header.dataHash).toEqual(rootHash);
        expect(block.txs[found.index]).toEqual(found.tx);
        const results = await client.blockResults(found.height);
        expect(results.results[found.index]).toEqual(found.result);
        await expect(client.tx({ hash: sha256(first) })).rejects.toThrow('not found');

        const byHash = await client.txSearch({ query: `tx.hash='${toUpperHex(hash)}'` });
        expect(byHash).toMatchObject({ totalCount: 1 });
        expect(byHash.txs[0]?.tx).toEqual(found.tx);
        const since = { query: `tx.height>=${found.height} AND tx.height<=${committed.height}` };
        const all = await client.txSearchAll({ ...since, per_page: 2, prove: true });
        expect(all.txs.map(({ hash: each }) => toHex(each))).toContain(toHex(committed.hash));
        expect(all.txs).toHaveLength(all.totalCount);
        expect(all.txs.length).toBeGreaterThanOrEqual(3);

        const heights = { query: `block.height>=${found.height} AND block.height<=${committed.height}` };
        const page = await client.blockSearch({ ...heights, per_page: 1, page: 2, order_by: 'asc' });
        expect(page.blocks.map(({ block: { header } }) => header.height)).toEqual([found.height + 1]);
        const blocks = await client.blockSearchAll({ ...heights, per_page: 2 });
        expect(blocks.totalCount).toBe(committed.height - found.height + 1);
        expect((await client.numUnconfirmedTxs()).total).toBe(0);
      });

      it('queries the application', async () => {
        const answer = await client.abciQuery({ path: '/app/version', data: new Uint8Array(0) });
        expect(answer.code).toBe(0);
        const stored = await client.abciQuery({ path: '/store/bank/key', data: Uint8Array.of(1), prove: true });
        expect(stored.proof?.ops.map(({ type }) => type)).toEqual(['ics23:iavl', 'ics23:simple']);
      });

      it('sends many calls at once', async () => {
        const heights = Array.from({ length: 45 }, (_, i) => (i % 2) + 1);
        const blocks = await Promise.all(heights.map((height) => client.block(height)));
        expect(blocks.map(({ block }) => block.header.height)).toEqual(heights);
      });

      const hears = async (): Promise<void> => {
        const blocks = take<{ header: { height: number } }>(client.subscribeNewBlock(), 1);
        const headers = take<{ height: number }>(client.subscribeNewBlockHeader(), 1);
        const txs = take<{ hash: Uint8Array; height: number }>(client.subscribeTx(), 1);
        const own = take<{ height: number }>(client.subscribeTx(`tx.height=${devnet.height + 1n}`), 1);
        await client.status();
        const sent = await client.broadcastTxCommit({ tx: await transfer(sender) });
        expect((await blocks)[0]?.header.height).toBe(sent.height);
        expect((await headers)[0]?.height).toBe(sent.height);
        expect((await txs)[0]).toMatchObject({ hash: sent.hash, height: sent.height });
        expect((await own)[0]?.height).toBe(sent.height);
      };
      if (transport === 'WebSocket') it('receives blocks, headers and transactions', hears);

      it('calls every method', () => {
        const all = Object.getOwnPropertyNames(methods.prototype).filter((name) => !NOT_CALLS.includes(name));
        const missed = all.filter((name) => !called.has(name));
        expect(missed.filter((name) => transport === 'WebSocket' || !name.startsWith('subscribe'))).toEqual([]);
      });
    });
