/**
 * Records what CosmJS, viem and `@skip-go/client` request of a devnet, of Anvil, and of CometBFT with its `kvstore`, and
 * checks that the replay gives them what the live node gave: the same values, in both modes, also over WebSocket.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Comet38Client, connectComet, HttpClient, Tendermint37Client } from '@cosmjs/tendermint-rpc';
import { createPublicClient, encodeFunctionData, http, type PublicClient, parseAbi, webSocket } from 'viem';
import { afterEach, describe, expect, it } from 'vitest';
import { type ReplayServer, replay } from '../../src/fixtures/index.js';
import { HUB, OWN, startNetwork as startChains, TWO_CHAINS, voucher } from '../devnet/chains/relay_kit.js';
import { compileSolidity } from '../support/solidity.js';
import { anvilIsAbsent, startAnvil } from './anvil/node.js';
import { cometbftIsAbsent, startNetwork, temporaryFolder } from './peers/cometbft.js';
import { halley, recordedBy, webSocketOf } from './peers/recorder.js';
import { COMPAT, toolsAreAbsent } from './peers/tools.js';
import { standingStill } from './two_chains.js';

type Urls = Readonly<Record<string, string>>;
type Hash = `0x${string}`;

const folders: { remove(): void }[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove();
});

function newFolder(name: string): string {
  const folder = temporaryFolder();
  folders.push(folder);
  return join(folder.path, name);
}

/** Checks that a conversation with the replay of a folder, in both modes, returns what it returned live. */
async function expectReplayed(out: string, live: unknown, converse: (urls: Urls) => Promise<unknown>): Promise<void> {
  for (const mode of ['strict', 'loose'] as const) {
    await using server: ReplayServer = await replay(out, { mode, ports: 'free' });
    const replayed = await converse(server.urls);
    expect(server.unrecorded, mode).toEqual([]);
    expect(replayed, mode).toEqual(live);
  }
}

const SOURCE = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;
contract Purse {
  error TooFew(uint256 owned);
  event Put(address indexed who, uint256 value);
  mapping(address => uint256) public owned;
  function put(uint256 value) external { owned[msg.sender] += value; emit Put(msg.sender, value); }
  function take(uint256 value) external view { if (owned[msg.sender] < value) revert TooFew(owned[msg.sender]); }
}`;
const PURSE = parseAbi([
  'error TooFew(uint256 owned)',
  'event Put(address indexed who, uint256 value)',
  'function owned(address) view returns (uint256)',
  'function put(uint256 value)',
  'function take(uint256 value) view',
]);

/** Sends one wei from the node's first account to its second. */
async function sendOneWei(client: PublicClient): Promise<unknown> {
  const [from, to] = (await client.request({ method: 'eth_accounts' as never })) as Hash[];
  return client.request({ method: 'eth_sendTransaction' as never, params: [{ from, to, value: '0x1' }] as never });
}

/** Sends transactions to any EVM node, mines after each, and reads what they did, with viem over HTTP and WebSocket. */
async function converseEvm({ evm, 'evm-ws': evmWs }: Urls, bytecode: string): Promise<unknown[]> {
  const client = createPublicClient({ transport: http(evm) });
  const socket = webSocket(evmWs, { reconnect: false, keepAlive: false });
  const events = createPublicClient({ transport: socket });
  const send = async (transaction: object): Promise<Hash> => {
    const hash = await client.request({ method: 'eth_sendTransaction' as never, params: [transaction] as never });
    await client.request({ method: 'evm_mine' as never });
    return hash;
  };
  const [from, to] = (await client.request({ method: 'eth_accounts' as never })) as [Hash, Hash];

  const heads: unknown[] = [];
  const head = new Promise<void>((resolve) => {
    events.watchBlocks({
      emitOnBegin: false,
      onBlock: (block) => {
        heads.push(block);
        resolve();
      },
    });
  });
  const chainId = await events.getChainId();
  const deployed = await client.getTransactionReceipt({ hash: await send({ from, data: bytecode }) });
  await head;
  (await socket({}).value?.getRpcClient())?.close();

  const address = deployed.contractAddress as Hash;
  const filter = await client.createContractEventFilter({ address, abi: PURSE, eventName: 'Put', fromBlock: 0n });
  const data = encodeFunctionData({ abi: PURSE, functionName: 'put', args: [41n] });
  const hash = await send({ from, to: address, data });
  return [
    chainId,
    deployed,
    ...heads.slice(0, 1),
    await client.getTransactionReceipt({ hash }),
    await client.getTransaction({ hash }),
    await client.getBlock({ includeTransactions: true }),
    await client.readContract({ address, abi: PURSE, functionName: 'owned', args: [from] }),
    await client.getContractEvents({ address, abi: PURSE, fromBlock: 0n }),
    await client.getFilterLogs({ filter }),
    await errorOf(client.readContract({ address, abi: PURSE, functionName: 'take', args: [42n], account: from })),
    await client.getTransactionReceipt({ hash: await send({ from, to, value: '0x7' }) }),
    await client.getBalance({ address: to }),
    await errorOf(client.request({ method: 'eth_nothing' as never })),
    await client.uninstallFilter({ filter }),
  ];
}

/** Returns what a client reports of an error, without what differs between its runs. */
const errorOf = (failing: Promise<unknown>): Promise<unknown> =>
  failing.then(
    () => 'no error',
    (error: { shortMessage?: string; message: string; cause?: { data?: unknown; code?: unknown } }) => [
      error.shortMessage ?? error.message,
      error.cause?.data,
      error.cause?.code,
    ],
  );

/** Reads a chain of the engine with CosmJS, over HTTP and WebSocket; `commit` makes blocks with transactions. */
async function converseComet({ comet }: Urls, commit: (client: Comet38Client) => Promise<unknown>): Promise<unknown[]> {
  const client = await Comet38Client.create(new HttpClient(comet as string));
  const events = await Tendermint37Client.connect(webSocketOf(comet));
  const decided = new Promise<unknown>((resolve) => {
    events.subscribeNewBlock().addListener({ next: resolve, error: resolve });
  });
  const included = new Promise<unknown>((resolve) => {
    events.subscribeTx().addListener({ next: resolve, error: resolve });
  });
  // The answers to the subscriptions come before this one.
  const health = await events.health();
  const committed = await commit(client);
  const seen = await Promise.all([decided, included]);
  events.disconnect();
  const read = [
    await client.abciInfo(),
    await client.genesis(),
    await client.block(2),
    await client.blockResults(2),
    await client.commit(1),
    await client.validators({ height: 1 }),
    await client.blockchain(1, 2),
    await client.txSearch({ query: 'tx.height>0', prove: true, order_by: 'asc' }),
    await errorOf(client.block(9999)),
  ];
  const detected = await connectComet(comet as string);
  const status = await detected.status();
  detected.disconnect();
  return [health, committed, ...seen, ...read, status];
}

describe.skipIf(anvilIsAbsent)('a folder recorded from Anvil', () => {
  // While it mines by itself, Anvil answers a transaction before its receipt exists.
  const FLAGS = ['--chain-id', '31337', '--timestamp', '1750000000', '--no-mining'];

  it('gives viem what Anvil gave, and passes a check against it', async () => {
    const { bytecode } = await compileSolidity(SOURCE, 'Purse');
    const out = newFolder('anvil');
    const anvil = await startAnvil(...FLAGS);
    const nodes = { evm: anvil.url, 'evm-ws': webSocketOf(anvil.url) };
    const converse = (urls: Urls) => converseEvm(urls, bytecode);
    try {
      const live = await recordedBy(out, nodes, converse);
      expect(live[1]).toMatchObject({ status: 'success', blockNumber: 1n });
      expect(live[9]).toEqual(expect.arrayContaining([expect.stringContaining('reverted')]));
      await expectReplayed(out, live, converse);

      // What only reads gives the same again.
      const reads = newFolder('reads');
      const client = (url: string | undefined) => createPublicClient({ transport: http(url) });
      const read = async ({ evm }: Urls) => [
        await client(evm).getBlock({ blockNumber: 1n, includeTransactions: true }),
        await client(evm).getLogs({ fromBlock: 0n, toBlock: 2n }),
      ];
      await expectReplayed(reads, await recordedBy(reads, { evm: anvil.url }, read), read);
      const same = await halley('fixtures', 'check', reads, '--against', anvil.url);
      expect(same).toEqual({
        code: 0,
        stderr: '',
        stdout: expect.stringMatching(/^\d+ exchanges: \d+ equal, 0 different/),
      });
    } finally {
      await anvil.stop();
    }
    // A new Anvil goes through the whole conversation again.
    const fresh = await startAnvil(...FLAGS);
    try {
      const against = ['--against', `evm=${fresh.url}`, '--against', `evm-ws=${webSocketOf(fresh.url)}`];
      expect(await halley('fixtures', 'check', out, ...against)).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^\d+ exchanges: \d+ equal, 0 different/),
      });
    } finally {
      await fresh.stop();
    }
  });
});

describe.skipIf(cometbftIsAbsent)('a folder recorded from CometBFT with its kvstore', () => {
  it('gives CosmJS what CometBFT gave', async () => {
    const out = newFolder('kvstore');
    const network = await startNetwork({ chainId: 'recorded-1', powers: [10] });
    const url = network.nodes[0]?.url as string;
    const converse = (urls: Urls) =>
      converseComet(urls, async (client) => [
        await client.broadcastTxCommit({ tx: Buffer.from('colour=green') }),
        await client.abciQuery({ path: '/key', data: Buffer.from('colour') }),
      ]);
    try {
      const live = await recordedBy(out, { comet: url }, async (urls) => {
        const result = await converse(urls);
        await standingStill(url);
        return result;
      });
      expect(live[1]).toMatchObject([{ deliverTx: { code: 0 } }, { value: new Uint8Array(Buffer.from('green')) }]);
      await expectReplayed(out, live, converse);
    } finally {
      await network.close();
    }
  });
});

const API = join(COMPAT, 'node_modules/@skip-go/client/dist/esm/api');

/** Reads chains, ways and balances with `@skip-go/client`, whose functions are loaded from their files. */
async function converseAssets({ assets: apiUrl }: Urls): Promise<unknown[]> {
  const load = async (file: string, name: string) => {
    const module = (await import(pathToFileURL(join(API, `${file}.js`)).href)) as Record<
      string,
      (options: object) => Promise<unknown>
    >;
    return module[name] as (options: object) => Promise<unknown>;
  };
  const fromSource = await load('postAssetsFromSource', 'assetsFromSource');
  const sourceAssetDenom = voucher('transfer/channel-10/ahalley');
  return [
    await (await load('getChains', 'chains'))({ apiUrl }),
    await (await load('getAssets', 'assets'))({ apiUrl, chainIds: [HUB] }),
    await fromSource({ apiUrl, sourceAssetDenom: 'ahalley', sourceAssetChainId: OWN }),
    await fromSource({ apiUrl, sourceAssetDenom, sourceAssetChainId: HUB }),
    await fromSource({ apiUrl, sourceAssetDenom: 'ahalley', sourceAssetChainId: 'nowhere-1' }).catch(
      ({ message, code }: { message: string; code: number }) => [message, code],
    ),
  ];
}

describe.skipIf(toolsAreAbsent || !existsSync(API))('a folder recorded from a devnet', () => {
  it('gives viem, CosmJS and @skip-go/client what the devnet gave', async () => {
    const { bytecode } = await compileSolidity(SOURCE, 'Purse');
    const out = newFolder('devnet');
    const converse = async (urls: Urls) => [
      ...(await converseEvm(urls, bytecode)),
      ...(await converseComet(urls, () => sendOneWei(createPublicClient({ transport: http(urls['evm']) })))),
      ...(await converseAssets(urls)),
    ];
    await using devnet = await startChains(TWO_CHAINS, { assets: true, jsonRpc: true, rpc: true });
    const { evmHttp, evmWs, cometRpc, assets } = devnet.urls;
    const nodes = { evm: evmHttp, 'evm-ws': evmWs, comet: cometRpc, assets } as Urls;
    const live = await recordedBy(out, nodes, converse);
    await expectReplayed(out, live, converse);
  });
});
