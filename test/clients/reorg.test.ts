/** Tests what watchers of viem and ethers receive over sockets when the chain is reorganised. */
import { WebSocketProvider } from 'ethers';
import { type Address, createPublicClient, type Hex, type Log, webSocket } from 'viem';
import { expect, it, onTestFinished, vi } from 'vitest';
import { asking } from '../support/ask.js';
import { LAB_ABI, openLab } from './lab.js';

interface Head {
  readonly hash: string;
  readonly parentHash: string;
  readonly transactions: readonly string[];
}

interface Seen {
  readonly blockNumber: number;
  readonly blockHash: string;
  readonly removed: boolean;
}

it('watchers receive the removed logs, then those of the new branch with its heads', async () => {
  const lab = await openLab();
  const ask = asking(lab.devnet);
  onTestFinished(() => lab.devnet.close());
  const [from, to] = [lab.accounts[0] as Address, lab.accounts[1] as Address];
  const client = createPublicClient({ transport: webSocket(lab.wsUrl) });
  const socket = new WebSocketProvider(lab.wsUrl);
  onTestFinished(() => socket.destroy());
  const [logs, heads, ethersLogs]: [Seen[], string[], Seen[]] = [[], [], []];
  const asSeen = (log: Log): Seen => ({
    blockNumber: Number(log.blockNumber),
    blockHash: `${log.blockHash}`,
    removed: (log as unknown as { removed: boolean }).removed,
  });
  const stops = [
    client.watchContractEvent({
      abi: LAB_ABI,
      address: lab.address,
      eventName: 'Transfer',
      onLogs: (received) => logs.push(...received.map((log) => asSeen(log as unknown as Log))),
    }),
    client.watchBlocks({ onBlock: ({ hash }) => heads.push(`${hash}`) }),
  ];
  await socket.on({ address: lab.address }, ({ blockNumber, blockHash, removed }) =>
    ethersLogs.push({ blockNumber, blockHash, removed }),
  );
  await client.getBlockNumber();
  const transfer = (value: bigint) => ({ from, to: lab.address, data: dataOf(to, value), gas: '0x186a0' });
  for (const value of [11n, 12n, 13n]) await ask('eth_sendTransaction', transfer(value));
  await vi.waitFor(() => expect([logs.length, ethersLogs.length, heads.length]).toEqual([3, 3, 3]));
  const old = [...logs];
  // The second of two new blocks has the transaction again.
  await ask('anvil_reorg', 2, [[transfer(12n), 1]]);
  await vi.waitFor(() => expect([logs.length, ethersLogs.length]).toEqual([6, 4]));
  const head = await ask<Head>('eth_getBlockByNumber', 'latest', false);
  const gone = old.slice(1).map((log) => ({ ...log, removed: true }));
  expect(logs.slice(3)).toEqual([...gone, { ...gone[1], blockHash: head.hash, removed: false }]);
  // ethers has events of its own for removed logs.
  expect(ethersLogs).toEqual(logs.filter(({ removed }) => !removed));
  await vi.waitFor(() => expect(heads.slice(-2)).toEqual([head.parentHash, head.hash]));
  expect(await client.getTransactionReceipt({ hash: head.transactions[0] as Hex })).toMatchObject({
    blockHash: head.hash,
  });
  for (const stop of stops) stop();
  (await client.transport.getRpcClient()).close();
});

const dataOf = (to: string, value: bigint): string =>
  `0xa9059cbb${to.slice(2).toLowerCase().padStart(64, '0')}${value.toString(16).padStart(64, '0')}`;
