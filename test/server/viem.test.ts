import { createPublicClient, createTestClient, createWalletClient, http, webSocket } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { foundry } from 'viem/chains';
import { expect, test } from 'vitest';
import { fromHex } from '../../src/kernel/hex.js';
import { ALICE, CALL_HASH, CONTRACT, COUNT_SELECTOR, word } from '../rpc/evm/little_names.js';
import { aListener } from './client.js';

const FIRST_KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

test('serves viem over HTTP, with calls in a batch', async () => {
  await using server = await aListener();
  const client = createPublicClient({ chain: foundry, transport: http(server.listener.url, { batch: true }) });
  const [chainId, number, balance, nonce, code, block, receipt, logs, fees, answer] = await Promise.all([
    client.getChainId(),
    client.getBlockNumber(),
    client.getBalance({ address: ALICE }),
    client.getTransactionCount({ address: ALICE }),
    client.getCode({ address: CONTRACT }),
    client.getBlock({ includeTransactions: true }),
    client.getTransactionReceipt({ hash: CALL_HASH as `0x${string}` }),
    client.getLogs({ fromBlock: 0n, toBlock: 'latest' }),
    client.getFeeHistory({ blockCount: 2, rewardPercentiles: [50] }),
    client.call({ to: CONTRACT, data: COUNT_SELECTOR }),
  ]);
  expect([chainId, number, nonce, code]).toEqual([31337, 2n, 2, '0x6001']);
  expect(balance).toBe(server.chain.balance(fromHex(ALICE), 2n));
  expect(block).toMatchObject({ transactions: [{ typeHex: '0x2' }] });
  expect(receipt).toMatchObject({ status: 'success', logs: [{ logIndex: 0 }] });
  expect([logs.length, fees.oldestBlock, answer.data]).toEqual([1, 1n, word(1)]);
});

test('returns errors that viem classifies', async () => {
  await using server = await aListener();
  const { listener, chain } = server;
  chain.outcomes.set('0xbad0', { type: 'revert', data: fromHex(`0x4e487b71${word(1).slice(2)}`), gasUsed: 1n });
  const client = createPublicClient({ chain: foundry, transport: http(listener.url, { retryCount: 0 }) });
  const failure = await client.call({ to: CONTRACT, data: '0xbad0' }).catch((error) => error);
  expect(failure.walk((cause: { name: string }) => cause.name === 'ExecutionRevertedError')).toBeTruthy();

  chain.submit = async () => ({
    type: 'refused',
    code: 3,
    codespace: 'evm',
    log: 'nonce too low: next nonce 5, tx nonce 4',
  });
  const wallet = createWalletClient({
    account: privateKeyToAccount(FIRST_KEY),
    chain: foundry,
    transport: http(listener.url),
  });
  const refused = await wallet.sendTransaction({ to: CONTRACT }).catch((error) => error);
  expect(refused.walk((cause: { name: string }) => cause.name === 'NonceTooLowError')).toBeTruthy();
});

test('sends transactions for viem, signed by the client and by the node', async () => {
  await using server = await aListener();
  const transport = http(server.listener.url);
  const local = createWalletClient({ account: privateKeyToAccount(FIRST_KEY), chain: foundry, transport });
  const remote = createWalletClient({ account: ALICE, chain: foundry, transport });
  for (const wallet of [local, remote]) {
    const hash = await wallet.sendTransaction({ to: CONTRACT, value: 1n });
    const [mined] = server.chain.blocks.at(-1)?.transactions ?? [];
    expect(mined).toMatchObject({ hash: fromHex(hash), from: fromHex(ALICE), to: fromHex(CONTRACT), value: 1n });
  }
});

test('pushes blocks and logs to viem over WebSocket', async () => {
  await using server = await aListener();
  const transport = webSocket(server.listener.webSocketUrl, { reconnect: false, keepAlive: false });
  const client = createPublicClient({ chain: foundry, transport });
  const heads: bigint[] = [];
  const logs: number[] = [];
  const stops = [
    client.watchBlocks({ onBlock: (block) => heads.push(block.number) }),
    client.watchEvent({ address: CONTRACT, onLogs: (seen) => logs.push(...seen.map((log) => log.logIndex)) }),
  ];
  while (server.node.subscriptions.size < 2) await new Promise(setImmediate);
  server.chain.mine({ logs: [[], []] });
  while (heads.length === 0 || logs.length < 2) await new Promise(setImmediate);
  expect([heads, logs]).toEqual([[3n], [0, 1]]);
  for (const stop of stops) stop();
  const socket = await client.transport.getRpcClient();
  socket.close();
});

test('polls filters for viem', async () => {
  await using server = await aListener();
  const client = createTestClient({ chain: foundry, mode: 'anvil', transport: http(server.listener.url) });
  const filter = await client.request({ method: 'eth_newBlockFilter' } as never);
  server.chain.mine();
  expect(await client.request({ method: 'eth_getFilterChanges', params: [filter] } as never)).toHaveLength(1);
});
