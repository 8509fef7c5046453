/**
 * Tests what viem and ethers read of `pending`, of simulations and of synchronously sent transactions, over the URL.
 */
import { JsonRpcProvider } from 'ethers';
import {
  createPublicClient,
  createTestClient,
  createWalletClient,
  getContractAddress,
  type Hex,
  http,
  parseEther,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { anvil } from 'viem/chains';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COUNTER_CREATION } from '../support/counter.js';
import { type HalleyProcess, startHalley } from './process.js';

let node: HalleyProcess;
let from: Hex;
const SOMEBODY = '0x00000000000000000000000000000000000000aa';
const transport = () => http(node.urls.evmHttp, { retryCount: 0 });
const tester = () => createTestClient({ chain: anvil, mode: 'anvil', transport: transport() });
const reader = () => createPublicClient({ chain: anvil, transport: transport(), cacheTime: 0 });
const sender = () => createWalletClient({ chain: anvil, transport: transport(), account: from });

beforeAll(async () => {
  node = await startHalley('--json-rpc.api=all');
  from = node.accounts[0]?.address as Hex;
});
afterAll(() => node.stop());

describe('pending transactions', () => {
  beforeAll(() => tester().setAutomine(false));
  afterAll(async () => {
    await tester().mine({ blocks: 1 });
    await tester().setAutomine(true);
  });

  it('are in the pending block of viem and of ethers', async () => {
    const nonce = await reader().getTransactionCount({ address: from, blockTag: 'pending' });
    const contract = getContractAddress({ from, nonce: BigInt(nonce) });
    const created = await sender().deployContract({ abi: [], bytecode: COUNTER_CREATION as Hex });
    const paid = await sender().sendTransaction({ to: SOMEBODY, value: parseEther('1') });
    const head = await reader().getBlockNumber();
    const block = await reader().getBlock({ blockTag: 'pending', includeTransactions: true });
    expect(block).toMatchObject({ hash: null, nonce: null, miner: null, number: head + 1n });
    expect(block.transactions.map(({ hash }) => hash)).toEqual([created, paid]);
    expect(block.gasUsed).toBeGreaterThan(21_000n);
    expect(await reader().getBlockTransactionCount({ blockTag: 'pending' })).toBe(2);
    expect((await reader().getTransaction({ blockTag: 'pending', index: 1 })).hash).toBe(paid);
    expect(await reader().getBalance({ address: SOMEBODY, blockTag: 'pending' })).toBe(parseEther('1'));
    expect(await reader().getBalance({ address: SOMEBODY })).toBe(0n);
    expect(await reader().getCode({ address: contract, blockTag: 'pending' })).toMatch(/^0x.{4}/);
    const provider = new JsonRpcProvider(node.urls.evmHttp);
    const seen = await provider.getBlock('pending', true);
    expect([seen?.hash, seen?.number, seen?.transactions]).toEqual([null, Number(head) + 1, [created, paid]]);
    expect(seen?.prefetchedTransactions.map(({ hash }) => hash)).toEqual([created, paid]);
    expect(await provider.getBalance(SOMEBODY, 'pending')).toBe(parseEther('1'));
    provider.destroy();
  });
});

describe('a simulation', () => {
  it('returns calls and blocks that viem can read', async () => {
    const blocks = await reader().simulateBlocks({
      blocks: [
        { calls: [{ account: from, to: SOMEBODY, value: 3n }] },
        {
          stateOverrides: [{ address: SOMEBODY, balance: 10n }],
          calls: [{ account: SOMEBODY, to: from, value: 10n }],
        },
      ],
    });
    expect(blocks.map(({ calls }) => calls.map(({ status, gasUsed }) => [status, gasUsed]))).toEqual([
      [['success', 21_000n]],
      [['success', 21_000n]],
    ]);
    expect(blocks[1]?.parentHash).toBe(blocks[0]?.hash);
    const { assetChanges, results } = await reader().simulateCalls({
      account: from,
      calls: [{ to: SOMEBODY, value: parseEther('2') }],
      traceAssetChanges: true,
    });
    expect(results.map(({ status }) => status)).toEqual(['success']);
    expect(assetChanges.map(({ token, value }) => [token.symbol, value.diff])).toEqual([['ETH', -parseEther('2')]]);
    const error = await reader()
      .simulateBlocks({ blocks: [{ calls: [{ account: SOMEBODY, to: from, value: parseEther('99') }] }] })
      .catch((thrown: unknown) => thrown);
    expect(String(error)).toMatch(/insufficient funds|exceeds the balance/i);
  });

  it('returns access lists', async () => {
    const { accessList, gasUsed } = await reader().createAccessList({ account: from, to: SOMEBODY, value: 1n });
    expect([accessList, gasUsed]).toEqual([[], 21_000n]);
  });
});

it('a synchronously sent transaction is answered with its receipt', async () => {
  const key = node.accounts[1]?.privateKey as Hex;
  const local = createWalletClient({ chain: anvil, transport: transport(), account: privateKeyToAccount(key) });
  const before = await reader().getBalance({ address: SOMEBODY });
  const receipt = await local.sendTransactionSync({ to: SOMEBODY, value: 1n });
  expect([receipt.status, receipt.blockNumber]).toEqual(['success', await reader().getBlockNumber()]);
  expect(await reader().getBalance({ address: SOMEBODY })).toBe(before + 1n);
  expect(await reader().getBlobBaseFee()).toBe(1n);
});
