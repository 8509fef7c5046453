/** Tests `halley-devnet/viem`: viem's clients of a devnet, and how often they send a request. */
import {
  BaseError,
  ContractFunctionRevertedError,
  createClient,
  custom,
  formatUnits,
  http,
  parseAbi,
  publicActions,
  RpcRequestError,
  type Transport,
  walletActions,
} from 'viem';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  createDevnet,
  type Devnet,
  type DevnetOptions,
  fixedClock,
  type RequestArguments,
} from '../../../src/devnet/index.js';
import { chain, clients, transport } from '../../../src/viem/index.js';
import { START } from '../node_kit.js';

const ABI = parseAbi(['error Locked(uint256 until)', 'function withdraw()']);
const VAULT = '0x00000000000000000000000000000000000000aa';
const WITHDRAW = { address: VAULT, abi: ABI, functionName: 'withdraw' } as const;
/** Reverts with `Locked(7)`. */
const LOCKED = '0x63032bc66b60e01b5f52600760045260245ffd';
/** Amount that no account owns. */
const TOO_MUCH = 10n ** 30n;

async function start(options: DevnetOptions = {}): Promise<Devnet> {
  const devnet = await createDevnet({ clock: fixedClock(START), ...options });
  onTestFinished(() => devnet.close());
  await devnet.provider.request({ method: 'hardhat_setCode', params: [VAULT, LOCKED] });
  return devnet;
}

/** Returns the same devnet, and the methods that its provider receives. */
function observed(devnet: Devnet): { readonly methods: string[]; readonly seen: Devnet } {
  const methods: string[] = [];
  const request = (args: RequestArguments): Promise<unknown> => {
    methods.push(args.method);
    return devnet.provider.request(args);
  };
  return { methods, seen: { ...devnet, provider: { ...devnet.provider, request } } };
}

/** Returns the milliseconds of the timers that are set while an action runs. */
async function timersOf(action: () => Promise<unknown>): Promise<readonly unknown[]> {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  try {
    await action();
    return timers.mock.calls.map(([, ms]) => ms);
  } finally {
    timers.mockRestore();
  }
}

const failureOf = (action: Promise<unknown>): Promise<unknown> =>
  action.then(
    () => undefined,
    (error: unknown) => error,
  );

const clientOf = (to: Transport) => createClient({ transport: to }).extend(publicActions).extend(walletActions);

/** Returns the errors' names and codes, from the one with which viem rejects to the one that the transport has made. */
const causesOf = (error: unknown): unknown[] =>
  error instanceof BaseError ? [[error.name, (error as { code?: unknown }).code], ...causesOf(error.cause)] : [];

/** viem may try another method, `wallet_sendTransaction`, after one that was refused. */
const repeated = (methods: readonly string[]): string[] => methods.filter((method, i) => methods.indexOf(method) < i);

/** Requests that the node refuses, by kind. */
const REFUSED: Readonly<Record<string, (to: Transport, account: Devnet['accounts'][number]) => Promise<unknown>>> = {
  'a call that reverts': (to) => clientOf(to).call({ to: VAULT }),
  'an estimate that reverts': (to, { address }) => clientOf(to).estimateGas({ to: VAULT, account: address }),
  'a payment without funds': (to, { address }) =>
    clientOf(to).sendTransaction({ to: VAULT, account: address, value: TOO_MUCH, chain: null }),
  'a method that does not exist': (to) => clientOf(to).request({ method: 'eth_none' as never }),
  'parameters that are wrong': (to) => clientOf(to).request({ method: 'eth_call', params: [{ to: '0x1' }] as never }),
};
const REVERTS = ['a call that reverts', 'an estimate that reverts'];

describe('the transport', () => {
  it.each(['anvil', 'hardhat'] as const)(
    'sends one request for a call that reverts, and sets no timer: %s',
    async (compat) => {
      const { methods, seen } = observed(await start({ compat }));
      const { publicClient } = clients(seen);
      let failure: unknown;
      const timers = await timersOf(async () => {
        failure = await failureOf(publicClient.simulateContract(WITHDRAW));
      });
      expect([methods, timers]).toEqual([['eth_call'], []]);
      const reverted = (failure as BaseError).walk((cause) => cause instanceof ContractFunctionRevertedError);
      expect(reverted).toMatchObject({ data: { errorName: 'Locked', args: [7n] } });
    },
  );

  it.each(Object.entries(REFUSED))('sends one request, and fails as over HTTP, for %s', async (_, ask) => {
    const { methods, seen } = observed(await start({ jsonRpc: true }));
    const account = seen.accounts[0] as Devnet['accounts'][number];
    let failure: unknown;
    const timers = await timersOf(async () => {
      failure = await failureOf(ask(transport(seen), account));
    });
    expect(repeated(methods)).toEqual([]);
    expect(timers).toEqual([]);
    const overHttp = await failureOf(ask(http(seen.urls.evmHttp, { retryCount: 0 }), account));
    expect(causesOf(failure)).toEqual(causesOf(overHttp));
    expect(causesOf(failure)).not.toEqual([]);
  });
});

describe('viem’s own transport to a provider', () => {
  it.each(Object.entries(REFUSED).filter(([name]) => !REVERTS.includes(name)))(
    'sends one request for %s',
    async (_, ask) => {
      const { methods, seen } = observed(await start());
      const timers = await timersOf(() => failureOf(ask(custom(seen.provider), seen.accounts[0] as never)));
      expect(repeated(methods)).toEqual([]);
      expect(timers).toEqual([]);
    },
  );

  it.each(REVERTS)('sends one request for %s, when retries are off', async (name) => {
    const { methods, seen } = observed(await start());
    const to = custom(seen.provider, { retryCount: 0 });
    const timers = await timersOf(() => failureOf(REFUSED[name]?.(to, seen.accounts[0] as never) as Promise<unknown>));
    expect([methods.length, timers]).toEqual([1, []]);
  });
});

describe('the clients', () => {
  it('know the chain: id, coin, and its URLs', async () => {
    const silent = await start();
    expect(clients(silent).chain).toEqual({
      id: 31337,
      name: 'halley_31337-1',
      nativeCurrency: { name: 'Halley', symbol: 'HALLEY', decimals: 18 },
      rpcUrls: { default: { http: [] } },
      testnet: true,
    });
    const served = await start({ jsonRpc: { address: '127.0.0.1:0', wsAddress: '127.0.0.1:0' } });
    await served.provider.request({ method: 'anvil_setChainId', params: ['0x4d'] });
    const { evmHttp, evmWs } = served.urls;
    expect(chain(served)).toMatchObject({ id: 77, rpcUrls: { default: { http: [evmHttp], webSocket: [evmWs] } } });
  });

  it('send from the first account, sign with all keys, and read what has just changed', async () => {
    const devnet = await start();
    const { publicClient, walletClient, testClient, accounts } = clients(devnet);
    expect(accounts.map(({ address }) => address)).toEqual(devnet.accounts.map(({ address }) => address));
    expect(walletClient.account).toBe(accounts[0]);
    const to = '0x00000000000000000000000000000000000000bb';
    const hash = await walletClient.sendTransaction({ to, value: 5n });
    expect(await publicClient.getTransaction({ hash })).toMatchObject({ from: accounts[0].address.toLowerCase() });
    await walletClient.sendTransaction({ to, value: 6n, account: accounts[1] });
    expect(await publicClient.getBalance({ address: to })).toBe(11n);
    const height = await publicClient.getBlockNumber();
    await testClient.mine({ blocks: 2 });
    expect(await publicClient.getBlockNumber()).toBe(height + 2n);
    await expect(walletClient.writeContract(WITHDRAW)).rejects.toThrow('Locked(uint256 until)');
  });

  it('let the node sign for an address, also for many transactions at once', async () => {
    const { publicClient, walletClient, accounts } = clients(await start());
    const { address } = accounts[0];
    const send = () =>
      walletClient.sendTransaction({ to: VAULT.replace('aa', 'bb') as `0x${string}`, account: address });
    const hashes = await Promise.all([send(), send(), send()]);
    const sent = await Promise.all(hashes.map((hash) => publicClient.getTransaction({ hash })));
    expect(sent.map(({ nonce }) => nonce).sort()).toEqual([0, 1, 2]);
  });

  it('have a receipt after one request, with no timer except the one that would end the wait', async () => {
    const { methods, seen } = observed(await start());
    const { publicClient, walletClient } = clients(seen);
    const hash = await walletClient.sendTransaction({ to: VAULT.replace('aa', 'bb') as `0x${string}` });
    methods.length = 0;
    const timers = await timersOf(() => publicClient.waitForTransactionReceipt({ hash }));
    expect([methods, timers]).toEqual([['eth_getTransactionReceipt'], [180_000]]);
  });

  it('exist for each chain of several', async () => {
    const devnet = await start({ chains: [{ id: 'hub-1', denom: 'uhub' }] });
    const hub = devnet.chains.get('hub-1');
    const { chain, publicClient, accounts } = clients(hub);
    expect([chain.id, chain.nativeCurrency]).toEqual([
      Number(hub.evmChainId),
      { name: 'Hub', symbol: 'HUB', decimals: 6 },
    ]);
    const balance = await publicClient.getBalance(accounts[0]);
    expect([balance, formatUnits(balance, chain.nativeCurrency.decimals)]).toEqual([hub.accounts[0]?.balance, '10000']);
  });

  it('are refused without an account, and without a URL', async () => {
    const devnet = await start({ privateKeys: [] });
    expect(() => clients(devnet)).toThrow('halley_31337-1 has no accounts: pass privateKeys to createDevnet');
    const { chainId, evmChainId, nativeCurrency, accounts, urls } = devnet;
    expect(() => transport({ chainId, evmChainId, nativeCurrency, accounts, urls })).toThrow(
      'halley_31337-1 has no EVM JSON-RPC over HTTP: start it with the option jsonRpc',
    );
  });
});

describe('clients of a chain in another process', () => {
  const [FIRST, SECOND] = ['1', '2'].map((digit) => ({
    ...{ address: `0x${digit.repeat(40)}`, privateKey: `0x${digit.repeat(64)}` },
  })) as [Devnet['accounts'][number], Devnet['accounts'][number]];
  const server = {
    ...{ chainId: 'halley_77-1', evmChainId: 77, accounts: [FIRST, SECOND] },
    nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 6 },
    urls: { evmHttp: 'http://127.0.0.1:1', evmWs: 'ws://127.0.0.1:2' },
  };
  const NO_URLS = { evmHttp: undefined, evmWs: undefined };

  it('poll often and cache no block number, and send each request once', () => {
    const { publicClient, testClient } = clients(server);
    expect([publicClient.cacheTime, publicClient.pollingInterval, testClient.mode]).toEqual([0, 50, 'anvil']);
    expect(publicClient.transport.retryCount).toBe(0);
  });

  it('sign with the keys of its accounts, which are made once', () => {
    const both = clients(server);
    expect(both.walletClient.account.type).toBe('local');
    expect(both.walletClient.account.address).toBe(both.accounts[0].address);
    expect(both.accounts).toBe(both.accounts);
    expect(new Set(both.accounts.map(({ address }) => address)).size).toBe(2);
  });

  it('have its URLs for HTTP and WebSocket, and none that it has not', () => {
    const urlsOf = (urls: { readonly evmHttp?: string; readonly evmWs?: string }) =>
      chain({ ...server, urls: { ...NO_URLS, ...urls } }).rpcUrls.default;
    expect(urlsOf(server.urls)).toEqual({ http: ['http://127.0.0.1:1'], webSocket: ['ws://127.0.0.1:2'] });
    expect(urlsOf({ evmHttp: 'http://127.0.0.1:1' })).toEqual({ http: ['http://127.0.0.1:1'] });
    expect(urlsOf({})).toEqual({ http: [] });
    expect(chain(server)).toMatchObject({ id: 77, name: 'halley_77-1', nativeCurrency: { decimals: 6 } });
  });

  it('are refused without accounts, and for what is no chain', () => {
    expect(() => clients({ ...server, accounts: [] })).toThrow('halley_77-1 has no accounts');
    for (const member of ['chainId', 'urls', 'accounts'])
      expect(() => chain({ ...server, [member]: undefined })).toThrow('expected a devnet, one of its chains');
    expect(() => transport({ ...server, urls: NO_URLS })).toThrow('halley_77-1 has no EVM JSON-RPC over HTTP');
  });

  it('are refused for a promise and for null with what was given, by the name of the function', () => {
    const promise = Promise.resolve(server) as never;
    expect(() => clients(promise)).toThrow(
      'clients got a promise, expected a devnet: write clients(await createDevnet())',
    );
    for (const [name, make] of Object.entries({ chain, clients, transport })) {
      expect(() => make(null as never)).toThrow(`${name} got null, expected a devnet`);
      expect(() => make({} as never)).toThrow(`${name} got object, expected a devnet`);
    }
  });
});

describe('the transport to a provider', () => {
  const served = (request: () => Promise<unknown>) => ({
    ...{
      chainId: 'halley_88-1',
      evmChainId: 88,
      accounts: [],
      nativeCurrency: { name: 'C', symbol: 'C', decimals: 6 },
    },
    ...{ urls: { evmHttp: 'http://127.0.0.1:1', evmWs: undefined }, provider: { request } },
  });
  const fails = (error: Error) => failureOf(clientOf(transport(served(() => Promise.reject(error)))).getChainId());

  it('is used although the chain has a URL, and is named by its chain', async () => {
    const { config } = transport(served(async () => '0x58'))({});
    expect([config.key, config.name]).toEqual(['halley', 'Halley devnet']);
    expect(await clientOf(transport(served(async () => '0x58'))).getChainId()).toBe(88);
    const refusal = await fails(Object.assign(new Error('no'), { code: 3 }));
    expect((refusal as BaseError).walk((cause) => cause instanceof RpcRequestError)).toMatchObject({
      ...{ code: 3, url: 'halley_88-1 in this process' },
    });
  });

  it('passes on errors that are no refusals of a node', async () => {
    const error = Object.assign(new Error('closed'), { code: 'unavailable' });
    const failure = (await fails(error)) as BaseError;
    expect(failure.walk((cause) => cause instanceof RpcRequestError)).toBeNull();
    expect(failure.walk((cause) => cause === error)).toBe(error);
  });
});
