/**
 * Runs unmodified CosmJS against the CometBFT RPC behind real sockets. It calls every method of its 0.37 and 0.38
 * clients that has a route here, over HTTP, in batches and over WebSocket.
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
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyMerkleProof } from '../../../src/codec/merkle/index.js';
import { txHash } from '../../../src/codec/tx_hash.js';
import { sha256 } from '../../../src/kernel/hash.js';
import { toHex } from '../../../src/kernel/hex.js';
import { fromUtf8, utf8 } from '../../../src/kernel/text.js';
import { type Listener, listen } from '../../../src/server/listener.js';
import { aHandler } from './calls.js';

const { handler, chain } = aHandler();
let listener: Listener;

beforeAll(async () => {
  listener = await listen({ address: '127.0.0.1:0', flag: '--rpc.laddr', handler });
});
afterAll(() => listener.close());

const VERSIONS = [
  ['0.37', Tendermint37Client],
  ['0.38', Comet38Client],
] as const;
type AnyClient = Tendermint37Client | Comet38Client;
const TRANSPORTS: readonly (readonly [string, (path: string) => RpcClient])[] = [
  ['HTTP', (path) => new HttpClient(listener.url + path)],
  ['batched HTTP', (path) => new HttpBatchClient(listener.url + path, { dispatchInterval: 2 })],
  ['WebSocket', (path) => new WebsocketClient(listener.webSocketUrl + path)],
];

const HASH_OF_NOTHING = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const first = chain.block(1n);
const second = chain.block(2n);

/** Waits for `count` values of a stream. */
const take = <T>(stream: { addListener(l: { next(value: T): void }): void }, count: number): Promise<T[]> =>
  new Promise((resolve) => {
    const values: T[] = [];
    stream.addListener({ next: (value) => values.push(value) === count && resolve(values) });
  });

describe('connectComet', () => {
  it('recognises the dialect from the status, over HTTP and WebSocket', async () => {
    for (const base of [listener.url, listener.webSocketUrl])
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

for (const [version, Client] of VERSIONS)
  for (const [transport, rpc] of TRANSPORTS)
    describe(`the ${version} client over ${transport}`, () => {
      let client: AnyClient;
      beforeAll(async () => {
        client = (await Client.create(rpc(`/v${version}`))) as AnyClient;
      });
      afterAll(() => client.disconnect());

      it('reads status and health', async () => {
        const status = await client.status();
        expect(status.nodeInfo.network).toBe('fixture_31337-1');
        expect(status.nodeInfo.version.startsWith(`${version}.`)).toBe(true);
        expect(status.nodeInfo.protocolVersion).toEqual({ p2p: 8, block: 11, app: 1 });
        expect(status.syncInfo.latestBlockHeight).toBe(Number(chain.height()));
        expect(status.syncInfo.earliestBlockHeight).toBe(1);
        expect(status.syncInfo.catchingUp).toBe(false);
        expect(status.validatorInfo.votingPower).toBeGreaterThanOrEqual(10n);
        expect(await client.health()).toBeNull();
      });

      it('reads blocks, headers and commits', async () => {
        const { block, blockId } = await client.block(2);
        expect(toHex(blockId.hash)).toBe(toHex(second?.blockId.hash ?? new Uint8Array()));
        expect(block.txs.map((tx) => fromUtf8(tx))).toEqual(['name=satoshi', 'fail=yes', 'html=<b>&']);
        expect(block.lastCommit?.signatures.map(({ blockIdFlag }) => blockIdFlag)).toEqual([2, 2, 2, 1]);
        const genesisBlock = await client.block(1);
        expect(genesisBlock.block.lastCommit).toBeNull();
        expect(genesisBlock.block.header.lastBlockId).toBeNull();
        expect(toHex(genesisBlock.block.header.dataHash)).toBe(HASH_OF_NOTHING);
        expect(genesisBlock.block.header.time.getTime()).toBe(Number((first?.block.header.time ?? 0n) / 1_000_000n));
        const commit = await client.commit(2);
        expect(commit.canonical).toBe(true);
        expect(commit.commit.blockId).toEqual(blockId);
        expect((await client.commit()).canonical).toBe(false);
        const chainInfo = await client.blockchain(1, 3);
        expect(chainInfo.blockMetas.map(({ header }) => header.height)).toEqual([3, 2, 1]);
        expect(chainInfo.blockMetas.map(({ numTxs }) => numTxs)).toEqual([0, 3, 0]);
      });

      it('reads results, validators and genesis', async () => {
        const results = await client.blockResults(2);
        expect(results.results.map(({ code }) => code)).toEqual([0, 5, 0]);
        const events = 'beginBlockEvents' in results ? [...results.beginBlockEvents, ...results.endBlockEvents] : [];
        const all = 'finalizeBlockEvents' in results ? results.finalizeBlockEvents : events;
        expect((all as typeof events).map(({ type }) => type)).toEqual(['mint', 'reward']);
        const updates = await client.blockResults(3);
        expect(updates.validatorUpdates.map(({ votingPower }) => votingPower)).toEqual([11n]);
        expect(updates.consensusUpdates?.block).toEqual({ maxBytes: 2_000_000, maxGas: 0 });
        expect((await client.validatorsAll(1)).validators).toHaveLength(4);
        const page = await client.validators({ height: 5, page: 2, per_page: 3 });
        expect(page).toMatchObject({ blockHeight: 5, count: 1, total: 4 });
        const genesis = await client.genesis();
        expect(genesis.validators).toHaveLength(4);
        expect(genesis.appState).toEqual({ accounts: [{ address: 'a<b>&c' }] });
      });

      it('finds a transaction and verifies its proof', async () => {
        const wanted = utf8('name=satoshi');
        const found = await client.tx({ hash: txHash(wanted), prove: true });
        expect(found).toMatchObject({ height: 2, index: 0, tx: wanted });
        expect(found.result).toMatchObject({ code: 0, gasWanted: 10n, gasUsed: 3n });
        const { proof, rootHash } = found.proof ?? expect.fail('no proof');
        expect(verifyMerkleProof(rootHash, proof, sha256(wanted))).toBe(true);
        expect(toHex(rootHash)).toBe(toHex((await client.block(2)).block.header.dataHash));
        const single = await client.tx({ hash: txHash(utf8('single=1')), prove: true });
        expect(single.proof?.proof.aunts).toEqual([]);
        await expect(client.tx({ hash: txHash(utf8('unknown')) })).rejects.toThrow('not found');
      });

      it('queries the application', async () => {
        expect(await client.abciInfo()).toMatchObject({ lastBlockHeight: Number(chain.height()) });
        const answer = await client.abciQuery({ path: '/store/bank/key', data: utf8('k'), prove: true });
        expect(answer).toMatchObject({ code: 0, value: utf8('/store/bank/key@'), height: Number(chain.height()) });
        expect(answer.proof?.ops).toHaveLength(1);
        expect((await client.abciQuery({ path: '/nope', data: utf8('k') })).code).toBe(6);
      });

      it('broadcasts transactions', async () => {
        const tx = (kind: string) => utf8(`${version} ${transport} ${kind}=1`);
        expect(await client.broadcastTxSync({ tx: tx('sync') })).toMatchObject({ code: 0, hash: txHash(tx('sync')) });
        expect((await client.broadcastTxSync({ tx: utf8('refused') })).code).toBe(2);
        expect((await client.broadcastTxAsync({ tx: tx('async') })).hash).toEqual(txHash(tx('async')));
        const committed = await client.broadcastTxCommit({ tx: tx('commit') });
        expect(committed.height).toBe(Number(chain.height()));
        const result = 'deliverTx' in committed ? committed.deliverTx : (committed as { txResult?: unknown }).txResult;
        expect(result).toMatchObject({ code: 0, gasUsed: 3n });
        await expect(client.broadcastTxSync({ tx: tx('sync') })).rejects.toThrow('tx already exists in cache');
      });

      it('sends many calls at once', async () => {
        const heights = Array.from({ length: 45 }, (_, i) => (i % 5) + 1);
        const blocks = await Promise.all(heights.map((height) => client.block(height)));
        expect(blocks.map(({ block }) => block.header.height)).toEqual(heights);
      });
    });

describe.each(VERSIONS)('subscriptions of the %s client', (version, Client) => {
  it('deliver blocks, headers and transactions, and can be ended', async () => {
    const rpc = new WebsocketClient(`${listener.webSocketUrl}/v${version}`);
    const client = (await Client.create(rpc)) as Tendermint37Client;
    const blocks = take(client.subscribeNewBlock(), 2);
    const headers = take(client.subscribeNewBlockHeader(), 2);
    const txs = take(client.subscribeTx(), 2);
    const some = take(client.subscribeTx("app.key = 'wanted'"), 1);
    await client.status();
    const height = Number(chain.height());
    chain.mine(`${version}a=1`);
    chain.mine('wanted=1');
    expect((await blocks).map(({ header }) => header.height)).toEqual([height + 1, height + 2]);
    expect((await headers).map((header) => header.height)).toEqual([height + 1, height + 2]);
    expect((await txs).map(({ tx }) => fromUtf8(tx))).toEqual([`${version}a=1`, 'wanted=1']);
    expect((await some)[0]).toMatchObject({ height: height + 2, hash: txHash(utf8('wanted=1')) });
    client.disconnect();
  });
});
