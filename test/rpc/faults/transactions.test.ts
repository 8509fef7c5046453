/** Tests the faults of gas, fees and transactions with viem and ethers, on the sockets of a devnet. */
import { JsonRpcProvider, Wallet } from 'ethers';
import { createPublicClient, createWalletClient, defineChain, type Hash, http, parseGwei } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createDevnet, type Devnet, fixedClock } from '../../../src/devnet/index.js';
import { ask, start } from '../../devnet/network/network_kit.js';
import { START, temporaryHome } from '../../devnet/node_kit.js';

const NOBODY = '0x00000000000000000000000000000000000000bb';

function clientsOf(devnet: Devnet) {
  const transport = http(devnet.urls.evmHttp, { retryCount: 0 });
  const nativeCurrency = { name: 'Halley', symbol: 'HALLEY', decimals: 18 };
  const chain = defineChain({
    ...{ id: 31337, name: 'devnet', nativeCurrency },
    rpcUrls: { default: { http: [devnet.urls.evmHttp as string] } },
  });
  const key = devnet.accounts[0]?.privateKey as Hash;
  const account = privateKeyToAccount(key);
  const wallet = createWalletClient({ account, chain, transport });
  const reader = createPublicClient({ chain, transport, pollingInterval: 10, cacheTime: 0 });
  return { account, wallet, reader, key };
}

describe('gas and fees', () => {
  it('are estimated too low, so that viem sends what runs out of gas', async () => {
    const devnet = await start();
    const { wallet, reader } = clientsOf(devnet);
    // Stores 1 in slot 0, which costs some 22,100 gas: PUSH1 1 PUSH0 SSTORE.
    await devnet.provider.request({ method: 'hardhat_setCode', params: [NOBODY, '0x60015f55'] });
    const right = await reader.estimateGas({ account: wallet.account, to: NOBODY });
    await devnet.network.addFault({ type: 'low-estimate', by: 25 });
    const wrong = await reader.estimateGas({ account: wallet.account, to: NOBODY });
    expect(wrong).toBe((right * 75n) / 100n);
    const hash = await wallet.sendTransaction({ to: NOBODY });
    expect(await reader.getTransactionReceipt({ hash })).toMatchObject({ status: 'reverted', gasUsed: wrong });
    const byEthers = new Wallet(clientsOf(devnet).key, new JsonRpcProvider(devnet.urls.evmHttp ?? ''));
    onTestFinished(() => (byEthers.provider as JsonRpcProvider).destroy());
    expect(await byEthers.estimateGas({ to: NOBODY })).toBe(wrong);
  });

  it('rise between the estimate and the transaction, which then waits for lower ones', async () => {
    const devnet = await start();
    const { wallet, reader } = clientsOf(devnet);
    const [block, history, price] = [
      await reader.getBlock(),
      await reader.getFeeHistory({ blockCount: 1, rewardPercentiles: [50] }),
      await reader.getGasPrice(),
    ];
    const id = await devnet.network.addFault({ type: 'fee-jump', by: 300 });
    expect((await reader.getBlock()).baseFeePerGas).toBe((block.baseFeePerGas as bigint) / 4n);
    expect(await reader.getGasPrice()).toBe(price / 4n);
    const low = await reader.getFeeHistory({ blockCount: 1, rewardPercentiles: [50] });
    expect(low.baseFeePerGas).toEqual(history.baseFeePerGas.map((fee) => fee / 4n));
    expect(low.gasUsedRatio).toEqual(history.gasUsedRatio);
    const sent = await wallet.sendTransaction({ to: NOBODY, value: 1n }).catch((error: Error) => error.message);
    const { baseFeePerGas } = await ask(devnet, 'eth_getBlockByNumber', 'latest', false);
    expect(Number(baseFeePerGas)).toBe(Number((block.baseFeePerGas as bigint) / 4n));
    // The chain holds or refuses what pays less than its base fee.
    if (typeof sent === 'string' && sent.startsWith('0x'))
      expect(await ask(devnet, 'eth_getTransactionReceipt', sent)).toBeNull();
    else expect(sent).toMatch(/fee/);
    await devnet.network.removeFault(id);
    expect(await reader.getGasPrice()).toBe(price);
  });
});

describe('a transaction', () => {
  it('stays pending until the fault ends, and is then mined', async () => {
    const devnet = await start();
    const { account, wallet, reader } = clientsOf(devnet);
    const id = await devnet.network.addFault({ type: 'stuck-transaction', kind: 'pending' });
    const first = await wallet.sendTransaction({ to: NOBODY, value: 5n });
    expect(await reader.getTransaction({ hash: first })).toMatchObject({
      ...{ hash: first, from: account.address.toLowerCase(), value: 5n, nonce: 0, blockNumber: null },
    });
    expect(await reader.getTransactionCount({ address: account.address })).toBe(0);
    expect(await reader.getTransactionCount({ address: account.address, blockTag: 'pending' })).toBe(1);
    const second = await wallet.sendTransaction({ to: NOBODY, value: 6n });
    await devnet.mine();
    expect(await reader.getBalance({ address: NOBODY })).toBe(0n);
    await devnet.network.removeFault(id);
    await vi.waitFor(async () => expect(await reader.getBalance({ address: NOBODY })).toBe(11n));
    for (const hash of [first, second])
      expect(await reader.getTransactionReceipt({ hash })).toMatchObject({ status: 'success' });
  });

  it('stays pending for a time, and ethers waits for it', async () => {
    const devnet = await start();
    const { key } = clientsOf(devnet);
    await devnet.network.addFault({ type: 'stuck-transaction', kind: 'pending', ms: 120, times: 1 });
    const provider = new JsonRpcProvider(devnet.urls.evmHttp ?? '', undefined, { pollingInterval: 10 });
    onTestFinished(() => provider.destroy());
    const began = performance.now();
    const sent = await new Wallet(key, provider).sendTransaction({ to: NOBODY, value: 7n });
    expect(await provider.getTransactionReceipt(sent.hash)).toBeNull();
    const waiting = sent.wait();
    await vi.waitFor(() => expect(devnet.height).toBe(2n));
    expect(performance.now() - began).toBeGreaterThan(110);
    // ethers looks for the receipt again at the next block that its polls see.
    const mining = setInterval(() => void devnet.mine(), 50);
    onTestFinished(() => clearInterval(mining));
    expect(await waiting).toMatchObject({ status: 1, blockNumber: 2 });
  });

  it('is dropped: it has a hash, and never was', async () => {
    const devnet = await start();
    const { account, wallet, reader } = clientsOf(devnet);
    await devnet.network.addFault({ type: 'stuck-transaction', kind: 'dropped', times: 1 });
    const hash = await wallet.sendTransaction({ to: NOBODY, value: 5n });
    await devnet.mine();
    await expect(reader.getTransaction({ hash })).rejects.toThrow(/could not be found/);
    expect(await reader.getTransactionCount({ address: account.address, blockTag: 'pending' })).toBe(0);
    const next = await wallet.sendTransaction({ to: NOBODY, value: 6n });
    expect(await reader.getTransactionReceipt({ hash: next })).toMatchObject({ status: 'success' });
    expect(await reader.getBalance({ address: NOBODY })).toBe(6n);
  });

  it('is replaced by another one with its nonce, which viem notices', async () => {
    const devnet = await start();
    const { account, wallet, reader } = clientsOf(devnet);
    await devnet.network.addFault({ type: 'stuck-transaction', kind: 'replaced', ms: 150, times: 1 });
    const hash = await wallet.sendTransaction({ to: NOBODY, value: 5n, maxFeePerGas: parseGwei('9') });
    const replaced: string[] = [];
    const receipt = await reader.waitForTransactionReceipt({
      hash,
      onReplaced: ({ reason }) => replaced.push(reason),
    });
    expect(replaced).toEqual(['cancelled']);
    expect(receipt).toMatchObject({ status: 'success', from: account.address.toLowerCase() });
    expect(receipt.transactionHash).not.toBe(hash);
    expect(await reader.getBalance({ address: NOBODY })).toBe(0n);
    expect(await reader.getTransactionCount({ address: account.address })).toBe(1);
  });

  it('of an account whose key the node has not cannot be replaced', async () => {
    const devnet = await start();
    const stranger = privateKeyToAccount(`0x${'77'.repeat(32)}`);
    await devnet.provider.request({ method: 'hardhat_setBalance', params: [stranger.address, '0xde0b6b3a7640000'] });
    await devnet.mine();
    await devnet.network.addFault({ type: 'stuck-transaction', kind: 'replaced' });
    const raw = await stranger.signTransaction({ to: NOBODY, gas: 21_000n, gasPrice: parseGwei('9'), chainId: 31337 });
    await expect(ask(devnet, 'eth_sendRawTransaction', raw)).rejects.toThrow(
      /^the transaction cannot be replaced, because its node signs none of 0x[0-9a-f]{40}: .*unknown account/,
    );
  });

  it('that the node signs is stuck as well, and bytes that are none get the error of the node', async () => {
    const devnet = await start();
    await devnet.network.addFault({ type: 'stuck-transaction', kind: 'dropped' });
    const from = devnet.accounts[1]?.address;
    expect(await ask(devnet, 'eth_sendTransaction', { from, to: NOBODY, value: '0x9' })).toMatch(/^0x[0-9a-f]{64}$/);
    expect(devnet.height).toBe(1n);
    await expect(ask(devnet, 'eth_sendRawTransaction', '0x1234')).rejects.toThrow(/transaction type not supported/);
  });

  it.each([false, true])('that is held is kept by a snapshot, and by a restart: %s', async (restarts) => {
    const home = restarts ? await temporaryHome() : undefined;
    const options = { seed: 'held', clock: fixedClock(START), jsonRpc: true, ...(home && { home }) } as const;
    let devnet = await createDevnet(options);
    onTestFinished(() => devnet.close());
    const id = await devnet.network.addFault({ type: 'stuck-transaction', kind: 'pending' });
    const from = devnet.accounts[2]?.address;
    const hash = await ask(devnet, 'eth_sendTransaction', { from, to: NOBODY, value: '0x3' });
    if (restarts) {
      await devnet.close();
      devnet = await createDevnet(options);
    } else {
      const snapshot = await devnet.snapshot();
      await devnet.network.removeFault(id);
      await devnet.revert(snapshot);
    }
    expect(await ask(devnet, 'eth_getTransactionByHash', hash)).toMatchObject({ value: '0x3', blockHash: null });
    await devnet.network.removeFault(id);
    await vi.waitFor(async () => expect(await ask(devnet, 'eth_getBalance', NOBODY, 'latest')).toBe('0x3'));
  });
});
