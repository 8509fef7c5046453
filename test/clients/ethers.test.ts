/** Tests what ethers' providers, signers and contracts request from a node, over the URLs. */
import {
  Contract,
  ContractFactory,
  getCreateAddress,
  hashMessage,
  id,
  JsonRpcProvider,
  JsonRpcSigner,
  keccak256,
  recoverAddress,
  Transaction,
  toBeHex,
  verifyAuthorization,
  verifyMessage,
  verifyTypedData,
  Wallet,
  WebSocketProvider,
  zeroPadValue,
} from 'ethers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HELD, LAB_SIGNATURES, type Lab, openLab, SUPPLY } from './lab.js';
import { members, unlisted } from './members.js';

const ABI = LAB_SIGNATURES;
const COIN = 10n ** 18n;
const DOMAIN = { name: 'Laboratory', version: '1', chainId: 31337 };
const TYPES = {
  Note: [
    { name: 'text', type: 'string' },
    { name: 'count', type: 'uint256' },
  ],
};
const NOTE = { text: 'typed', count: 3n };
const PASSWORD = '';

let lab: Lab;
let provider: JsonRpcProvider;
let socket: WebSocketProvider;

beforeAll(async () => {
  lab = await openLab();
  // ethers caches an answer for 250 ms, and this chain makes many blocks in that time.
  provider = new JsonRpcProvider(lab.url, undefined, { pollingInterval: 20, cacheTimeout: -1 });
  socket = new WebSocketProvider(lab.wsUrl, undefined, { cacheTimeout: -1 });
});
afterAll(async () => {
  provider?.destroy();
  await socket?.destroy();
  await lab?.devnet.close();
});

const account = (index: number): string => new Wallet(lab.keys[index] as string).address;
const wallet = (index = 1): Wallet => new Wallet(lab.keys[index] as string, provider);
const remote = (index = 1): Promise<JsonRpcSigner> => provider.getSigner(index);
const pay = (value = 1n) => wallet().sendTransaction({ to: account(2), value });
const contract = (runner: ConstructorParameters<typeof Contract>[2] = provider): Contract =>
  new Contract(lab.address, ABI, runner);
const transfer = (value: bigint) => contract(wallet(0)).getFunction('transfer')(account(3), value);
/** Runs `act` while automine is off. */
async function held<T>(act: () => Promise<T>): Promise<T> {
  await lab.ask('evm_setAutomine', false);
  try {
    return await act();
  } finally {
    await lab.ask('evm_setAutomine', true);
  }
}
/** Returns the requests that a listener makes before it receives anything. Over HTTP it also polls the block number. */
const firstRequests = (of: JsonRpcProvider | WebSocketProvider, event: string | object): string[] => {
  if (of instanceof WebSocketProvider) return ['eth_subscribe'];
  return event === 'block' ? ['eth_blockNumber'] : ['eth_newFilter', 'eth_blockNumber'];
};

/** Resolves when the node has answered requests of these methods that the provider sends from now on. */
async function answered(of: JsonRpcProvider | WebSocketProvider, methods: readonly string[]): Promise<void> {
  const sent = new Map<number, string>();
  const missing = new Set(methods);
  await new Promise<void>((resolve) => {
    const note = (event: {
      action: string;
      payload?: { id: number; method: string } | { id: number; method: string }[];
      result?: { id: number } | { id: number }[];
    }): void => {
      for (const { id, method } of [event.payload ?? []].flat()) sent.set(id, method);
      for (const { id } of [event.result ?? []].flat()) missing.delete(sent.get(id) ?? '');
      if (missing.size === 0) resolve(void of.off('debug', note));
    };
    void of.on('debug', note);
  });
}

/** Returns what a listener receives first. */
async function notified<T>(
  of: JsonRpcProvider | WebSocketProvider,
  event: string | object,
  act: () => Promise<unknown>,
): Promise<T> {
  const isActive = answered(of, firstRequests(of, event));
  const received = new Promise<T>((resolve) => void of.once(event as string, (value: T) => resolve(value)));
  await isActive;
  await act();
  return received;
}

const PROVIDER: Readonly<Record<string, () => Promise<unknown>>> = {
  async broadcastTransaction() {
    const raw = await wallet().signTransaction(await wallet().populateTransaction({ to: account(2), value: 5n }));
    const sent = await provider.broadcastTransaction(raw);
    expect([sent.hash, sent.value, sent.from]).toEqual([keccak256(raw), 5n, account(1)]);
    await expect(provider.broadcastTransaction(raw)).rejects.toMatchObject({ code: 'NONCE_EXPIRED' });
  },
  async call() {
    const data = contract().interface.encodeFunctionData('totalSupply');
    expect(BigInt(await provider.call({ to: lab.address, data }))).toBe(SUPPLY);
    expect(await provider.call({ to: lab.address, data, blockTag: Number(lab.block) - 1 })).toBe('0x');
    const failing = contract().interface.encodeFunctionData('fail', ['because']);
    await expect(provider.call({ to: lab.address, data: failing })).rejects.toMatchObject({
      code: 'CALL_EXCEPTION',
      reason: 'because',
    });
  },
  async estimateGas() {
    expect(await provider.estimateGas({ from: account(1), to: account(2), value: 1n })).toBe(21_000n);
    const data = contract().interface.encodeFunctionData('transfer', [account(2), 1n]);
    await expect(provider.estimateGas({ from: account(9), to: lab.address, data })).rejects.toMatchObject({
      code: 'CALL_EXCEPTION',
      data: expect.stringMatching(id('TooLittle(uint256,uint256)').slice(0, 10)),
    });
  },
  async getBalance() {
    expect(await provider.getBalance(account(19))).toBe(10_000n * COIN);
    expect([
      await provider.getBalance(lab.address, Number(lab.block)),
      await provider.getBalance(lab.address, 0),
    ]).toEqual([HELD, 0n]);
  },
  async getBlock() {
    const block = await provider.getBlock(Number(lab.block), true);
    expect(block?.transactions).toEqual([lab.hash]);
    expect(block?.prefetchedTransactions[0]?.value).toBe(HELD);
    expect((await provider.getBlock(block?.hash as string))?.number).toBe(Number(lab.block));
    expect((await provider.getBlock(Number(lab.block) + 1))?.parentHash).toBe(block?.hash);
    expect(await provider.getBlock(10_000_000)).toBeNull();
  },
  async getBlockNumber() {
    const before = await provider.getBlockNumber();
    await pay();
    expect(await provider.getBlockNumber()).toBe(before + 1);
  },
  async getCode() {
    expect([await provider.getCode(lab.address), await provider.getCode(lab.address, 0)]).toEqual([
      lab.deployedBytecode,
      '0x',
    ]);
  },
  async getFeeData() {
    const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = await provider.getFeeData();
    const block = await provider.getBlock('latest');
    expect(maxFeePerGas).toBe(2n * (block?.baseFeePerGas as bigint) + (maxPriorityFeePerGas as bigint));
    expect(gasPrice).toBe(BigInt((await lab.ask('eth_gasPrice')) as string));
  },
  async getLogs() {
    const filter = { address: lab.address, topics: [id('Transfer(address,address,uint256)'), zeroPadValue('0x', 32)] };
    const logs = await provider.getLogs({ ...filter, fromBlock: 0 });
    expect(
      logs.map(({ transactionHash, index, blockNumber, removed }) => ({
        transactionHash,
        index,
        blockNumber,
        removed,
      })),
    ).toEqual([{ transactionHash: lab.hash, index: 0, blockNumber: Number(lab.block), removed: false }]);
    expect(
      await provider.getLogs({ ...filter, blockHash: (await provider.getBlock(Number(lab.block)))?.hash as string }),
    ).toEqual(logs);
  },
  async getNetwork() {
    expect((await provider.getNetwork()).chainId).toBe(BigInt(lab.chainId));
  },
  async getSigner() {
    expect(await (await provider.getSigner(3)).getAddress()).toBe(account(3));
    expect(await (await provider.getSigner(account(4))).getAddress()).toBe(account(4));
    await expect(provider.getSigner(99)).rejects.toThrow('no such account');
  },
  async getStorage() {
    expect(await provider.getStorage(lab.address, 0)).toBe(toBeHex(SUPPLY, 32));
    expect(await provider.getStorage(lab.address, 0, 0)).toBe(toBeHex(0, 32));
  },
  async getTransaction() {
    const { hash } = await pay(6n);
    const transaction = await provider.getTransaction(hash);
    expect(transaction).toMatchObject({
      hash,
      value: 6n,
      from: account(1),
      to: account(2),
      type: 2,
      data: '0x',
      gasLimit: 21_000n,
      chainId: BigInt(lab.chainId),
      index: 0,
    });
    expect(recoverAddress(Transaction.from(transaction as never).unsignedHash, transaction?.signature as never)).toBe(
      account(1),
    );
    expect(await provider.getTransaction(toBeHex(1, 32))).toBeNull();
  },
  async getTransactionCount() {
    const before = await provider.getTransactionCount(account(1));
    await held(async () => {
      await pay();
      expect([
        await provider.getTransactionCount(account(1), 'pending'),
        await provider.getTransactionCount(account(1)),
      ]).toEqual([before + 1, before]);
      await lab.devnet.mine();
    });
  },
  async getTransactionReceipt() {
    const receipt = await provider.getTransactionReceipt(lab.hash);
    expect(receipt).toMatchObject({
      hash: lab.hash,
      status: 1,
      contractAddress: getCreateAddress({ from: account(0), nonce: 0 }),
      blockNumber: Number(lab.block),
      to: null,
      from: account(0),
      type: 2,
    });
    expect(receipt?.fee).toBe((receipt?.gasUsed as bigint) * (receipt?.gasPrice as bigint));
  },
  /** ethers sends no request for it. */
  getTransactionResult: () => expect(provider.getTransactionResult(lab.hash)).rejects.toThrow(),
  async listAccounts() {
    const signers = await provider.listAccounts();
    expect(signers.map(({ address }) => address)).toEqual(lab.keys.map((key) => new Wallet(key).address));
  },
  async off() {
    const received: number[] = [];
    const listener = (number: number) => void received.push(number);
    await provider.on('block', listener);
    await provider.off('block', listener);
    await pay();
    await notified(provider, 'block', pay);
    expect(received).toEqual([]);
  },
  async on() {
    const received: number[] = [];
    const listener = (number: number) => void received.push(number);
    await provider.on('block', listener);
    const first = await notified<number>(provider, 'block', pay);
    await provider.off('block', listener);
    expect(received).toContain(first);
  },
  async once() {
    for (const of of [provider, socket]) {
      const before = await of.getBlockNumber();
      expect(await notified<number>(of, 'block', pay)).toBeGreaterThan(before);
      const log = await notified<{ data: string }>(of, { address: lab.address }, () => transfer(17n));
      expect(BigInt(log.data)).toBe(17n);
    }
    let hash = '';
    const pending = await notified<string>(socket, 'pending', async () => {
      hash = (await pay()).hash;
    });
    expect(pending).toBe(hash);
  },
  async send() {
    expect(await provider.send('eth_chainId', [])).toBe('0x7a69');
    await expect(provider.send('eth_noSuchMethod', [])).rejects.toMatchObject({
      code: 'UNSUPPORTED_OPERATION',
      info: { error: { code: -32601 } },
    });
    expect(await socket.send('net_version', [])).toBe(String(lab.chainId));
  },
  async waitForTransaction() {
    await held(async () => {
      const { hash } = await pay();
      const waiting = provider.waitForTransaction(hash, 1);
      await lab.devnet.mine();
      expect((await waiting)?.status).toBe(1);
    });
  },
};

/** Members that send no request, or that need something which this chain lacks. */
const PROVIDER_EXCLUDED: Readonly<Record<string, string>> = {
  addListener: 'the same as on',
  removeListener: 'the same as off',
  removeAllListeners: 'sends no request',
  attachPlugin: 'sends no request',
  getPlugin: 'sends no request',
  plugins: 'sends no request',
  ccipReadFetch: 'needs a gateway',
  disableCcipRead: 'a switch of the provider',
  destroy: 'closes the provider, as this file does at its end',
  destroyed: 'sends no request',
  emit: 'sends no request',
  getAvatar: 'ENS',
  getResolver: 'ENS',
  lookupAddress: 'ENS',
  resolveName: 'ENS',
  getRpcError: 'sends no request',
  getRpcRequest: 'sends no request',
  getRpcTransaction: 'sends no request',
  listenerCount: 'sends no request',
  listeners: 'sends no request',
  pause: 'a switch of the provider',
  paused: 'sends no request',
  resume: 'a switch of the provider',
  pollingInterval: 'a number of the provider',
  provider: 'sends no request',
  ready: 'sends no request',
  waitForBlock: 'not implemented by ethers',
  websocket: 'the socket itself',
};

const SIGNER: Readonly<Record<string, () => Promise<unknown>>> = {
  async authorize() {
    const authorization = await wallet(6).authorize({ address: lab.address });
    expect(verifyAuthorization(authorization, authorization.signature)).toBe(account(6));
    expect(authorization.nonce).toBe(BigInt(await provider.getTransactionCount(account(6))));
    const sent = await wallet(1).sendTransaction({
      to: account(6),
      type: 4,
      authorizationList: [authorization],
      gasLimit: 200_000n,
    });
    expect((await sent.wait())?.status).toBe(1);
    expect(await provider.getCode(account(6))).toBe(`0xef0100${lab.address.slice(2).toLowerCase()}`);
  },
  async call() {
    expect(
      await (await remote()).call({ to: lab.address, data: contract().interface.encodeFunctionData('decimals') }),
    ).toBe(toBeHex(6, 32));
  },
  async estimateGas() {
    expect(await (await remote()).estimateGas({ to: account(2), value: 1n })).toBe(21_000n);
  },
  async getAddress() {
    expect(await (await remote(5)).getAddress()).toBe(account(5));
  },
  async getNonce() {
    expect(await (await remote()).getNonce()).toBe(await provider.getTransactionCount(account(1), 'pending'));
  },
  async populateAuthorization() {
    const { nonce, chainId } = await wallet(7).populateAuthorization({ address: lab.address });
    expect([Number(nonce), chainId]).toEqual([await provider.getTransactionCount(account(7)), BigInt(lab.chainId)]);
  },
  async populateCall() {
    expect(await (await remote()).populateCall({ to: account(2) })).toMatchObject({ from: account(1), to: account(2) });
  },
  /** The signer leaves some fields to the node, which fills them in. */
  async populateTransaction() {
    const wish = { to: account(2), value: 1n };
    expect(await (await remote()).populateTransaction(wish)).toMatchObject({ ...wish, from: account(1) });
    expect(await wallet().populateTransaction(wish)).toMatchObject({
      type: 2,
      gasLimit: 21_000n,
      nonce: await provider.getTransactionCount(account(1)),
      chainId: BigInt(lab.chainId),
    });
  },
  async sendTransaction() {
    const gasPrice = (await provider.getFeeData()).gasPrice as bigint;
    for (const signer of [await remote(), wallet()])
      for (const fields of [{ type: 0, gasPrice }, { type: 1, gasPrice, accessList: [] }, { type: 2 }]) {
        const { type } = fields;
        const sent = await signer.sendTransaction({ to: account(2), value: 3n, ...fields });
        expect(await sent.wait()).toMatchObject({ status: 1, type, gasUsed: 21_000n });
      }
  },
  async sendUncheckedTransaction() {
    const hash = await (await remote()).sendUncheckedTransaction({ to: account(2), value: 8n });
    expect((await provider.getTransaction(hash))?.value).toBe(8n);
  },
  async signMessage() {
    const signature = await (await remote()).signMessage('by the node');
    expect(verifyMessage('by the node', signature)).toBe(account(1));
    expect(signature).toBe(wallet().signingKey.sign(hashMessage('by the node')).serialized);
  },
  async signTransaction() {
    const raw = await (await remote()).signTransaction({
      to: account(2),
      value: 4n,
      nonce: 77,
      gasLimit: 21_000n,
      maxFeePerGas: COIN / 10n ** 8n,
      maxPriorityFeePerGas: 1n,
      type: 2,
    });
    expect(Transaction.from(raw)).toMatchObject({ from: account(1), nonce: 77, value: 4n });
  },
  async signTypedData() {
    const signature = await (await remote()).signTypedData(DOMAIN, TYPES, NOTE);
    expect(verifyTypedData(DOMAIN, TYPES, NOTE, signature)).toBe(account(1));
  },
  async unlock() {
    expect(await (await remote()).unlock(PASSWORD)).toBe(true);
  },
};

const SIGNER_EXCLUDED: Readonly<Record<string, string>> = {
  connect: 'a signer of a node cannot change its provider',
  resolveName: 'ENS',
};

const FACTORY: Readonly<Record<string, () => Promise<unknown>>> = {
  async deploy() {
    const deployed = await new ContractFactory(ABI, lab.bytecode, await remote(2)).deploy(9n);
    await deployed.waitForDeployment();
    expect(await deployed.getFunction('totalSupply')()).toBe(9n);
    expect(await deployed.getAddress()).toBe(getCreateAddress(deployed.deploymentTransaction() as never));
  },
};
const FACTORY_EXCLUDED = {
  attach: 'sends no request',
  connect: 'sends no request',
  getDeployTransaction: 'sends no request',
};

const CONTRACT: Readonly<Record<string, () => Promise<unknown>>> = {
  async getDeployedCode() {
    expect(await contract().getDeployedCode()).toBe(lab.deployedBytecode);
  },
  async getFunction() {
    expect(await contract().getFunction('name')()).toBe('Laboratory');
    expect(await contract(wallet(0)).getFunction('transfer').staticCall(account(4), 1n)).toBe(true);
    expect(await contract(wallet(0)).getFunction('transfer').estimateGas(account(4), 1n)).toBeGreaterThan(21_000n);
    const refused = contract(wallet(9)).getFunction('transfer').staticCall(account(4), 1n);
    await expect(refused).rejects.toMatchObject({ revert: { name: 'TooLittle', args: [0n, 1n] } });
    await expect(contract().getFunction('panic')(0n)).rejects.toMatchObject({
      reason: expect.stringContaining('Panic due to DIVIDE_BY_ZERO'),
    });
  },
  async queryFilter() {
    const [log] = await contract().queryFilter('Transfer', Number(lab.block), Number(lab.block));
    expect((log as unknown as { args: readonly unknown[] }).args[2]).toBe(SUPPLY);
  },
  async on() {
    for (const of of [provider, socket]) {
      const live = contract(of);
      const isActive = answered(of, firstRequests(of, {}));
      const received = new Promise<bigint>(
        (resolve) => void live.on('Transfer', (_from, _to, value: bigint) => resolve(value)),
      );
      await isActive;
      await transfer(19n);
      expect(await received).toBe(19n);
      await live.removeAllListeners();
    }
  },
  async once() {
    const live = contract(socket);
    const received = new Promise<bigint>(
      (resolve) => void live.once('Transfer', (_from, _to, value: bigint) => resolve(value)),
    );
    await socket.send('eth_chainId', []);
    await transfer(18n);
    expect(await received).toBe(18n);
  },
  async waitForDeployment() {
    const deployed = await new ContractFactory(ABI, lab.bytecode, wallet(2)).deploy(1n);
    expect(await (await deployed.waitForDeployment()).getDeployedCode()).toBe(lab.deployedBytecode);
  },
};
const CONTRACT_EXCLUDED = Object.fromEntries(
  [
    'addListener',
    'attach',
    'connect',
    'deploymentTransaction',
    'emit',
    'getAddress',
    'getEvent',
    'listenerCount',
    'listeners',
    'off',
    'removeAllListeners',
    'removeListener',
  ].map((name) => [name, 'sends no request']),
);
/** ethers declares the method without an implementation. */
const UNIMPLEMENTED = { queryTransaction: 'not implemented by ethers' };

describe('ethers', () => {
  it('has only members that are tested or excluded with a reason', () => {
    const ofProviders = [...new Set([...members(JsonRpcProvider.prototype), ...members(WebSocketProvider.prototype)])];
    expect(unlisted(ofProviders, PROVIDER, PROVIDER_EXCLUDED)).toEqual([]);
    expect(unlisted(members(JsonRpcSigner.prototype), SIGNER, SIGNER_EXCLUDED)).toEqual([]);
    expect(unlisted(members(ContractFactory.prototype), FACTORY, FACTORY_EXCLUDED)).toEqual([]);
    expect(unlisted(members(Contract.prototype), CONTRACT, CONTRACT_EXCLUDED, UNIMPLEMENTED)).toEqual([]);
  });

  describe.each(Object.entries({ PROVIDER, SIGNER, FACTORY, CONTRACT }))('%s', (_, table) => {
    it.each(Object.keys(table))('%s', async (name) => void (await table[name]?.()));
  });
});
