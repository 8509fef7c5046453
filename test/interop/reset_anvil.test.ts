/** Puts Halley and a real Anvil on other forks by the same requests, and expects the same of both afterwards. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDevnet, type Devnet } from '../../src/devnet/index.js';
import { dev } from '../app/support/wallet.js';
import { type AnvilProcess, type Ask, anvilIsAbsent, asker, startAnvil } from './anvil/node.js';

const NOBODY = '0x00000000000000000000000000000000000000aa';
const outcome = (promise: Promise<unknown>): Promise<unknown> => promise.catch(() => 'refused');

describe.skipIf(anvilIsAbsent)('a reset to another fork', () => {
  let origins: readonly [AnvilProcess, AnvilProcess];
  let theirs: AnvilProcess;
  let devnet: Devnet;
  let ours: Ask;

  beforeAll(async () => {
    origins = [await startAnvil('--chain-id', '31337'), await startAnvil('--chain-id', '55')];
    for (const [index, { ask }] of origins.entries()) {
      await ask('anvil_mine', '0x5');
      await ask('anvil_setBalance', NOBODY, index === 0 ? '0x11' : '0x22');
      await ask('anvil_setNonce', dev(index).address, '0x9');
      await ask('anvil_mine', '0x5');
    }
    theirs = await startAnvil('--fork-url', `${origins[0].url}@3`, '--no-storage-caching');
    devnet = await createDevnet({
      fork: { url: `${origins[0].url}@3`, noStorageCaching: true },
      jsonRpc: { address: '127.0.0.1:0', namespaces: ['all'] },
      rpc: false,
      assets: false,
    });
    ours = asker(devnet.urls.evmHttp as string);
  });

  afterAll(async () => {
    await devnet?.close();
    for (const node of [theirs, ...(origins ?? [])]) await node?.stop();
  });

  /** Returns what is seen of the chain. Halley's first block exists from the start, so its block is one higher. */
  async function seen(ask: Ask, ahead: bigint) {
    const nonces = [0, 1].map((index) => ask('eth_getTransactionCount', dev(index).address, 'latest'));
    return {
      block: BigInt(await ask('eth_blockNumber')) - ahead,
      balance: await ask('eth_getBalance', NOBODY, 'latest'),
      own: await ask('eth_getBalance', dev(0).address, 'latest'),
      nonces: await Promise.all(nonces),
      fork: (await ask('anvil_nodeInfo')).forkConfig.forkBlockNumber,
      pending: await ask('txpool_status'),
    };
  }

  const both = async (act: (ask: Ask) => Promise<unknown>): Promise<readonly [unknown, unknown]> => [
    await act(ours),
    await act(theirs.ask),
  ];
  async function same(act: (ask: Ask) => Promise<unknown>): Promise<void> {
    const [here, there] = await both(act);
    expect(here).toEqual(there);
  }

  it.each<[string, () => readonly unknown[]]>([
    ['another block', () => [{ forking: { jsonRpcUrl: origins[0].url, blockNumber: 6 } }]],
    ['another chain', () => [{ forking: { jsonRpcUrl: origins[1].url, blockNumber: 7 } }]],
    ['another block of the present chain', () => [{ forking: { blockNumber: 4 } }]],
    ['the newest block of the present chain', () => [{}]],
    ['the newest block, by empty forking', () => [{ forking: {} }]],
    ['the newest block of another chain', () => [{ forking: { jsonRpcUrl: origins[0].url } }]],
  ])('%s', async (_, params) => {
    await both((ask) => ask('anvil_setBalance', NOBODY, '0x99'));
    await both((ask) => ask('evm_setAutomine', false));
    await both((ask) => ask('eth_sendTransaction', { from: dev(3).address, to: NOBODY, gas: '0x5208' }));
    const [snapshot] = await both((ask) => ask('evm_snapshot'));
    await both((ask) => ask('evm_setAutomine', true));
    await same((ask) => ask('anvil_reset', ...params()));
    expect(await seen(ours, 1n)).toEqual(await seen(theirs.ask, 0n));
    // Anvil fails here, and says why.
    expect(await ours('evm_revert', snapshot)).toBe(false);
    const nonce = (await both((ask) => ask('eth_getTransactionCount', dev(3).address, 'pending')))[0];
    await same(async (ask) => {
      const hash = await ask('eth_sendTransaction', { from: dev(3).address, to: NOBODY, value: '0x1', gas: '0x5208' });
      return (await ask('eth_getTransactionByHash', hash)).nonce === nonce;
    });
  });

  it('has the chain id of the new fork, where Anvil 1.7.1 keeps the first one', async () => {
    await both((ask) => ask('anvil_reset', { forking: { jsonRpcUrl: origins[1].url, blockNumber: 7 } }));
    expect(await both((ask) => ask('eth_chainId'))).toEqual(['0x37', '0x7a69']);
  });

  it('no fork', async () => {
    await same((ask) => ask('anvil_reset'));
    await same(async (ask) => (await ask('anvil_nodeInfo')).forkConfig.forkBlockNumber ?? null);
    // Anvil 1.7.1 keeps what it has read of the fork.
    expect(await ours('eth_getBalance', NOBODY, 'latest')).toBe('0x0');
    await same((ask) => outcome(ask('anvil_reset', { forking: { blockNumber: 3 } })));
    await same((ask) => ask('anvil_reset', { forking: { jsonRpcUrl: origins[1].url, blockNumber: 7 } }));
    expect(await seen(ours, 1n)).toEqual(await seen(theirs.ask, 0n));
  });
});
