/** Tests how pending transactions are dropped, with the methods of each tool. */
import { describe, expect, it } from 'vitest';
import { createDevnet, type Devnet } from '../../../src/devnet/index.js';
import { to0x } from '../../../src/kernel/hex.js';
import { NodeUnderTest, temporaryHome, transfer } from '../node_kit.js';

const UNKNOWN = `0x${'ee'.repeat(32)}`;
const ask = (devnet: Devnet, method: string, ...params: unknown[]): Promise<unknown> =>
  devnet.provider.request({ method, params });
const send = async (devnet: Devnet, nonce: number, from = 0): Promise<string> =>
  (await ask(devnet, 'eth_sendRawTransaction', to0x(await transfer(devnet.evmChainId, nonce, from)))) as string;
const counts = async (devnet: Devnet): Promise<unknown> =>
  Promise.all(
    devnet.accounts.slice(0, 2).map(({ address }) => ask(devnet, 'eth_getTransactionCount', address, 'pending')),
  );

describe('hardhat_dropTransaction', () => {
  it('drops a pending transaction; those after it wait for its nonce, and it may be sent again', async () => {
    await using devnet = await createDevnet({ seed: 'drops', miningMode: 'manual' });
    const [first, second] = [await send(devnet, 0), await send(devnet, 1)];
    expect(await ask(devnet, 'eth_pendingTransactions')).toMatchObject([{ hash: first }, { hash: second }]);
    expect(await ask(devnet, 'hardhat_dropTransaction', first)).toBe(true);
    // The other transaction waits for its nonce.
    expect(await ask(devnet, 'eth_pendingTransactions')).toEqual([]);
    expect(await ask(devnet, 'eth_getTransactionByHash', first)).toBeNull();
    await devnet.mine();
    expect(await ask(devnet, 'eth_getTransactionReceipt', second)).toBeNull();
    expect(await ask(devnet, 'hardhat_dropTransaction', first)).toBe(false);
    expect(await send(devnet, 0)).toBe(first);
    await devnet.mine();
    for (const hash of [first, second])
      expect(await ask(devnet, 'eth_getTransactionReceipt', hash)).toMatchObject({ blockNumber: '0x3' });
  });

  it("returns false for an unknown one, and Hardhat's error for one in a block; Anvil's method returns null", async () => {
    await using devnet = await createDevnet({ seed: 'drops' });
    const mined = await send(devnet, 0);
    expect(await ask(devnet, 'hardhat_dropTransaction', UNKNOWN)).toBe(false);
    await expect(ask(devnet, 'hardhat_dropTransaction', mined)).rejects.toMatchObject({
      code: -32602,
      message: `Transaction ${mined} cannot be dropped because it's already mined`,
    });
    for (const hash of [UNKNOWN, mined]) expect(await ask(devnet, 'anvil_dropTransaction', hash)).toBeNull();
    await ask(devnet, 'evm_setAutomine', false);
    const waits = await send(devnet, 1);
    expect(await ask(devnet, 'anvil_dropTransaction', waits)).toBe(waits);
  });
});

it("a sender's transactions are dropped at once, or those of all senders", async () => {
  await using devnet = await createDevnet({ seed: 'drops', miningMode: 'manual' });
  const [alice, bob] = devnet.accounts.map(({ address }) => address);
  const sendAll = async (): Promise<void> => {
    for (const nonce of [0, 1, 3]) await send(devnet, nonce);
    await send(devnet, 0, 1);
  };
  await sendAll();
  expect(await counts(devnet)).toEqual(['0x2', '0x1']);
  expect(await ask(devnet, 'anvil_removePoolTransactions', alice)).toBeNull();
  expect(await counts(devnet)).toEqual(['0x0', '0x1']);
  expect(await ask(devnet, 'hardhat_removePoolTransactions', bob)).toBe(true);
  await sendAll();
  expect(await ask(devnet, 'anvil_dropAllTransactions')).toBeNull();
  expect(await counts(devnet)).toEqual(['0x0', '0x0']);
  await devnet.mine();
  expect(await ask(devnet, 'eth_getBlockTransactionCountByNumber', 'latest')).toBe('0x0');
});

it('dropped transactions stay so after a restart, and return with a snapshot', async () => {
  const options = { seed: 'drops', miningMode: 'manual', home: await temporaryHome() };
  const devnet = await createDevnet(options);
  await send(devnet, 0);
  const id = await devnet.snapshot();
  const dropped = await send(devnet, 1);
  await ask(devnet, 'hardhat_dropTransaction', dropped);
  await send(devnet, 0, 1);
  await ask(devnet, 'anvil_removePoolTransactions', devnet.accounts[1]?.address);
  await devnet.close();
  const again = await createDevnet(options);
  expect(await counts(again)).toEqual(['0x1', '0x0']);
  const snapshot = await again.snapshot();
  await ask(again, 'anvil_dropAllTransactions');
  expect(await counts(again)).toEqual(['0x0', '0x0']);
  expect(await again.revert(snapshot)).toBe(true);
  expect(await counts(again)).toEqual(['0x1', '0x0']);
  await again.close();
  await using last = await createDevnet(options);
  expect(await counts(last)).toEqual(['0x1', '0x0']);
  expect(await last.revert(id)).toBe(false);
});

it('a caller that waits for the block of a dropped transaction gets an error', async () => {
  const node = await NodeUnderTest.start({ miningMode: 'manual' });
  const { comet, node: parts } = node;
  const wrapped = node.chain.app.wrap(await transfer(node.chain.evmChainId, 0));
  if (wrapped.type === 'refused') throw new Error(wrapped.log);
  const committed = comet.broadcastCommit(wrapped.tx, 60_000);
  const outcome = expect(committed).rejects.toMatchObject({
    code: 'unavailable',
    message: 'the transaction was dropped from the mempool',
  });
  while (node.chain.pool.size === 0) await new Promise((resolve) => setImmediate(resolve));
  await parts.evmBackend.dropAll();
  await outcome;
});
