/** Tests a fork whose node goes away while it is used. */
import { encodeFunctionData, type Hex } from 'viem';
import { beforeEach, describe, expect, it } from 'vitest';
import { deployToken, type Opened, openFork, openOrigin, TOKEN_ABI } from './forked_devnet.js';
import { type RelayServer, startRelay } from './relay.js';

const MINUTES = 300_000;
const NOBODY = '0x00000000000000000000000000000000000000aa';

let relay: RelayServer;
let fork: Opened;
let token: Hex;
beforeEach(async () => {
  const origin = await openOrigin();
  token = await deployToken(origin);
  await origin.test.send(2, { to: NOBODY, value: 5n });
  relay = await startRelay(origin.url);
  fork = await openFork(relay.url, { miningMode: 'manual' });
}, MINUTES);

const call = (functionName: string, ...args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi: TOKEN_ABI, functionName, args });

describe('while the node of the other chain is away', { timeout: MINUTES }, () => {
  it('reads, calls, traces and dev methods fail, and work again later', async () => {
    relay.isBroken = () => true;
    const sum = { to: token, data: call('sum') };
    const acts: (readonly [string, ...unknown[]])[] = [
      ['eth_getBalance', NOBODY, 'latest'],
      ['eth_call', sum, 'latest'],
      ['debug_traceCall', sum, 'latest', {}],
      ['anvil_setNonce', NOBODY, '0x5'],
      ['eth_estimateGas', sum],
    ];
    for (const [method, ...params] of acts)
      await expect(fork.ask(method, ...params), method).rejects.toMatchObject({ code: -32000 });
    relay.isBroken = () => false;
    for (const [method, ...params] of acts) await fork.ask(method, ...params);
    expect(await fork.ask('eth_getBalance', NOBODY, 'latest')).toBe('0x5');
    expect(fork.failures).toEqual([]);
  });

  it('a transaction that needs it stays out of the block, and comes into a later one', async () => {
    const { hash } = await fork.test.send(1, { to: token, data: call('transfer', NOBODY, 7n) });
    const other = await fork.test.send(3, { to: `0x${'f39fd6e51aad88f6f4ce6ab8827279cfffb92266'}`, value: 1n });
    relay.isBroken = () => true;
    await fork.test.mine();
    expect(await fork.ask('eth_getTransactionReceipt', hash)).toBeNull();
    expect(await fork.ask('eth_getTransactionReceipt', other.hash)).toMatchObject({ status: '0x1' });
    expect(await fork.ask('eth_getBlockByNumber', 'pending', false)).toMatchObject({ transactions: [] });
    relay.isBroken = () => false;
    await fork.test.mine();
    expect(await fork.ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' });
    expect(fork.failures).toEqual([]);
  });

  it('a call whose slots do not arrive fails alone', async () => {
    await fork.ask('eth_getCode', token, 'latest');
    relay.isBroken = (text) => text.includes('eth_getStorageAt');
    await expect(fork.ask('eth_call', { to: token, data: call('sum') }, 'latest')).rejects.toMatchObject({
      code: -32000,
    });
    expect(await fork.ask('eth_getBalance', NOBODY, 'latest')).toBe('0x5');
    expect(fork.failures).toEqual([]);
  });
});
