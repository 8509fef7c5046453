/** Tests the provider of a page against a devnet, over its sockets. */
import { createWalletClient, custom, type EIP1193Provider, recoverMessageAddress, recoverTypedDataAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { ORIGIN, openPage, startDevnet } from './page_kit.js';

const devnetAndPage = async (options = {}) => {
  const devnet = await startDevnet(options);
  const page = openPage(devnet);
  const ask = (method: string, params?: unknown): Promise<unknown> =>
    page.ethereum.request(params === undefined ? { method } : { method, params });
  const [first, second] = devnet.accounts.map(({ address }) => address.toLowerCase()) as [string, string];
  return { devnet, page, ask, first, second };
};

describe('a page', () => {
  it('finds the wallet by EIP-6963, before and after it asks', async () => {
    const devnet = await startDevnet();
    const page = openPage(devnet);
    const found: { info: { rdns: string }; provider: unknown }[] = [];
    page.window.addEventListener('eip6963:announceProvider', (event) => found.push((event as CustomEvent).detail));
    page.window.dispatchEvent(new Event('eip6963:requestProvider'));
    expect(found).toEqual([{ info: page.info, provider: page.ethereum }]);
    expect(Object.isFrozen(found[0])).toBe(true);
    expect(page.info.uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(page.window['ethereum']).toBe(page.ethereum);
  });

  it('sees accounts only after it has connected', async () => {
    const { ask, first, page } = await devnetAndPage();
    expect(await ask('eth_accounts')).toEqual([]);
    expect(await ask('eth_requestAccounts')).toEqual([first]);
    expect(await ask('eth_accounts')).toEqual([first]);
    expect(page.ethereum.selectedAddress).toBe(first);
    expect(page.events).toEqual([
      ['connect', { chainId: '0x7a69' }],
      ['accountsChanged', [first]],
    ]);
  });

  it('signs messages and typed data, and sends, with viem', async () => {
    const { page, devnet, first, second } = await devnetAndPage();
    const client = createWalletClient({ transport: custom(page.ethereum as unknown as EIP1193Provider) });
    const [account] = (await client.requestAddresses()) as [`0x${string}`];
    const signature = await client.signMessage({ account, message: 'hello' });
    expect((await recoverMessageAddress({ message: 'hello', signature })).toLowerCase()).toBe(first);
    const typed = {
      domain: { name: 'Halley', chainId: 31337 },
      types: { Mail: [{ name: 'text', type: 'string' }] },
      primaryType: 'Mail',
      message: { text: 'hi' },
    } as const;
    const typedSignature = await client.signTypedData({ account, ...typed });
    expect((await recoverTypedDataAddress({ ...typed, signature: typedSignature })).toLowerCase()).toBe(first);
    const hash = await client.sendTransaction({ account, chain: null, to: second as `0x${string}`, value: 5n });
    const receipt = await devnet.provider.request({ method: 'eth_getTransactionReceipt', params: [hash] });
    expect(receipt).toMatchObject({ status: '0x1', from: first, to: second });
  });

  it('reads the chain and subscribes to it', async () => {
    const { ask, page, devnet } = await devnetAndPage();
    expect(await ask('eth_blockNumber')).toBe('0x1');
    const subscription = await ask('eth_subscribe', ['newHeads']);
    await devnet.mine();
    await page.seen(2);
    expect(page.events[1]).toEqual([
      'message',
      { type: 'eth_subscription', data: { subscription, result: expect.objectContaining({ number: '0x2' }) } },
    ]);
  });

  it('gets errors by the code', async () => {
    const { ask, first, second, devnet, page } = await devnetAndPage();
    await expect(ask('personal_sign', ['0x00', first])).rejects.toMatchObject({ code: 4100 });
    await expect(ask('eth_sendTransaction', [{ from: first, to: second }])).rejects.toMatchObject({ code: 4100 });
    await ask('eth_requestAccounts');
    await expect(ask('personal_sign', ['0x00', second])).rejects.toMatchObject({ code: 4100 });
    for (const method of ['eth_sign', 'hardhat_setBalance', 'halley_addFault', 'evm_mine', 'nothing'])
      await expect(ask(method, [])).rejects.toMatchObject({ code: 4200 });
    await expect(ask('wallet_switchEthereumChain', [{ chainId: '0x1' }])).rejects.toMatchObject({ code: 4902 });
    await expect(ask('wallet_switchEthereumChain', [{ chainId: '0x01' }])).rejects.toMatchObject({ code: -32602 });
    await expect(ask('eth_getBalance', ['0x12', 'latest'])).rejects.toMatchObject({ code: -32602 });
    await devnet.wallet.reject();
    await expect(ask('personal_sign', ['0x00', first])).rejects.toMatchObject({
      code: 4001,
      message: 'User rejected the request.',
    });
    await devnet.wallet.reject('personal_sign', { code: -32603, message: 'the device is busy' });
    await expect(ask('personal_sign', ['0x00', first])).rejects.toMatchObject({ code: -32603 });
    await devnet.wallet.close('eth_sendTransaction');
    expect(await ask('personal_sign', ['0x00', first])).toMatch(/^0x/);
    await expect(ask('eth_sendTransaction', [{ to: second }])).rejects.toMatchObject({ code: 4001 });
    await devnet.wallet.set({ connected: 'other-chain' });
    await expect(ask('eth_sendTransaction', [{ to: second }])).rejects.toMatchObject({ code: 4901 });
    expect(await ask('eth_accounts')).toEqual([first]);
    await devnet.wallet.set({ connected: 'no' });
    await page.seen(3);
    expect(page.events[2]).toEqual(['disconnect', expect.objectContaining({ code: 4900 })]);
    expect(page.ethereum.isConnected()).toBe(false);
    await expect(ask('eth_blockNumber')).rejects.toMatchObject({ code: 4900 });
  });

  it('waits while the user decides, and may not ask twice to connect', async () => {
    const { ask, first, devnet } = await devnetAndPage();
    await devnet.wallet.set({ mode: 'ask' });
    const asked = ask('eth_requestAccounts');
    await expect(ask('eth_requestAccounts')).rejects.toMatchObject({
      code: -32002,
      message: `Request of type 'wallet_requestPermissions' already pending for origin ${ORIGIN}. Please wait.`,
    });
    const [waiting, refused] = await devnet.wallet.requests();
    expect([waiting, refused]).toMatchObject([{ status: 'waiting' }, { status: 'failed', error: { code: -32002 } }]);
    await expect(devnet.wallet.answer(99, 'approve')).rejects.toThrow('no request 99 waits: expected one of 1');
    await devnet.wallet.approve();
    expect(await asked).toEqual([first]);
  });

  it('is answered by another mode, so that nothing waits for ever', async () => {
    const { ask, first, devnet } = await devnetAndPage();
    const asked = async (method: string, params?: unknown) => {
      await devnet.wallet.set({ mode: 'ask' });
      const answer = ask(method, params).catch((error: unknown) => error);
      await expect.poll(async () => (await devnet.wallet.requests()).at(-1)?.status).toBe('waiting');
      return { answer };
    };
    const rejected = await asked('eth_requestAccounts');
    await devnet.wallet.set({ delayMs: 0 });
    await devnet.wallet.set({ mode: 'ask' });
    await expect(ask('eth_requestAccounts')).rejects.toMatchObject({ code: -32002 });
    await devnet.wallet.set({ mode: 'reject' });
    expect(await rejected.answer).toMatchObject({ code: 4001 });
    const approved = await asked('eth_requestAccounts');
    await devnet.wallet.set({ mode: 'approve' });
    expect(await approved.answer).toEqual([first]);
  });

  it('keeps requests within limits, and refuses what JSON cannot have', async () => {
    const { devnet } = await devnetAndPage();
    const origin = ORIGIN;
    const long = 'x'.repeat(301);
    for (const call of [
      { origin: long, method: 'eth_accounts' },
      { origin, method: long },
      { origin, method: 'eth_accounts', params: [1n] },
      { origin, method: 'eth_accounts', params: () => 1 },
      { origin } as never,
      undefined as never,
    ])
      await expect(devnet.wallet.request(call)).rejects.toMatchObject({ code: -32602 });
    expect(await devnet.wallet.requests()).toEqual([]);
    for (const delayMs of [2 ** 31, Infinity, -1])
      await expect(devnet.wallet.set({ delayMs })).rejects.toThrow('expected milliseconds from 0 to 2147483647');
    await devnet.wallet.set({ locked: true });
    const all = Array.from({ length: 101 }, (_, at) =>
      devnet.wallet.request({ origin: `http://localhost:${at}`, method: 'eth_requestAccounts' }),
    );
    await expect(all.pop()).rejects.toThrow('100 requests wait for an answer, and no more can');
    await devnet.wallet.set({ locked: false });
    expect(await Promise.all(all)).toHaveLength(100);
  });

  it('leaves a list of requests that fits in an answer, whatever it sends', async () => {
    const { devnet } = await devnetAndPage();
    const call = { origin: '"'.repeat(300), method: '"'.repeat(300), params: ['"'.repeat(10_000)] };
    for (let at = 0; at < 1001; at++) await expect(devnet.wallet.request(call)).rejects.toMatchObject({ code: 4200 });
    const requests = (await devnet.provider.request({ method: 'halley_walletRequests' })) as { id: number }[];
    expect([requests.length, requests[0]?.id]).toEqual([1000, 2]);
    const response = await fetch(devnet.urls.evmHttp as string, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"halley_walletRequests","params":[]}',
    });
    expect(((await response.json()) as { result: unknown }).result).toEqual(requests);
  });

  it('connects when the wallet is unlocked', async () => {
    const { ask, first, devnet, page } = await devnetAndPage();
    await devnet.wallet.set({ locked: true });
    const asked = ask('eth_requestAccounts');
    expect(await ask('eth_accounts')).toEqual([]);
    await devnet.wallet.set({ locked: false });
    expect(await asked).toEqual([first]);
    await devnet.wallet.set({ locked: true });
    await expect(ask('personal_sign', ['0x00', first])).rejects.toMatchObject({ code: 4100 });
    expect(page.events.slice(1)).toEqual([
      ['accountsChanged', [first]],
      ['accountsChanged', []],
    ]);
  });

  it('follows the selected account, and gives permissions back', async () => {
    const { ask, first, second, devnet, page } = await devnetAndPage();
    await ask('eth_requestAccounts');
    await devnet.wallet.set({ accounts: [second, first] });
    await page.seen(3);
    expect(page.events[2]).toEqual(['accountsChanged', [second, first]]);
    expect(await ask('wallet_getPermissions')).toMatchObject([
      { parentCapability: 'eth_accounts', invoker: ORIGIN, caveats: [{ value: [second, first] }] },
    ]);
    expect(await ask('wallet_revokePermissions', [{ eth_accounts: {} }])).toBeNull();
    expect(await ask('eth_accounts')).toEqual([]);
    await expect(devnet.wallet.set({ accounts: ['0x12'] })).rejects.toThrow('accounts has 0x12, expected addresses');
    expect((await devnet.wallet.settings()).accounts).toEqual([second, first]);
  });

  it('learns that the chain went back or began anew, so that no nonce is old', async () => {
    const { ask, first, second, devnet, page } = await devnetAndPage();
    await ask('eth_requestAccounts');
    const id = await devnet.snapshot();
    await ask('eth_sendTransaction', [{ to: second }]);
    await devnet.revert(id);
    await page.seen(3);
    expect(page.events[2]).toEqual(['chainChanged', '0x7a69']);
    expect(await ask('eth_getTransactionCount', [first, 'latest'])).toBe('0x0');
    await devnet.provider.request({ method: 'hardhat_reset' });
    await page.seen(6);
    expect(page.events.slice(3)).toEqual([
      ['disconnect', expect.objectContaining({ code: 1013 })],
      ['connect', { chainId: '0x7a69' }],
      ['chainChanged', '0x7a69'],
    ]);
    expect(await ask('eth_accounts')).toEqual([first]);
  });

  it('of a foreign origin gets nothing', async () => {
    const devnet = await startDevnet();
    const page = openPage(devnet, 'https://evil.example');
    for (const method of ['eth_accounts', 'eth_requestAccounts', 'eth_blockNumber', 'wallet_getPermissions'])
      await expect(page.ethereum.request({ method })).rejects.toMatchObject({ code: 4900 });
    expect(page.ethereum).toMatchObject({ chainId: null, selectedAddress: null });
    expect(await devnet.wallet.requests()).toEqual([]);
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'halley_walletRequest',
      params: [{ origin: ORIGIN, method: 'eth_accounts' }],
    };
    const answer = await fetch(devnet.urls.evmHttp as string, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://evil.example' },
      body: JSON.stringify(call),
    });
    expect(await answer.json()).toMatchObject({ error: { code: -32000 } });
  });

  it('waits for no answer that is cut off, and connects again', async () => {
    const { ask, devnet, page } = await devnetAndPage();
    await ask('eth_requestAccounts');
    const fault = { type: 'truncated', methods: ['eth_blockNumber'], times: 1 };
    await devnet.provider.request({ method: 'halley_addFault', params: [fault] });
    await expect(ask('eth_blockNumber')).rejects.toMatchObject({ code: 4900 });
    await page.seen(4);
    expect(page.events.slice(2)).toEqual([
      ['disconnect', expect.objectContaining({ code: 1013 })],
      ['connect', { chainId: '0x7a69' }],
    ]);
    expect(await ask('eth_blockNumber')).toBe('0x1');
  });

  it('hears of the wallet where the events of the chain are lost', async () => {
    const devnet = await startDevnet();
    await devnet.provider.request({ method: 'halley_addFault', params: [{ type: 'lost-event' }] });
    const page = openPage(devnet);
    const first = devnet.accounts[0]?.address.toLowerCase();
    expect(await page.ethereum.request({ method: 'eth_requestAccounts' })).toEqual([first]);
    await devnet.wallet.set({ accounts: [] });
    await page.seen(3);
    expect(page.events[2]).toEqual(['accountsChanged', []]);
  });

  it('connects again to a devnet that has started anew', async () => {
    const { ask, page, devnet } = await devnetAndPage();
    await ask('eth_requestAccounts');
    const address = new URL(devnet.urls.evmHttp as string).host;
    await devnet.close();
    await page.seen(3);
    expect(page.events[2]).toEqual(['disconnect', expect.objectContaining({ code: 1013 })]);
    expect(page.ethereum.isConnected()).toBe(false);
    await expect(ask('eth_blockNumber')).rejects.toMatchObject({ code: 4900 });
    await startDevnet({ jsonRpc: { address } });
    await page.seen(6);
    expect(page.events.slice(3)).toEqual([
      ['connect', { chainId: '0x7a69' }],
      ['chainChanged', '0x7a69'],
      ['accountsChanged', []],
    ]);
  });
});

describe('several chains', () => {
  it('are used by one page', async () => {
    const { ask, first, second, devnet, page } = await devnetAndPage({
      chains: [{ id: 'other_9002-1' }],
    });
    await ask('eth_requestAccounts');
    const other = devnet.chains.get('other_9002-1');
    const chainId = `0x${other.evmChainId.toString(16)}`;
    expect(await ask('wallet_switchEthereumChain', [{ chainId }])).toBeNull();
    expect(await ask('eth_chainId')).toBe(chainId);
    expect(page.events.slice(2)).toEqual([['chainChanged', chainId]]);
    const hash = await ask('eth_sendTransaction', [{ to: second, value: '0x5' }]);
    const receipt = { method: 'eth_getTransactionReceipt', params: [hash] };
    expect(await other.provider.request(receipt)).toMatchObject({ from: first });
    expect(await devnet.provider.request(receipt)).toBeNull();
    expect(await ask('eth_getTransactionReceipt', [hash])).toMatchObject({ from: first });
    await devnet.wallet.set({ chainId: '0x7a69', knownChains: ['0x7a69'] });
    const add = { chainId, chainName: 'Other', rpcUrls: ['http://127.0.0.1:1'], nativeCurrency: {} };
    await ask('wallet_addEthereumChain', [add]);
    expect(await ask('eth_chainId')).toBe(chainId);
    await expect(ask('wallet_addEthereumChain', [{ ...add, chainId: '0x1' }])).rejects.toThrow('of this devnet');
  });

  it('get what was asked on them, whatever chain is selected when the user approves', async () => {
    const { ask, devnet, second } = await devnetAndPage({ chains: [{ id: 'other_9002-1' }] });
    await ask('eth_requestAccounts');
    await devnet.wallet.set({ mode: 'ask' });
    const sent = ask('eth_sendTransaction', [{ to: second, value: '0x5' }]);
    await expect.poll(async () => (await devnet.wallet.requests()).at(-1)?.status).toBe('waiting');
    const other = devnet.chains.get('other_9002-1');
    await devnet.wallet.set({ chainId: `0x${other.evmChainId.toString(16)}` });
    await devnet.wallet.approve();
    const receipt = { method: 'eth_getTransactionReceipt', params: [await sent] };
    expect(await devnet.provider.request(receipt)).toMatchObject({ to: second });
    expect(await other.provider.request(receipt)).toBeNull();
  });
});
