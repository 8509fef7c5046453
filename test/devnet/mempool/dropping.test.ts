/** Tests how pending transactions are dropped, with the methods of each tool. */
import { describe, expect, it } from 'vitest';
import { createDevnet, type Devnet } from '../../../src/devnet/index.js';
import { to0x } from '../../../src/kernel/hex.js';
import { ask } from '../../support/ask.js';
import { NodeUnderTest, temporaryHome, transfer } from '../node_kit.js';

const UNKNOWN = `0x${'ee'.repeat(32)}`;
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

describe('a nonce that the node chooses', () => {
  const sends = (devnet: Devnet, value: number, from = 0): Promise<unknown> => {
    const [sender, to] = [devnet.accounts[from]?.address, devnet.accounts[9]?.address];
    // The fees suffice on any branch, so that nothing but the nonce can be wrong.
    const fees = { maxFeePerGas: '0x2540be400', maxPriorityFeePerGas: '0x1' };
    return ask(devnet, 'eth_sendTransaction', { from: sender, to, value: `0x${value}`, gas: '0x5208', ...fees });
  };
  const nonceOf = async (devnet: Devnet, hash: unknown): Promise<string> =>
    ((await ask(devnet, 'eth_getTransactionByHash', hash)) as { nonce: string }).nonce;

  it('is the next one after a revert that restores dropped transactions, and after their block', async () => {
    const home = await temporaryHome();
    await using devnet = await createDevnet({ seed: 'nonces', miningMode: 'manual', home });
    await sends(devnet, 1);
    const snapshot = await ask(devnet, 'evm_snapshot');
    await ask(devnet, 'anvil_dropAllTransactions');
    const [, waits] = await Promise.all([ask(devnet, 'evm_revert', snapshot), sends(devnet, 2)]);
    expect(await nonceOf(devnet, waits)).toBe('0x1');
    const again = await ask(devnet, 'evm_snapshot');
    await ask(devnet, 'anvil_dropAllTransactions');
    const [, , next] = await Promise.all([ask(devnet, 'evm_revert', again), devnet.mine(), sends(devnet, 3)]);
    expect(await nonceOf(devnet, next)).toBe('0x2');
  });

  it('is the next one for impersonated accounts too', async () => {
    await using devnet = await createDevnet({ seed: 'nonces', miningMode: 'manual' });
    const [from, to] = [`0x${'ab'.repeat(20)}`, devnet.accounts[9]?.address];
    await ask(devnet, 'hardhat_impersonateAccount', from);
    await ask(devnet, 'hardhat_setBalance', from, '0xde0b6b3a7640000');
    const tx = (value: string) => ({ from, to, value, gas: '0x5208' });
    await ask(devnet, 'eth_sendTransaction', tx('0x1'));
    const snapshot = await ask(devnet, 'evm_snapshot');
    await ask(devnet, 'anvil_dropAllTransactions');
    const [, waits] = await Promise.all([
      ask(devnet, 'evm_revert', snapshot),
      ask(devnet, 'eth_sendTransaction', tx('0x2')),
    ]);
    expect(await nonceOf(devnet, waits)).toBe('0x1');
  });

  it('is given out once while others drop, revert, mine and switch the mode', { timeout: 120_000 }, async () => {
    const home = await temporaryHome();
    await using devnet = await createDevnet({ seed: 'nonce race', home });
    let draw = 7;
    const below = (bound: number): number => {
      draw = (draw * 48_271) % 2_147_483_647;
      return draw % bound;
    };
    const pause = async (): Promise<void> => {
      for (let pauses = below(6); pauses > 0; pauses--) await new Promise((resolve) => setImmediate(resolve));
    };
    const refusals: string[] = [];
    let clients = 6;
    const client = async (index: number): Promise<void> => {
      for (let i = 0; i < 25; i++) {
        await sends(devnet, 1 + below(3), index % 3).catch((error: Error) => refusals.push(error.message));
        await pause();
      }
      clients--;
    };
    const disturb = async (act: () => Promise<unknown>): Promise<void> => {
      for (; clients > 0; await pause()) await act();
    };
    await Promise.all([
      ...Array.from({ length: clients }, (_, index) => client(index)),
      disturb(() => ask(devnet, 'anvil_dropAllTransactions')),
      disturb(() => ask(devnet, 'evm_setAutomine', below(2) === 0)),
      disturb(() => devnet.mine()),
      disturb(async () => {
        const snapshot = await ask(devnet, 'evm_snapshot');
        await pause();
        await ask(devnet, 'evm_revert', snapshot);
      }),
    ]);
    expect(refusals).toEqual([]);
  });
});
