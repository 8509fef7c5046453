/** Runs every action of viem's test client over the URL, on a node in the compat mode of each tool. */
import {
  createPublicClient,
  createTestClient,
  createWalletClient,
  type Hash,
  http,
  parseEther,
  testActions,
} from 'viem';
import { anvil } from 'viem/chains';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type HalleyProcess, startHalley } from './process.js';

const SOMEBODY = '0x00000000000000000000000000000000000000aa';
const CODE = '0x600160005260206000f3';
const NO_FORK = { cause: { code: -32000, message: expect.stringContaining('this chain is not a fork') } };

describe.each(['anvil', 'hardhat'] as const)('in mode %s', (mode) => {
  let node: HalleyProcess;
  let base: Hash;
  let account: `0x${string}`;
  const transport = () => http(node.urls.evmHttp, { retryCount: 0 });
  const tester = () => createTestClient({ chain: anvil, mode, transport: transport() });
  const reader = () => createPublicClient({ chain: anvil, transport: transport(), cacheTime: 0 });
  const sender = () => createWalletClient({ chain: anvil, transport: transport() });
  const send = () => sender().sendTransaction({ account, to: SOMEBODY, value: 1n });
  const block = () => reader().getBlock();

  beforeAll(async () => {
    node = await startHalley('--json-rpc.api=all', `--compat=${mode}`);
    account = node.accounts[0]?.address as `0x${string}`;
  });
  afterAll(() => node.stop());
  beforeEach(async () => {
    if (base !== undefined) await tester().revert({ id: base });
    base = await tester().snapshot();
  });

  const ACTIONS: Readonly<Record<string, () => Promise<unknown>>> = {
    async dropTransaction() {
      await tester().setAutomine(false);
      const hash = await send();
      await tester().dropTransaction({ hash });
      await tester().mine({ blocks: 1 });
      await expect(reader().getTransaction({ hash })).rejects.toThrow('could not be found');
      await tester().setAutomine(true);
    },
    async dumpState() {
      expect(await tester().dumpState()).toMatch(/^0x1f8b/);
    },
    async getAutomine() {
      expect(await tester().getAutomine()).toBe(true);
    },
    async getTxpoolContent() {
      await tester().setAutomine(false);
      const hash = await send();
      const { pending } = await tester().getTxpoolContent();
      const sent = Object.entries(pending).find(([from]) => from.toLowerCase() === account.toLowerCase())?.[1];
      expect(Object.values(sent ?? {}).map((tx) => tx.hash)).toEqual([hash]);
      await tester().setAutomine(true);
    },
    async getTxpoolStatus() {
      await tester().setAutomine(false);
      await send();
      expect(await tester().getTxpoolStatus()).toEqual({ pending: 1, queued: 0 });
      await tester().setAutomine(true);
    },
    async impersonateAccount() {
      await tester().setBalance({ address: SOMEBODY, value: parseEther('1') });
      await tester().impersonateAccount({ address: SOMEBODY });
      const hash = await sender().sendTransaction({ account: SOMEBODY, to: account });
      expect(await reader().getTransactionReceipt({ hash })).toMatchObject({ status: 'success', from: SOMEBODY });
    },
    async increaseTime() {
      const { timestamp } = await block();
      await tester().increaseTime({ seconds: 1000 });
      await tester().mine({ blocks: 1 });
      expect((await block()).timestamp).toBeGreaterThanOrEqual(timestamp + 1000n);
    },
    async inspectTxpool() {
      await tester().setAutomine(false);
      await send();
      expect(JSON.stringify(await tester().inspectTxpool())).toContain('1 wei');
      await tester().setAutomine(true);
    },
    async loadState() {
      const state = await tester().dumpState();
      await tester().setBalance({ address: account, value: 1n });
      await tester().loadState({ state });
      expect(await reader().getBalance({ address: account })).toBeGreaterThan(1n);
    },
    async mine() {
      const { number, timestamp } = await block();
      await tester().mine({ blocks: 10, interval: 60 });
      const end = await block();
      expect(end.number).toBe(number + 10n);
      expect(end.timestamp).toBeGreaterThanOrEqual(timestamp + 540n);
    },
    async removeBlockTimestampInterval() {
      await tester().setBlockTimestampInterval({ interval: 5000 });
      await tester().removeBlockTimestampInterval();
      const { timestamp } = await block();
      await tester().mine({ blocks: 1 });
      expect((await block()).timestamp).toBeLessThan(timestamp + 5000n);
    },
    async reset() {
      const hash = await send();
      await tester().reset();
      await expect(reader().getTransaction({ hash })).rejects.toThrow('could not be found');
      base = await tester().snapshot();
    },
    async revert() {
      const id = await tester().snapshot();
      const { number } = await block();
      await send();
      await tester().revert({ id });
      expect((await block()).number).toBe(number);
    },
    async sendUnsignedTransaction() {
      await tester().setBalance({ address: SOMEBODY, value: parseEther('1') });
      await tester().impersonateAccount({ address: SOMEBODY });
      const hash = await tester().sendUnsignedTransaction({ from: SOMEBODY, to: account, value: 3n });
      expect(await reader().getTransaction({ hash })).toMatchObject({ from: SOMEBODY, value: 3n });
    },
    async setAutomine() {
      const { number } = await block();
      await tester().setAutomine(false);
      await send();
      expect([(await block()).number, await tester().getAutomine()]).toEqual([number, false]);
      await tester().setAutomine(true);
    },
    async setBalance() {
      await tester().setBalance({ address: SOMEBODY, value: 77n });
      expect(await reader().getBalance({ address: SOMEBODY })).toBe(77n);
    },
    async setBlockGasLimit() {
      await tester().setBlockGasLimit({ gasLimit: 20_000_000n });
      await tester().mine({ blocks: 1 });
      expect((await block()).gasLimit).toBe(20_000_000n);
    },
    async setBlockTimestampInterval() {
      await tester().setBlockTimestampInterval({ interval: 50 });
      const { timestamp } = await block();
      await tester().mine({ blocks: 1 });
      expect((await block()).timestamp).toBe(timestamp + 50n);
      await tester().removeBlockTimestampInterval();
    },
    async setCode() {
      await tester().setCode({ address: SOMEBODY, bytecode: CODE });
      expect(await reader().getCode({ address: SOMEBODY })).toBe(CODE);
    },
    async setCoinbase() {
      await tester().setCoinbase({ address: SOMEBODY });
      await tester().mine({ blocks: 1 });
      expect((await block()).miner).toBe(SOMEBODY);
    },
    /** The interval is in seconds in either mode: viem converts it to the node's unit. */
    async setIntervalMining() {
      await tester().setAutomine(false);
      await tester().setIntervalMining({ interval: 3600 });
      expect(await reader().request({ method: 'anvil_getIntervalMining' as never })).toBe(3600);
      await tester().setIntervalMining({ interval: 0 });
      await tester().setAutomine(true);
    },
    async setLoggingEnabled() {
      await tester().setLoggingEnabled(false);
      await tester().setLoggingEnabled(true);
    },
    setMinGasPrice: () => expect(tester().setMinGasPrice({ gasPrice: 1n })).rejects.toThrow(/EIP-1559/),
    async setNextBlockBaseFeePerGas() {
      await tester().setNextBlockBaseFeePerGas({ baseFeePerGas: 12_345n });
      await tester().mine({ blocks: 1 });
      expect((await block()).baseFeePerGas).toBe(12_345n);
    },
    async setNextBlockTimestamp() {
      const timestamp = (await block()).timestamp + 400n;
      await tester().setNextBlockTimestamp({ timestamp });
      await send();
      expect((await block()).timestamp).toBe(timestamp);
    },
    async setNonce() {
      await tester().setNonce({ address: SOMEBODY, nonce: 9 });
      expect(await reader().getTransactionCount({ address: SOMEBODY })).toBe(9);
    },
    setRpcUrl: () => expect(tester().setRpcUrl('http://127.0.0.1:1')).rejects.toMatchObject(NO_FORK),
    async setStorageAt() {
      const value = `0x${'5a'.repeat(32)}` as const;
      await tester().setStorageAt({ address: SOMEBODY, index: 3, value });
      expect(await reader().getStorageAt({ address: SOMEBODY, slot: '0x3' })).toBe(value);
    },
    async snapshot() {
      expect(await tester().snapshot()).not.toBe(await tester().snapshot());
    },
    async stopImpersonatingAccount() {
      await tester().impersonateAccount({ address: SOMEBODY });
      await tester().stopImpersonatingAccount({ address: SOMEBODY });
      await expect(sender().sendTransaction({ account: SOMEBODY, to: account, gas: 21_000n })).rejects.toThrow(
        /unknown account/,
      );
    },
  };

  it('the list of actions is complete', () => {
    expect(Object.keys(ACTIONS)).toEqual(Object.keys(testActions({ mode })(tester() as never)).sort());
  });

  it.each(Object.keys(ACTIONS))('%s has its effect', async (name) => void (await ACTIONS[name]?.()));
});
