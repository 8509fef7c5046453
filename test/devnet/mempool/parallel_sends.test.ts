/** Tests transactions that a client sends at once, without nonce and gas: each estimate sees those sent before it. */
import { once } from 'node:events';
import { createPublicClient, createWalletClient, encodeFunctionData, type Hex, http } from 'viem';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { createDevnet, type Devnet } from '../../../src/devnet/index.js';
import { type CompiledContract, compileSolidity } from '../../support/solidity.js';

/** Each call writes one slot more than the one before it, so it needs more gas than an estimate on the same state says. */
const SOURCE = `// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

contract Growing {
  address[] public senders;
  mapping(uint256 => uint256) public slots;

  function add() external {
    senders.push(msg.sender);
    for (uint256 i = 0; i < senders.length; i++) slots[senders.length * 1000 + i] = 1;
  }
  function count() external view returns (uint256) { return senders.length; }
}`;
const SENDS = 20;
/** Creates a contract from `while (gasleft() > 100000);`, of which an estimate takes tens of milliseconds. */
const BURN = '0x5b620186a05a115f5700';
const LONG_SENDS = 20;

let growing: CompiledContract;
beforeAll(async () => {
  growing = await compileSolidity(SOURCE, 'Growing');
});

async function started(): Promise<Devnet> {
  const devnet = await createDevnet({ jsonRpc: { address: true, limits: { gasCap: 30_000_000n } } });
  onTestFinished(() => devnet.close());
  return devnet;
}

/** Sends over HTTP, as a test suite does. */
async function clientOf(devnet: Devnet) {
  const transport = http(devnet.urls.evmHttp ?? '', { retryCount: 0 });
  const reader = createPublicClient({ transport, pollingInterval: 50 });
  const wallet = createWalletClient({ transport });
  const from = devnet.accounts[0]?.address as Hex;
  const hash = (await wallet.request({
    method: 'eth_sendTransaction',
    params: [{ from, data: growing.bytecode }],
  })) as Hex;
  const { contractAddress } = await reader.getTransactionReceipt({ hash });
  const to = contractAddress as Hex;
  const data = encodeFunctionData({ abi: growing.abi, functionName: 'add' });
  return {
    count: () => reader.readContract({ address: to, abi: growing.abi, functionName: 'count' }),
    receipt: (of: Hex) => reader.getTransactionReceipt({ hash: of }),
    transaction: (of: Hex) => reader.getTransaction({ hash: of }),
    send: async (sender: string): Promise<Hex> =>
      (await wallet.request({ method: 'eth_sendTransaction', params: [{ from: sender as Hex, to, data }] })) as Hex,
  };
}

it('of one account all succeed, in the order in which they were sent', async () => {
  const devnet = await started();
  const { send, receipt, transaction, count } = await clientOf(devnet);
  const from = devnet.accounts[0]?.address ?? '';
  const hashes = await Promise.all(Array.from({ length: SENDS }, () => send(from)));
  const receipts = await Promise.all(hashes.map(receipt));
  expect(receipts.map(({ status }) => status)).toEqual(hashes.map(() => 'success'));
  const nonces = (await Promise.all(hashes.map(transaction))).map(({ nonce }) => nonce);
  expect(nonces).toEqual(hashes.map((_, i) => i + 1));
  expect(await count()).toBe(BigInt(SENDS));
});

it('of many accounts all succeed', async () => {
  const devnet = await started();
  const { send, receipt, count } = await clientOf(devnet);
  const hashes = await Promise.all(devnet.accounts.slice(0, SENDS).map(({ address }) => send(address)));
  const receipts = await Promise.all(hashes.map(receipt));
  expect(receipts.map(({ status }) => status)).toEqual(hashes.map(() => 'success'));
  expect(await count()).toBe(BigInt(SENDS));
});

it('twenty of one connection do not delay one of another', async () => {
  const devnet = await started();
  const { send } = await clientOf(devnet);
  const [from, other] = devnet.accounts.map(({ address }) => address);
  const socket = new WebSocket(`${devnet.urls.evmWs}`);
  onTestFinished(() => socket.close());
  await once(socket, 'open');
  let answered = 0;
  socket.on('message', () => answered++);
  const first = once(socket, 'message');
  for (let nonce = 1; nonce <= LONG_SENDS; nonce++) {
    const params = [{ from, data: BURN, nonce: `0x${nonce.toString(16)}` }];
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: nonce, method: 'eth_sendTransaction', params }));
  }
  await first;
  await send(other ?? '');
  expect(answered).toBeLessThan(LONG_SENDS);
});
