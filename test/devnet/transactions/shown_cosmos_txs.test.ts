/** Tests Cosmos transactions as EVM clients see them, with the setting that shows them. */
import { GasPrice, SigningStargateClient } from '@cosmjs/stargate';
import { JsonRpcProvider } from 'ethers';
import { createPublicClient, erc20Abi, http, parseEventLogs } from 'viem';
import { afterEach, expect, it } from 'vitest';
import { encodeBech32 } from '../../../src/codec/bech32.js';
import { createDevnet, type Devnet, type DevnetOptions, fixedClock } from '../../../src/devnet/index.js';
import { fromHex } from '../../../src/kernel/hex.js';
import { parseTime, type UnixNanos } from '../../../src/kernel/time.js';
import { ask } from '../../support/ask.js';
import { ethereumSigner } from '../../support/ethereum_signer.js';
import { temporaryHome } from '../node_kit.js';

const START = parseTime('2025-01-01T00:00:00Z') as UnixNanos;
const FEE = { amount: [{ denom: 'ahalley', amount: '400000000000001' }], gas: '200003' };
const NATIVE = `0x${'ee'.repeat(20)}`;

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function open(enableCosmosTxs: boolean, options: DevnetOptions = {}): Promise<Devnet> {
  const jsonRpc = { address: '127.0.0.1:0', enableCosmosTxs, namespaces: ['all'] };
  const devnet = await createDevnet({ rpc: true, clock: fixedClock(START), seed: 'shown', jsonRpc, ...options });
  ends.push(() => devnet.close());
  return devnet;
}

const addressOf = ({ accounts }: Devnet, index: number): string => accounts[index]?.address.toLowerCase() ?? '';
const keyOf = ({ accounts }: Devnet, index: number): string => accounts[index]?.privateKey ?? '';
const bech32 = (hex: string): string => encodeBech32('halley', fromHex(hex.slice(2)));

async function cosmosClient(devnet: Devnet, index: number): Promise<SigningStargateClient> {
  const signer = ethereumSigner(fromHex(keyOf(devnet, index).slice(2)), addressOf(devnet, index), 'direct');
  const client = await SigningStargateClient.connectWithSigner(devnet.urls.cometRpc ?? '', signer, {
    gasPrice: GasPrice.fromString('2000000000ahalley'),
    broadcastPollIntervalMs: 10,
  });
  ends.push(() => client.disconnect());
  return client;
}

/** Sends coins from account 0 to account 1 over the Cosmos side. Returns the hash, as EVM clients write it. */
async function send(devnet: Devnet, amount: string, to = addressOf(devnet, 1)): Promise<string> {
  const client = await cosmosClient(devnet, 0);
  const coins = [{ denom: 'ahalley', amount }];
  const { transactionHash } = await client.sendTokens(bech32(addressOf(devnet, 0)), bech32(to), coins, FEE);
  return `0x${transactionHash.toLowerCase()}`;
}

it('shows a bank send to viem and ethers: in blocks, by hash and index, with receipt, log and bloom', async () => {
  const devnet = await open(true);
  const hash = await send(devnet, '1234567');
  const viem = createPublicClient({ transport: http(devnet.urls.evmHttp ?? ''), pollingInterval: 10 });
  const block = await viem.getBlock({ includeTransactions: true });
  expect(block.transactions.map((tx) => [tx.hash, tx.typeHex, tx.from, tx.nonce])).toEqual([
    [hash, '0x58', addressOf(devnet, 0), 0],
  ]);
  const receipt = await viem.getTransactionReceipt({ hash: hash as `0x${string}` });
  expect(receipt).toMatchObject({ status: 'success', transactionIndex: 0, type: '0x58', gasUsed: block.gasUsed });
  const logs = parseEventLogs({ abi: erc20Abi, logs: receipt.logs, eventName: 'Transfer' });
  expect(logs.map(({ address, args }) => [address, args.from.toLowerCase(), args.value])).toEqual([
    [NATIVE, addressOf(devnet, 0), 400000000000001n],
    [NATIVE, addressOf(devnet, 0), 1234567n],
  ]);
  expect(logs[1]?.args.to.toLowerCase()).toBe(addressOf(devnet, 1));

  const provider = new JsonRpcProvider(devnet.urls.evmHttp ?? '', undefined, { pollingInterval: 10 });
  ends.push(() => provider.destroy());
  const ethersBlock = await provider.getBlock('latest', true);
  expect(ethersBlock?.prefetchedTransactions.map((tx) => [tx.hash, tx.type])).toEqual([[hash, 88]]);
  expect(await provider.getTransaction(hash)).toMatchObject({ hash, index: 0, type: 88 });
  expect(await provider.getTransactionReceipt(hash)).toMatchObject({ hash, type: 88, status: 1 });
  expect(await provider.getLogs({ address: NATIVE, fromBlock: 0 })).toHaveLength(2);
});

interface Log {
  readonly transactionHash: string;
  readonly topics: readonly string[];
  readonly logIndex: string;
  readonly data: string;
  readonly removed: boolean;
}

const logText = ({ transactionHash, logIndex, data, removed }: Log): string =>
  `${removed ? '-' : ''}${transactionHash} ${Number(logIndex)} ${BigInt(data)}`;

const transfers = async (devnet: Devnet): Promise<readonly string[]> =>
  (await ask<readonly Log[]>(devnet, 'eth_getLogs', { fromBlock: '0x0', address: NATIVE })).map(logText);

/** A contract that logs its call: LOG0 of no data. */
const LOGGER = '0x60006000a000';

/** Makes a block in which a Cosmos transaction precedes an Ethereum one that logs. Returns both hashes. */
async function mixedBlock(devnet: Devnet): Promise<{ cosmos: string; ethereum: string }> {
  const to = `0x${'c0'.repeat(20)}`;
  await ask(devnet, 'hardhat_setCode', to, LOGGER);
  await ask(devnet, 'evm_setAutomine', false);
  const client = await cosmosClient(devnet, 0);
  const coins = [{ denom: 'ahalley', amount: '17' }];
  const value = { fromAddress: bech32(addressOf(devnet, 0)), toAddress: bech32(addressOf(devnet, 1)), amount: coins };
  const message = { typeUrl: '/cosmos.bank.v1beta1.MsgSend', value };
  const cosmos = await client.signAndBroadcastSync(bech32(addressOf(devnet, 0)), [message], FEE);
  const ethereum = await ask(devnet, 'eth_sendTransaction', { from: addressOf(devnet, 2), to, gas: '0x7530' });
  await ask(devnet, 'evm_mine');
  return { cosmos: `0x${cosmos.toLowerCase()}`, ethereum };
}

it('keeps what Ethereum transactions show, and puts Cosmos transactions after them', async () => {
  const [devnet, plain] = [await open(true), await open(false)];
  const [{ cosmos, ethereum }, same] = [await mixedBlock(devnet), await mixedBlock(plain)];
  expect(same).toEqual({ cosmos, ethereum });
  for (const method of ['eth_getTransactionByHash', 'eth_getTransactionReceipt'])
    expect(await ask(devnet, method, ethereum)).toEqual(await ask(plain, method, ethereum));
  const [shown, hidden] = [
    await ask(devnet, 'eth_getBlockByNumber', 'latest', false),
    await ask(plain, 'eth_getBlockByNumber', 'latest', false),
  ];
  expect(shown).toEqual({ ...hidden, transactions: [ethereum, cosmos], logsBloom: shown.logsBloom });
  expect(shown.logsBloom).not.toBe(hidden.logsBloom);
  const height = shown.number;
  const receipts = await ask(devnet, 'eth_getBlockReceipts', height);
  expect(receipts).toEqual([
    await ask(plain, 'eth_getTransactionReceipt', ethereum),
    await ask(devnet, 'eth_getTransactionReceipt', cosmos),
  ]);
  expect(receipts[1]).toMatchObject({ type: '0x58', transactionIndex: '0x1', cumulativeGasUsed: shown.gasUsed });
  expect(receipts[1].logs.map(({ logIndex }: { logIndex: string }) => logIndex)).toEqual(['0x1', '0x2']);
  expect(await ask(devnet, 'eth_getLogs', { blockHash: shown.hash })).toEqual([
    ...receipts[0].logs,
    ...receipts[1].logs,
  ]);
  expect(await ask(devnet, 'eth_getTransactionByBlockNumberAndIndex', height, '0x1')).toEqual(
    await ask(devnet, 'eth_getTransactionByHash', cosmos),
  );
  expect(await ask(devnet, 'eth_getBlockTransactionCountByNumber', height)).toBe('0x2');
  const fees = ['0x1', height, [50]];
  expect(await ask(devnet, 'eth_feeHistory', ...fees)).toEqual(await ask(plain, 'eth_feeHistory', ...fees));
  const [rlp, plainRlp] = [
    await ask(devnet, 'debug_getBlockRlp', Number(height)),
    await ask(plain, 'debug_getBlockRlp', Number(height)),
  ];
  expect(rlp.replace(shown.logsBloom.slice(2), hidden.logsBloom.slice(2))).toBe(plainRlp);
  expect(await ask(devnet, 'debug_traceBlockByNumber', height)).toHaveLength(1);
  for (const method of ['debug_traceTransaction', 'trace_transaction', 'ots_traceTransaction'])
    await expect(ask(devnet, method, cosmos)).rejects.toThrow(
      `transaction ${cosmos} is a Cosmos transaction, which has no trace`,
    );
  for (const method of ['eth_getTransactionByHash', 'eth_getTransactionReceipt'])
    expect(await ask(plain, method, cosmos)).toBeNull();
  expect(await transfers(plain)).toEqual([]);
});

it('reports them to filters and subscriptions, and as removed by a revert', async () => {
  const devnet = await open(true);
  const filter = await ask(devnet, 'eth_newFilter', { address: NATIVE });
  const pushed: string[] = [];
  devnet.provider.on('message', ({ data }) => pushed.push(logText(data.result as unknown as Log)));
  await ask(devnet, 'eth_subscribe', 'logs', { address: NATIVE });
  const snapshot = await ask(devnet, 'evm_snapshot');
  const before = await ask(devnet, 'eth_getBlockByNumber', 'latest', true);
  const hash = await send(devnet, '31');
  const [fee, moved] = [`${hash} 0 400000000000001`, `${hash} 1 31`];
  expect(await transfers(devnet)).toEqual([fee, moved]);
  const first = await ask<readonly Log[]>(devnet, 'eth_getFilterChanges', filter);
  await ask(devnet, 'evm_revert', snapshot);
  expect(await transfers(devnet)).toEqual([]);
  expect(await ask(devnet, 'eth_getBlockByNumber', 'latest', true)).toEqual(before);
  expect(await ask(devnet, 'eth_getTransactionReceipt', hash)).toBeNull();
  const other = await send(devnet, '37');
  expect(await transfers(devnet)).toEqual([`${other} 0 400000000000001`, `${other} 1 37`]);
  const later = await ask<readonly Log[]>(devnet, 'eth_getFilterChanges', filter);
  const all = [fee, moved, `-${fee}`, `-${moved}`, `${other} 0 400000000000001`, `${other} 1 37`];
  expect([...first, ...later].map(logText)).toEqual(all);
  expect(pushed).toEqual(all);
});

it('shows the same after a restart, and a failed message with its fee', async () => {
  const home = await temporaryHome();
  const devnet = await open(true, { home });
  const hash = await send(devnet, '41');
  const failed = await send(devnet, `${10n ** 30n}`);
  const seen = async (from: Devnet) =>
    Promise.all([
      transfers(from),
      ...['0x2', '0x3'].map((number) => ask(from, 'eth_getBlockByNumber', number, true)),
      ...[hash, failed].map((each) => ask(from, 'eth_getTransactionReceipt', each)),
    ]);
  const before = await seen(devnet);
  expect(before[0]).toEqual([`${hash} 0 400000000000001`, `${hash} 1 41`, `${failed} 0 400000000000001`]);
  expect(before[4]).toMatchObject({ status: '0x0', from: addressOf(devnet, 0) });
  await devnet.close();
  expect(await seen(await open(true, { home }))).toEqual(before);
});

it('logs coins of a token pair at its contract, and adds up to the changes of balances', async () => {
  const devnet = await open(true);
  const contract = `0x${'ab'.repeat(20)}`;
  await ask(devnet, 'halley_mintCoins', addressOf(devnet, 0), 'uatom', '0x3e8');
  await ask(devnet, 'evm_mine');
  const client = await cosmosClient(devnet, 0);
  const own = bech32(addressOf(devnet, 0));
  const multiSend = {
    inputs: [{ address: own, coins: [{ denom: 'uatom', amount: '30' }] }],
    outputs: [1, 2].map((index) => ({
      address: bech32(addressOf(devnet, index)),
      coins: [{ denom: 'uatom', amount: `${10 * index}` }],
    })),
  };
  const sendBoth = () =>
    client.signAndBroadcast(own, [{ typeUrl: '/cosmos.bank.v1beta1.MsgMultiSend', value: multiSend }], FEE);
  const early = await sendBoth();
  await ask(devnet, 'halley_registerTokenPair', 'uatom', contract);
  await ask(devnet, 'evm_mine');
  const late = await sendBoth();
  const logs = await ask(devnet, 'eth_getLogs', { fromBlock: '0x0', address: contract });
  expect(
    logs.map(({ transactionHash, topics, data }: { transactionHash: string; topics: string[]; data: string }) => [
      transactionHash,
      ...topics.slice(1).map((topic) => `0x${topic.slice(26)}`),
      BigInt(data),
    ]),
  ).toEqual(
    [1, 2].map((index) => [
      `0x${late.transactionHash.toLowerCase()}`,
      addressOf(devnet, 0),
      addressOf(devnet, index),
      BigInt(10 * index),
    ]),
  );
  expect(early.code).toBe(0);
});
