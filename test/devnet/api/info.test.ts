/** Tests what a devnet reports about itself to tools, in process. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDevnet, type DevnetOptions } from '../../../src/devnet/index.js';
import { asking } from '../../support/ask.js';

const ALICE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const NOBODY = '0x00000000000000000000000000000000000000bb';

async function open(options: DevnetOptions = {}) {
  const devnet = await createDevnet({ seed: 'info', jsonRpc: { namespaces: ['all'] }, ...options });
  onTestFinished(() => devnet.close());
  return asking(devnet);
}

describe('the mempool', () => {
  it('is listed by sender and nonce, executable or not', async () => {
    const ask = await open({ miningMode: 'manual' });
    const gas = { gas: '0x5208', maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x1' };
    const ready = await ask('eth_sendTransaction', { from: ALICE, to: NOBODY, value: '0x1', ...gas });
    await ask('eth_sendTransaction', { from: ALICE, data: '0x00', nonce: '0x7', ...gas, gas: '0xcf12' });
    expect(await ask('txpool_status')).toEqual({ pending: '0x1', queued: '0x1' });
    expect(await ask('txpool_content')).toMatchObject({
      pending: { [ALICE]: { 0: { hash: ready, blockHash: null, blockNumber: null, gasPrice: '0x77359400' } } },
      queued: { [ALICE]: { 7: { nonce: '0x7', to: null } } },
    });
    expect(await ask('txpool_inspect')).toEqual({
      pending: { [ALICE]: { 0: '0x00000000000000000000000000000000000000bb: 1 wei + 21000 gas × 2000000000 wei' } },
      queued: { [ALICE]: { 7: 'contract creation: 0 wei + 53010 gas × 2000000000 wei' } },
    });
  });

  it('is empty without pending transactions', async () => {
    const ask = await open();
    expect(await ask('txpool_content')).toEqual({ pending: {}, queued: {} });
    expect(await ask('txpool_status')).toEqual({ pending: '0x0', queued: '0x0' });
  });
});

describe('metadata', () => {
  it('describes this chain alone, its newest block and its snapshots', async () => {
    const [one, other] = [await open(), await open()];
    const id = await one('evm_snapshot');
    await one('eth_sendTransaction', { from: ALICE, to: NOBODY, value: '0x1' });
    const [first, newest] = [
      await one('eth_getBlockByNumber', '0x1', false),
      await one('eth_getBlockByNumber', 'latest', false),
    ];
    const metadata = await one('hardhat_metadata');
    expect(metadata).toEqual({
      clientVersion: await one('web3_clientVersion'),
      chainId: 31337,
      instanceId: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      latestBlockNumber: 2,
      latestBlockHash: newest.hash,
      snapshots: { [id]: [1, first.hash] },
    });
    expect(await one('anvil_metadata')).toEqual(metadata);
    expect((await other('hardhat_metadata')).instanceId).not.toBe(metadata.instanceId);
    await one('evm_revert', id);
    expect(await one('hardhat_metadata')).toMatchObject({ latestBlockNumber: 1, snapshots: {} });
  });

  it('has the block context of the next transactions', async () => {
    const ask = await open();
    await ask('hardhat_setNextBlockBaseFeePerGas', '0x7');
    const { number, hash, timestamp, gasLimit } = await ask('eth_getBlockByNumber', 'latest', false);
    expect(await ask('anvil_nodeInfo')).toMatchObject({
      currentBlockNumber: number,
      currentBlockHash: hash,
      currentBlockTimestamp: Number(timestamp),
      environment: { baseFee: '0x7', chainId: 31337, gasLimit, gasPrice: await ask('eth_gasPrice') },
    });
    expect(await ask('anvil_getGenesisTime')).toBe(1735689600);
  });
});

describe('a transaction without a signature', () => {
  it('is sent for its sender, this once', async () => {
    const ask = await open();
    await ask('anvil_addBalance', NOBODY, '0xde0b6b3a7640000');
    await ask('anvil_addBalance', NOBODY, '0x1');
    expect(await ask('eth_getBalance', NOBODY, 'latest')).toBe('0xde0b6b3a7640001');
    const hash = await ask('eth_sendUnsignedTransaction', { from: NOBODY, to: ALICE, value: '0x5' });
    expect(await ask('eth_getTransactionReceipt', hash)).toMatchObject({ from: NOBODY, status: '0x1' });
    await expect(ask('eth_sendTransaction', { from: NOBODY, to: ALICE })).rejects.toThrow(/unknown account/);
    await expect(ask('eth_sendUnsignedTransaction', { to: ALICE })).rejects.toThrow(/"from" is missing/);
  });

  it('adds no more than fits into a word', async () => {
    const ask = await open();
    const before = await ask('eth_getBalance', ALICE, 'latest');
    await expect(ask('anvil_addBalance', ALICE, `0x${'ff'.repeat(32)}`)).rejects.toThrow(
      /expected a whole number below 2\^256/,
    );
    expect(await ask('eth_getBalance', ALICE, 'latest')).toBe(before);
  });
});
