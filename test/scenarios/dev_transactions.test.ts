/** Checks dev changes: reads show them at once, they apply at the latest height, and the next block holds them. */
import { createPublicClient, createTestClient, custom, type Hex, toHex } from 'viem';
import { describe, expect, it } from 'vitest';
import { supplyOf } from '../../src/app/modules/bank/store.js';
import { isDevTx } from '../../src/codec/dev/dev_tx.js';
import { developmentGenesis } from '../../src/config/development_genesis.js';
import { dev, GWEI } from '../app/support/wallet.js';
import { openInside, openTestDevnet, type TestDevnet } from '../support/devnets/test_devnet.js';

const COIN = 10n ** 18n;
const NOBODY = '0x00000000000000000000000000000000000abcde';
/** Code that returns the word 42. */
const ANSWER = '0x602a5f5260205ff3';
/** Code that returns slot 0. */
const SLOT = '0x5f545f5260205ff3';
/** Code that returns BASEFEE, COINBASE, PREVRANDAO and GASLIMIT, a word each. */
const AROUND = '0x485f5241602052446040524560605260805ff3';
const WORD = `0x${'ab'.repeat(32)}` as const;

const clientsOf = (testDevnet: TestDevnet) => {
  const transport = custom(testDevnet.provider);
  return { tester: createTestClient({ mode: 'hardhat', transport }), reader: createPublicClient({ transport }) };
};

const balance = (testDevnet: TestDevnet, address: string, block: string) =>
  testDevnet.ask('eth_getBalance', address, block);

describe('a balance that is set', () => {
  it('is visible at latest without a block, and stays visible at its height when blocks follow', async () => {
    const { testDevnet, node } = await openInside();
    const { tester } = clientsOf(testDevnet);
    const supply = () => supplyOf(node.chain.state.latest, 'ahalley');
    const before = supply();
    await tester.setBalance({ address: NOBODY, value: 5n * COIN });
    expect(await testDevnet.height()).toBe(1);
    for (const tag of ['latest', 'pending', '0x1'])
      expect(await balance(testDevnet, NOBODY, tag)).toBe(toHex(5n * COIN));
    expect(await balance(testDevnet, NOBODY, '0x0')).toBe('0x0');
    await testDevnet.mine(2);
    expect(supply()).toBe(before + 5n * COIN);
    expect([2n, 3n].map((height) => node.comet.block(height)?.block.txs.length)).toEqual([1, 0]);
    for (const tag of ['0x1', '0x2', 'latest']) expect(await balance(testDevnet, NOBODY, tag)).toBe(toHex(5n * COIN));
    expect(await balance(testDevnet, NOBODY, '0x0')).toBe('0x0');
    const hash = (await testDevnet.ask<{ hash: Hex }>('eth_getBlockByNumber', '0x1', false)).hash;
    expect(await testDevnet.ask('eth_getBalance', NOBODY, { blockHash: hash })).toBe(toHex(5n * COIN));
  });

  it('can be set again, also to its present value and to zero', async () => {
    const testDevnet = await openTestDevnet();
    const { tester } = clientsOf(testDevnet);
    for (const value of [1n, 1n, 2n]) await tester.setBalance({ address: NOBODY, value });
    expect(await balance(testDevnet, NOBODY, 'latest')).toBe('0x2');
    await testDevnet.mine();
    await tester.setBalance({ address: NOBODY, value: 2n });
    await testDevnet.mine();
    await tester.setBalance({ address: NOBODY, value: 0n });
    const seen = ['0x1', '0x2', '0x3'].map((tag) => balance(testDevnet, NOBODY, tag));
    expect(await Promise.all(seen)).toEqual(['0x2', '0x2', '0x0']);
  });

  it('pays for what its owner sends at once', async () => {
    const testDevnet = await openTestDevnet({ miningMode: 'automine' });
    const { tester, reader } = clientsOf(testDevnet);
    const from = dev(3).address as Hex;
    await tester.setBalance({ address: from, value: 0n });
    await expect(testDevnet.send(3, { to: NOBODY, value: 1n })).rejects.toThrow('insufficient funds');
    await tester.setBalance({ address: from, value: COIN });
    const { hash } = await testDevnet.send(3, { to: NOBODY, value: 7n });
    const { blockNumber, status, transactionIndex } = await reader.getTransactionReceipt({ hash });
    expect([blockNumber, status, transactionIndex]).toEqual([2n, 'success', 0]);
    expect(await reader.getBlockTransactionCount({ blockNumber })).toBe(1);
  });

  it('is neither an Ethereum transaction nor in the mempool', async () => {
    const { testDevnet, node } = await openInside();
    await clientsOf(testDevnet).tester.setBalance({ address: NOBODY, value: 1n });
    expect(node.comet.unconfirmed(10).total).toBe(0);
    await testDevnet.mine();
    const block = await testDevnet.ask<{ transactions: Hex[]; gasUsed: Hex }>('eth_getBlockByNumber', '0x2', false);
    expect([block.transactions, block.gasUsed]).toEqual([[], '0x0']);
  });
});

describe('code, storage and nonces that are set', () => {
  it('apply to calls, at latest and at their height', async () => {
    const testDevnet = await openTestDevnet();
    const { tester, reader } = clientsOf(testDevnet);
    await tester.setCode({ address: NOBODY, bytecode: SLOT });
    await tester.setStorageAt({ address: NOBODY, index: 0, value: WORD });
    const asked = { to: NOBODY, data: '0x' } as const;
    expect((await reader.call(asked)).data).toBe(WORD);
    await testDevnet.mine();
    await tester.setCode({ address: NOBODY, bytecode: ANSWER });
    expect((await reader.call({ ...asked, blockNumber: 1n })).data).toBe(WORD);
    expect((await reader.call(asked)).data).toBe(toHex(42, { size: 32 }));
    expect(await reader.getCode({ address: NOBODY, blockNumber: 1n })).toBe(SLOT);
    expect(await reader.getStorageAt({ address: NOBODY, slot: '0x0' })).toBe(WORD);
  });

  it('are refused below the account’s nonce with Hardhat’s message, and remove outdated transactions', async () => {
    const { testDevnet, node } = await openInside();
    const { tester, reader } = clientsOf(testDevnet);
    const address = dev(0).address as Hex;
    await testDevnet.send(0, { to: NOBODY, value: 1n });
    await tester.setNonce({ address, nonce: 9 });
    expect(node.comet.unconfirmed(10).total).toBe(0);
    expect(await reader.getTransactionCount({ address })).toBe(9);
    await expect(testDevnet.ask('hardhat_setNonce', address, '0x8')).rejects.toMatchObject({
      code: -32000,
      message: 'New nonce (8) must not be smaller than the existing nonce (9)',
    });
    await testDevnet.send(0, { to: NOBODY, value: 1n });
    await testDevnet.mine();
    expect(await reader.getTransactionCount({ address })).toBe(10);
  });

  it('do not change the state of a call that is already running', async () => {
    const testDevnet = await openTestDevnet();
    const { tester, reader } = clientsOf(testDevnet);
    await tester.setCode({ address: NOBODY, bytecode: ANSWER });
    const before = reader.call({ to: NOBODY, data: '0x' });
    const changed = tester.setCode({ address: NOBODY, bytecode: SLOT });
    expect([(await before).data, await changed]).toEqual([toHex(42, { size: 32 }), undefined]);
  });
});

describe('a header that dev methods set', () => {
  it('has the base fee and PREVRANDAO for one block, coinbase and gas limit for all', async () => {
    const testDevnet = await openTestDevnet({ miningMode: 'automine' });
    const { tester, reader } = clientsOf(testDevnet);
    await tester.setCode({ address: NOBODY, bytecode: AROUND });
    await tester.setNextBlockBaseFeePerGas({ baseFeePerGas: 5n * GWEI });
    await tester.setCoinbase({ address: dev(5).address as Hex });
    await tester.setBlockGasLimit({ gasLimit: 20_000_000n });
    await testDevnet.ask('hardhat_setPrevRandao', WORD);
    expect(await testDevnet.height()).toBe(1);
    await testDevnet.send(0, { to: NOBODY });
    await testDevnet.send(0, { to: NOBODY });
    const [second, third] = await Promise.all([2n, 3n].map((blockNumber) => reader.getBlock({ blockNumber })));
    expect(second).toMatchObject({ baseFeePerGas: 5n * GWEI, gasLimit: 20_000_000n, mixHash: WORD });
    expect(third?.gasLimit).toBe(20_000_000n);
    expect(third?.mixHash).not.toBe(WORD);
    expect(third?.baseFeePerGas).toBeLessThan(5n * GWEI);
    expect([second, third].map((block) => block?.miner)).toEqual(
      [dev(5).address, dev(5).address].map((a) => a.toLowerCase()),
    );
    const priced = { account: dev(0).address as Hex, gasPrice: 5n * GWEI };
    const { data } = await reader.call({ ...priced, to: NOBODY, data: '0x', blockNumber: 2n });
    expect(data).toBe(
      `0x${(5n * GWEI).toString(16).padStart(64, '0')}${dev(5).address.slice(2).toLowerCase().padStart(64, '0')}` +
        `${WORD.slice(2)}${(20_000_000).toString(16).padStart(64, '0')}`,
    );
  });

  it('can have a base fee of zero', async () => {
    const testDevnet = await openTestDevnet({ miningMode: 'automine' });
    const { tester, reader } = clientsOf(testDevnet);
    await tester.setNextBlockBaseFeePerGas({ baseFeePerGas: 0n });
    await testDevnet.send(0, { to: NOBODY, type: 'legacy', gasPrice: 0n });
    expect((await reader.getBlock({ blockNumber: 2n })).baseFeePerGas).toBe(0n);
  });

  it('can have a higher or a lower gas limit', async () => {
    const testDevnet = await openTestDevnet({ miningMode: 'automine' });
    const { tester } = clientsOf(testDevnet);
    await tester.setBlockGasLimit({ gasLimit: 50_000n });
    await expect(testDevnet.send(0, { to: NOBODY, gas: 50_001n })).rejects.toThrow('exceeds block gas limit');
    await tester.setBlockGasLimit({ gasLimit: 60_000_000n });
    await testDevnet.send(0, { to: NOBODY, gas: 50_000_000n });
    expect(await testDevnet.height()).toBe(2);
    await expect(tester.setBlockGasLimit({ gasLimit: 0n })).rejects.toThrow('Block gas limit must be greater than 0');
  });
});

describe('pending dev transactions', () => {
  it('disappear with a revert, and return when the snapshot held them', async () => {
    const testDevnet = await openTestDevnet();
    const { tester } = clientsOf(testDevnet);
    await tester.setBalance({ address: NOBODY, value: 1n });
    const waiting = await testDevnet.snapshot();
    await tester.setBalance({ address: NOBODY, value: 2n });
    await testDevnet.mine(2);
    await tester.setBalance({ address: NOBODY, value: 3n });
    await testDevnet.revert(waiting);
    expect(await balance(testDevnet, NOBODY, 'latest')).toBe('0x1');
    await testDevnet.mine();
    expect(await balance(testDevnet, NOBODY, 'latest')).toBe('0x1');
    expect(await balance(testDevnet, NOBODY, '0x1')).toBe('0x1');
  });

  it('fill blocks until none is left, before transactions that were sent later', async () => {
    const document = developmentGenesis() as { consensus_params: { block: object; evidence: object } };
    const { block, evidence } = document.consensus_params;
    const params = { block: { ...block, max_bytes: '3000' }, evidence: { ...evidence, max_bytes: '500' } };
    const genesis = { ...document, consensus_params: { ...document.consensus_params, ...params } };
    const { testDevnet, node } = await openInside({ genesis, miningMode: 'automine' });
    const { tester } = clientsOf(testDevnet);
    for (let value = 1n; value <= 20n; value++) await tester.setBalance({ address: NOBODY, value });
    const { hash } = await testDevnet.send(0, { to: NOBODY, value: 1n });
    const receipt = await testDevnet.ask<{ blockNumber: Hex }>('eth_getTransactionReceipt', hash);
    const height = Number(receipt.blockNumber);
    expect(height).toBeGreaterThan(3);
    const kinds = Array.from({ length: height - 1 }, (_, i) => node.comet.block(BigInt(i + 2))?.block.txs.map(isDevTx));
    expect(kinds.slice(0, -1).every((kind) => kind?.every((ofDevTx) => ofDevTx))).toBe(true);
    expect(kinds.at(-1)?.at(-1)).toBe(false);
    expect(kinds.flat()).toHaveLength(21);
    expect(await balance(testDevnet, NOBODY, 'latest')).toBe(toHex(21n));
    expect(await balance(testDevnet, NOBODY, '0x1')).not.toBe('0x0');
  });
});

describe('a chain without the matching dev authority', () => {
  it.each([
    ['hardhat_setBalance', [NOBODY, '0x1']],
    ['anvil_setNonce', [NOBODY, '0x1']],
    ['evm_setBlockGasLimit', ['0x1']],
    ['halley_setValidatorPower', [0, 5]],
  ])('refuses %s and changes nothing', async (method, params) => {
    const { dev: _, ...app_state } = (developmentGenesis() as { app_state: Record<string, unknown> }).app_state;
    const testDevnet = await openTestDevnet({ genesis: { ...(developmentGenesis() as object), app_state } });
    await expect(testDevnet.ask(method, ...params)).rejects.toThrow(
      'dev methods are off: the genesis document has no app_state.dev.authority',
    );
    expect(await testDevnet.height()).toBe(1);
    expect(await balance(testDevnet, NOBODY, 'latest')).toBe('0x0');
  });

  it('says which seed it needs when the authority belongs to another seed', async () => {
    const testDevnet = await openTestDevnet({ genesis: developmentGenesis({ seed: 'other' }) });
    await expect(testDevnet.ask('hardhat_setBalance', NOBODY, '0x1')).rejects.toThrow(
      'start it with the seed that made the document',
    );
  });
});
