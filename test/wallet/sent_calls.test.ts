/** Tests the batches of a page (EIP-5792) with viem, over a devnet's sockets. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createWalletClient, custom, type EIP1193Provider } from 'viem';
import { foundry } from 'viem/chains';
import { describe, expect, it } from 'vitest';
import { BATCH_ACCOUNT_CODE } from '../../src/devnet/wallet/sent_calls.js';
import { openPage, startDevnet } from './page_kit.js';

const A = '0x00000000000000000000000000000000000000aa';
const B = '0x00000000000000000000000000000000000000bb';
/** Code that reverts: PUSH0 PUSH0 REVERT. */
const REVERTS = '0x5f5ffd';

const connected = async (options = {}) => {
  const devnet = await startDevnet(options);
  const page = openPage(devnet);
  const ask = (method: string, params: unknown = []): Promise<unknown> => page.ethereum.request({ method, params });
  const [account] = (await ask('eth_requestAccounts')) as [`0x${string}`];
  const client = createWalletClient({
    account,
    chain: foundry,
    transport: custom(page.ethereum as unknown as EIP1193Provider),
  });
  const balance = async (of: string) =>
    BigInt((await devnet.provider.request({ method: 'eth_getBalance', params: [of, 'latest'] })) as string);
  const batch = (given: object) => ({
    ...{ version: '2.0.0', chainId: '0x7a69', atomicRequired: false, calls: [{ to: A, value: '0x1' }] },
    ...given,
  });
  return { devnet, page, ask, client, account, balance, batch };
};

describe('a batch', () => {
  it('is one transaction, for which the account gets code the first time', async () => {
    const { client, devnet, account, balance } = await connected();
    const atomic = async () => (await client.getCapabilities({ account, chainId: 31337 })).atomic?.status;
    expect(await atomic()).toBe('ready');
    for (const total of [1n, 2n]) {
      const calls = [
        { to: A, value: 1n },
        { to: B, value: 2n, data: '0x1234' },
      ] as const;
      const before = devnet.height;
      const { id } = await client.sendCalls({ account, calls, forceAtomic: true });
      const status = await client.waitForCallsStatus({ id });
      expect(status).toMatchObject({ status: 'success', atomic: true, chainId: 31337 });
      expect(status.receipts).toHaveLength(1);
      expect(devnet.height).toBe(before + 1n);
      expect(await atomic()).toBe('supported');
      expect([await balance(A), await balance(B)]).toEqual([total, 2n * total]);
      await client.showCallsStatus({ id });
    }
    // An account with the code still receives coins.
    const to = account;
    const [, from] = devnet.accounts.map(({ address }) => address);
    const sent = { method: 'eth_sendTransaction', params: [{ from, to, value: '0x5' }] };
    const hash = await devnet.provider.request(sent);
    expect(await devnet.provider.request({ method: 'eth_getTransactionReceipt', params: [hash] })).toMatchObject({
      status: '0x1',
    });
  });

  it('fails as a whole, and a stranger cannot use the code of the account', async () => {
    const { ask, batch, devnet, account, balance } = await connected();
    await devnet.provider.request({ method: 'hardhat_setCode', params: [B, REVERTS] });
    const calls = [{ to: A, value: '0x1' }, { to: B }];
    const { id } = (await ask('wallet_sendCalls', [batch({ calls, atomicRequired: true })])) as { id: string };
    expect(await ask('wallet_getCallsStatus', [id])).toMatchObject({ status: 500, atomic: true });
    expect(await balance(A)).toBe(0n);
    const execute = `0x3f707e6b${'20'.padStart(64, '0')}${''.padStart(64, '0')}`;
    const from = devnet.accounts[1]?.address;
    const call = { method: 'eth_call', params: [{ from, to: account, data: execute }, 'latest'] };
    await expect(devnet.provider.request(call)).rejects.toThrow('only the account itself');
  });

  it('is several transactions where accounts cannot have code', async () => {
    const { ask, batch, devnet, balance } = await connected({ hardfork: 'cancun' });
    const calls = [
      { to: A, value: '0x1' },
      { to: B, value: '0x2' },
    ];
    await expect(ask('wallet_sendCalls', [batch({ calls, atomicRequired: true })])).rejects.toMatchObject({
      code: 5760,
    });
    const { id } = (await ask('wallet_sendCalls', [batch({ calls })])) as { id: string };
    const status = (await ask('wallet_getCallsStatus', [id])) as { receipts: object[] };
    expect(status).toMatchObject({ status: 200, atomic: false });
    expect(status.receipts).toHaveLength(2);
    expect([await balance(A), await balance(B)]).toEqual([1n, 2n]);
    await devnet.provider.request({ method: 'hardhat_setCode', params: [B, REVERTS] });
    const partly = (await ask('wallet_sendCalls', [batch({ calls })])) as { id: string };
    expect(await ask('wallet_getCallsStatus', [partly.id])).toMatchObject({ status: 600 });
  });

  it('is pending without a block, and gone after a revert', async () => {
    const { ask, batch, devnet } = await connected();
    const snapshot = await devnet.snapshot();
    await devnet.setMiningMode('manual');
    const { id } = (await ask('wallet_sendCalls', [batch({ id: 'mine' })])) as { id: string };
    expect(id).toBe('mine');
    expect(await ask('wallet_getCallsStatus', [id])).toMatchObject({ status: 100 });
    await devnet.mine();
    expect(await ask('wallet_getCallsStatus', [id])).toMatchObject({ status: 200 });
    await devnet.revert(snapshot);
    expect(await ask('wallet_getCallsStatus', [id])).toMatchObject({ status: 400 });
  });

  it('is whole although a revert took the code of the account while it waited', async () => {
    const { ask, batch, devnet, balance } = await connected();
    const calls = [{ to: A, value: '0x1' }, { to: B }];
    const snapshot = await devnet.snapshot();
    await ask('wallet_sendCalls', [batch({ calls })]);
    await devnet.wallet.set({ mode: 'ask' });
    const waiting = ask('wallet_sendCalls', [batch({ calls, atomicRequired: true, id: 'late' })]);
    await expect.poll(async () => (await devnet.wallet.requests()).at(-1)?.status).toBe('waiting');
    await devnet.revert(snapshot);
    await devnet.wallet.approve();
    await waiting;
    expect(await ask('wallet_getCallsStatus', ['late'])).toMatchObject({ status: 200, atomic: true });
    expect(await balance(A)).toBe(1n);
  });

  it('has its id alone, also among those that are sent at once', async () => {
    const { ask, batch, devnet, balance } = await connected();
    const twice = await Promise.allSettled([1, 2].map(() => ask('wallet_sendCalls', [batch({ id: 'same' })])));
    expect(twice).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected', reason: { code: 5720 } }]);
    expect(await balance(A)).toBe(1n);
    // One that was not sent leaves its id.
    const from = devnet.accounts[0]?.balance as bigint;
    const value = `0x${(2n * from).toString(16)}`;
    await expect(ask('wallet_sendCalls', [batch({ id: 'free', calls: [{ to: A, value }] })])).rejects.toThrow();
    expect(await ask('wallet_sendCalls', [batch({ id: 'free' })])).toEqual({ id: 'free' });
    const ids = await Promise.all([1, 2, 3].map(() => ask('wallet_sendCalls', [batch({})])));
    expect(new Set(ids.map((result) => (result as { id: string }).id)).size).toBe(3);
  });

  it('is followed by nothing until the account has its code, because no nonce after it is known', async () => {
    const { ask, batch, devnet, balance } = await connected();
    const calls = [{ to: A, value: '0x1' }, { to: B }];
    await devnet.setMiningMode('manual');
    await ask('wallet_sendCalls', [batch({ calls, id: 'first' })]);
    const waits = /the first batch of 0x[\da-f]{40} waits for its block/;
    await expect(ask('wallet_sendCalls', [batch({ calls })])).rejects.toThrow(waits);
    await expect(ask('wallet_sendCalls', [batch({})])).rejects.toThrow(waits);
    await expect(ask('eth_sendTransaction', [{ to: A, value: '0x1' }])).rejects.toThrow(waits);
    await devnet.mine();
    expect(await ask('wallet_getCallsStatus', ['first'])).toMatchObject({ status: 200 });
    await ask('wallet_sendCalls', [batch({ calls })]);
    await ask('eth_sendTransaction', [{ to: A, value: '0x1' }]);
    await devnet.mine();
    expect(await balance(A)).toBe(3n);
  });

  it('is refused by the code', async () => {
    const { ask, batch, devnet } = await connected();
    const refused = async (given: object, code: number) => {
      const height = devnet.height;
      await expect(ask('wallet_sendCalls', [batch(given)])).rejects.toMatchObject({ code });
      expect(devnet.height).toBe(height);
    };
    await refused({ capabilities: { paymasterService: { url: 'x' } } }, 5700);
    await refused({ calls: [{ to: A, capabilities: { x: {} } }] }, 5700);
    await refused({ chainId: '0x1' }, 5710);
    await refused({ calls: Array.from({ length: 501 }, () => ({ to: A })) }, 5740);
    await refused({ from: B }, 4100);
    await refused({ calls: [] }, -32602);
    for (const call of [{ to: '0x12' }, { to: [A] }, { to: A, data: ['0x12'] }, { to: A, value: ['0x1'] }])
      await refused({ calls: [call] }, -32602);
    for (const capabilities of [5, 'x', null]) await refused({ capabilities }, -32602);
    await refused({ calls: [{ to: A, value: '1' }] }, -32602);
    await refused({ atomicRequired: undefined }, -32602);
    await devnet.wallet.reject('wallet_sendCalls');
    await refused({}, 4001);
    await devnet.wallet.reject('wallet_sendCalls', { code: 5750, message: 'no upgrade' });
    await refused({}, 5750);
    await ask('wallet_sendCalls', [batch({ id: 'x', capabilities: { y: { optional: true } } })]);
    await refused({ id: 'x' }, 5720);
    for (const method of ['wallet_getCallsStatus', 'wallet_showCallsStatus'])
      await expect(ask(method, ['nothing'])).rejects.toMatchObject({ code: 5730 });
  });
});

it('has the code of the contract', () => {
  const path = '../../src/devnet/wallet/BatchAccount.sol';
  const content = readFileSync(new URL(path, import.meta.url), 'utf8');
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string };
  const settings = {
    ...{ evmVersion: 'prague', optimizer: { enabled: true, runs: 200 } },
    metadata: { bytecodeHash: 'none', appendCBOR: false },
    outputSelection: { '*': { '*': ['evm.deployedBytecode.object'] } },
  };
  const output = solc.compile(JSON.stringify({ language: 'Solidity', sources: { a: { content } }, settings }));
  const code = JSON.parse(output).contracts.a.BatchAccount.evm.deployedBytecode.object as string;
  expect(`0x${code}`).toBe(BATCH_ACCOUNT_CODE);
});
