/** Tests a devnet in this process, without sockets: the whole chain behind an EIP-1193 provider. */
import { privateKeyToAccount } from 'viem/accounts';
import { afterEach, describe, expect, it } from 'vitest';
import { createDevnet, type Devnet, type DevnetOptions, fixedClock } from '../../../src/devnet/index.js';
import { parseTime, type UnixNanos } from '../../../src/kernel/time.js';
import { ask } from '../../support/ask.js';

const START = parseTime('2025-01-01T00:00:00Z') as UnixNanos;
const open: Devnet[] = [];

async function start(options: DevnetOptions = {}): Promise<Devnet> {
  const devnet = await createDevnet({ clock: fixedClock(START), ...options });
  open.push(devnet);
  return devnet;
}

afterEach(async () => {
  for (const devnet of open.splice(0)) await devnet.close();
});

interface Block {
  readonly hash: string;
  readonly parentHash: string;
  readonly number: string;
  readonly timestamp: string;
  readonly transactions: readonly string[];
}

const address = (devnet: Devnet, index: number): string => devnet.accounts[index]?.address ?? '';

const transfer = (devnet: Devnet, nonce?: number): Promise<string> =>
  ask(devnet, 'eth_sendTransaction', {
    from: address(devnet, 0),
    to: address(devnet, 1),
    value: '0x1',
    gas: '0x5208',
    ...(nonce !== undefined && { nonce: `0x${nonce.toString(16)}` }),
  });

/** Returns a signed transfer. */
async function signedTransfer(devnet: Devnet, nonce: number, tip = 1n): Promise<`0x${string}`> {
  const account = privateKeyToAccount(devnet.accounts[0]?.privateKey as `0x${string}`);
  return account.signTransaction({
    type: 'eip1559',
    chainId: Number(devnet.evmChainId),
    nonce,
    gas: 21_000n,
    maxFeePerGas: 10n ** 10n * tip,
    maxPriorityFeePerGas: tip,
    to: account.address,
    value: 1n,
  });
}

describe('automine', () => {
  it('has block 1 from the start, and block 0 as its parent', async () => {
    const devnet = await start();
    const [zero, one] = [
      await ask<Block>(devnet, 'eth_getBlockByNumber', '0x0', false),
      await ask<Block>(devnet, 'eth_getBlockByNumber', 'latest', false),
    ];
    expect(one).toMatchObject({ number: '0x1', parentHash: zero.hash });
  });

  it('puts each transaction into a separate block before it responds', async () => {
    const devnet = await start();
    for (let i = 0; i < 3; i++) {
      const hash = await transfer(devnet);
      const receipt = await ask<{ status: string; blockNumber: string }>(devnet, 'eth_getTransactionReceipt', hash);
      expect(receipt).toMatchObject({ status: '0x1', blockNumber: `0x${(i + 2).toString(16)}` });
    }
    expect(devnet.height).toBe(4n);
  });

  it('lets whole seconds increase from block to block', async () => {
    const devnet = await start();
    for (let i = 0; i < 3; i++) await transfer(devnet);
    const times: number[] = [];
    for (let n = 0; n <= 4; n++)
      times.push(Number((await ask<Block>(devnet, 'eth_getBlockByNumber', `0x${n.toString(16)}`, false)).timestamp));
    expect(times.slice(1)).toEqual([0, 1, 2, 3].map((i) => (times[1] as number) + i));
  });

  it('queues a transaction with a later nonce, and mines it with the missing one', async () => {
    const devnet = await start();
    const later = await ask(devnet, 'eth_sendRawTransaction', await signedTransfer(devnet, 1));
    expect(devnet.height).toBe(1n);
    expect(await ask(devnet, 'eth_getTransactionReceipt', later)).toBeNull();
    expect(await ask(devnet, 'eth_getTransactionByHash', later)).toMatchObject({ blockNumber: null, nonce: '0x1' });
    const missing = await ask(devnet, 'eth_sendRawTransaction', await signedTransfer(devnet, 0));
    expect((await ask<Block>(devnet, 'eth_getBlockByNumber', 'latest', false)).transactions).toEqual([missing, later]);
  });

  it('refuses with error texts that wallets classify, and changes nothing', async () => {
    const devnet = await start();
    await transfer(devnet);
    await expect(ask(devnet, 'eth_sendRawTransaction', await signedTransfer(devnet, 0))).rejects.toMatchObject({
      code: -32000,
      message: expect.stringMatching(/^nonce too low: next nonce 1, tx nonce 0/),
    });
    expect(devnet.height).toBe(2n);
  });
});

describe('manual mining', () => {
  it('holds transactions until a request, and chooses the better of two with one nonce', async () => {
    const devnet = await start({ miningMode: 'manual' });
    const [cheap, dear] = [await signedTransfer(devnet, 0), await signedTransfer(devnet, 0, 2n)];
    await ask(devnet, 'eth_sendRawTransaction', cheap);
    const hash = await ask(devnet, 'eth_sendRawTransaction', dear);
    expect(devnet.height).toBe(1n);
    await devnet.mine();
    expect((await ask<Block>(devnet, 'eth_getBlockByNumber', 'latest', false)).transactions).toEqual([hash]);
  });

  it('makes empty blocks too', async () => {
    const devnet = await start({ miningMode: 'manual' });
    await devnet.mine();
    await devnet.mine();
    expect(devnet.height).toBe(3n);
  });
});

describe('any number of validators', () => {
  it.each([1, 2, 7, 20])('decides with %i', async (validators) => {
    const devnet = await start({ validators });
    await transfer(devnet);
    expect(devnet.height).toBe(2n);
  });
});

describe('the same seed and transactions', () => {
  async function hashes(seed: string): Promise<string[]> {
    const devnet = await start({ seed });
    for (let i = 0; i < 3; i++) await transfer(devnet);
    const found: string[] = [];
    for (let n = 0; n <= 4; n++)
      found.push((await ask<Block>(devnet, 'eth_getBlockByNumber', `0x${n.toString(16)}`, false)).hash);
    return found;
  }

  it('give the same block hashes', async () => {
    expect(await hashes('5')).toEqual(await hashes('5'));
  });

  it('differ with another seed', async () => {
    expect((await hashes('5'))[1]).not.toBe((await hashes('6'))[1]);
  });
});

describe('a snapshot', () => {
  it('restores blocks, balances, nonces and pending transactions', async () => {
    const devnet = await start({ miningMode: 'manual' });
    await transfer(devnet);
    await devnet.mine();
    const waiting = await transfer(devnet);
    const id = await devnet.snapshot();
    const balance = await ask(devnet, 'eth_getBalance', address(devnet, 1), 'latest');
    await devnet.mine();
    await transfer(devnet);
    await devnet.mine();

    expect(await devnet.revert(id)).toBe(true);
    expect(devnet.height).toBe(2n);
    expect(await ask(devnet, 'eth_getBalance', address(devnet, 1), 'latest')).toBe(balance);
    expect(await ask(devnet, 'eth_getTransactionCount', address(devnet, 0), 'latest')).toBe('0x1');
    expect(await ask(devnet, 'eth_getTransactionReceipt', waiting)).toBeNull();
    await devnet.mine();
    expect((await ask<Block>(devnet, 'eth_getBlockByNumber', 'latest', false)).transactions).toEqual([waiting]);
  });

  it('gives the same blocks as a chain without the reverted ones', async () => {
    const straight = await start();
    await transfer(straight);
    const detour = await start();
    const id = await detour.snapshot();
    for (let i = 0; i < 3; i++) await transfer(detour);
    await detour.revert(id);
    await transfer(detour);
    const head = (devnet: Devnet) => ask<Block>(devnet, 'eth_getBlockByNumber', 'latest', false);
    expect((await head(detour)).hash).toBe((await head(straight)).hash);
  });

  it('is identified by its number among several; the first is 1', async () => {
    const devnet = await start({ miningMode: 'manual' });
    const ids: number[] = [];
    for (let i = 0; i < 3; i++) {
      ids.push(await devnet.snapshot());
      await devnet.mine();
    }
    expect(ids).toEqual([1, 2, 3]);
    expect([await devnet.revert(0), await devnet.revert(4), devnet.height]).toEqual([false, false, 4n]);
    expect([await devnet.revert(2), devnet.height]).toEqual([true, 2n]);
    expect([await devnet.revert(1), devnet.height]).toEqual([true, 1n]);
    expect(await devnet.snapshot()).toBe(4);
  });

  it('is removed by a revert, with all later ones', async () => {
    const devnet = await start();
    const first = await devnet.snapshot();
    const second = await devnet.snapshot();
    expect(await devnet.revert(first)).toBe(true);
    expect(await devnet.revert(second)).toBe(false);
    expect(await devnet.revert(first)).toBe(false);
  });
});
