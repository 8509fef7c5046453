/** Tests what web3.js 4 requests from a node, over the URLs. */
import { createRequire } from 'node:module';
import { hexToBytes, keccak256, recoverMessageAddress, recoverTransactionAddress, toHex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestArguments } from '../../src/devnet/index.js';
import { HELD, LAB_ABI, type Lab, openLab, SUPPLY } from '../clients/lab.js';
import { members, unlisted } from '../clients/members.js';
import { COMPAT, toolsAreAbsent } from './peers/tools.js';

// biome-ignore lint/suspicious/noExplicitAny: the library is installed beside the tests, its types are not here
type Untyped = any;

const COIN = 10n ** 18n;
const PASSWORD = 'a password';
/** Private key that no other account has. */
const STRANGER = `0x${'5a'.repeat(32)}` as const;
const TYPED = {
  types: {
    EIP712Domain: [{ name: 'name', type: 'string' }],
    Note: [{ name: 'text', type: 'string' }],
  },
  primaryType: 'Note',
  domain: { name: 'Laboratory' },
  message: { text: 'typed' },
};

let lab: Lab;
let web3: Untyped;
let live: Untyped;

const account = (index: number): string => lab.accounts[index] as string;
const from = () => ({ from: account(1) });
const pay = (value = 1n) => web3.eth.sendTransaction({ ...from(), to: account(2), value });
const contract = (of = web3) => new of.eth.Contract(LAB_ABI, lab.address);
const transfer = (value: bigint) =>
  contract()
    .methods.transfer(account(3), value)
    .send({ from: account(0) });

/** Returns what a subscription receives first after `act`. */
async function notified(kind: string, options: unknown, act: () => Promise<unknown>): Promise<Untyped> {
  const subscription = await live.eth.subscribe(kind, options);
  const received = new Promise((resolve, reject) => {
    subscription.on('data', resolve);
    subscription.on('error', reject);
  });
  await act();
  const value = await received;
  await live.eth.subscriptionManager.unsubscribe(({ id }: Untyped) => id === subscription.id);
  return value;
}

const ETH: Readonly<Record<string, () => Promise<unknown>>> = {
  async calculateFeeData() {
    const { baseFeePerGas, maxFeePerGas, maxPriorityFeePerGas } = await web3.eth.calculateFeeData();
    expect(baseFeePerGas).toBe((await web3.eth.getBlock()).baseFeePerGas);
    expect(maxFeePerGas).toBe(2n * baseFeePerGas + maxPriorityFeePerGas);
  },
  async call() {
    const data = contract().methods.totalSupply().encodeABI();
    expect(BigInt(await web3.eth.call({ to: lab.address, data }))).toBe(SUPPLY);
    expect(await web3.eth.call({ to: lab.address, data }, 0)).toBe('0x');
  },
  async createAccessList() {
    const data = contract().methods.totalSupply().encodeABI();
    const { accessList } = await web3.eth.createAccessList({ ...from(), to: lab.address, data });
    expect(accessList).toMatchObject([{ storageKeys: [toHex(0, { size: 32 })] }]);
  },
  async createNewBlockFilter() {
    const id = await web3.eth.createNewBlockFilter();
    const { blockHash } = await pay();
    expect(await web3.eth.getFilterChanges(id)).toEqual([blockHash]);
  },
  async createNewFilter() {
    const id = await web3.eth.createNewFilter({ address: lab.address });
    await transfer(5n);
    expect((await web3.eth.getFilterChanges(id)).map(({ data }: Untyped) => BigInt(data))).toEqual([5n]);
  },
  async createNewPendingTransactionFilter() {
    const id = await web3.eth.createNewPendingTransactionFilter();
    const { transactionHash } = await pay();
    expect(await web3.eth.getFilterChanges(id)).toEqual([transactionHash]);
  },
  async estimateGas() {
    expect(await web3.eth.estimateGas({ ...from(), to: account(2), value: 1n })).toBe(21_000n);
  },
  async getAccounts() {
    expect((await web3.eth.getAccounts()).map((one: string) => one.toLowerCase()).slice(0, 20)).toEqual(
      lab.accounts.map((one) => one.toLowerCase()),
    );
  },
  async getBalance() {
    expect([await web3.eth.getBalance(account(19)), await web3.eth.getBalance(lab.address, lab.block)]).toEqual([
      10_000n * COIN,
      HELD,
    ]);
  },
  async getBlock() {
    const block = await web3.eth.getBlock(lab.block, true);
    expect(block.transactions).toMatchObject([{ hash: lab.hash, value: HELD }]);
    expect((await web3.eth.getBlock(block.hash)).number).toBe(lab.block);
  },
  async getBlockNumber() {
    const before = await web3.eth.getBlockNumber();
    await pay();
    expect(await web3.eth.getBlockNumber()).toBe(before + 1n);
  },
  async getBlockTransactionCount() {
    expect(await web3.eth.getBlockTransactionCount(lab.block)).toBe(1n);
  },
  async getBlockUncleCount() {
    expect(await web3.eth.getBlockUncleCount(lab.block)).toBe(0n);
  },
  async getChainId() {
    expect(await web3.eth.getChainId()).toBe(BigInt(lab.chainId));
  },
  async getCode() {
    expect(await web3.eth.getCode(lab.address)).toBe(lab.deployedBytecode);
  },
  async getCoinbase() {
    expect(await web3.eth.getCoinbase()).toMatch(/^0x[0-9a-f]{40}$/i);
  },
  async getFeeHistory() {
    const { baseFeePerGas, oldestBlock, gasUsedRatio } = await web3.eth.getFeeHistory(1, lab.block, [50]);
    expect(baseFeePerGas[0]).toBe((await web3.eth.getBlock(lab.block)).baseFeePerGas);
    expect([oldestBlock, baseFeePerGas.length, gasUsedRatio.length]).toEqual([lab.block, 2, 1]);
  },
  async getFilterChanges() {
    const id = await web3.eth.createNewBlockFilter();
    const hashes = [(await pay()).blockHash, (await pay()).blockHash];
    expect([await web3.eth.getFilterChanges(id), await web3.eth.getFilterChanges(id)]).toEqual([hashes, []]);
  },
  async getFilterLogs() {
    const id = await web3.eth.createNewFilter({
      address: lab.address,
      fromBlock: toHex(lab.block),
      toBlock: toHex(lab.block),
    });
    expect(await web3.eth.getFilterLogs(id)).toMatchObject([{ transactionHash: lab.hash }]);
  },
  async getGasPrice() {
    expect(await web3.eth.getGasPrice()).toBe(BigInt((await lab.ask('eth_gasPrice')) as string));
  },
  async getHashRate() {
    expect(await web3.eth.getHashRate()).toBe(0n);
  },
  async getHashrate() {
    expect(await web3.eth.getHashrate()).toBe(0n);
  },
  async getMaxPriorityFeePerGas() {
    expect(await web3.eth.getMaxPriorityFeePerGas()).toBe(
      BigInt((await lab.ask('eth_maxPriorityFeePerGas')) as string),
    );
  },
  async getNodeInfo() {
    expect(await web3.eth.getNodeInfo()).toBe(await lab.ask('web3_clientVersion'));
  },
  async getPastLogs() {
    expect(
      await web3.eth.getPastLogs({ fromBlock: lab.block, toBlock: lab.block, address: lab.address }),
    ).toMatchObject([{ transactionHash: lab.hash, logIndex: 0n, data: toHex(SUPPLY, { size: 32 }) }]);
  },
  async getPendingTransactions() {
    await lab.ask('evm_setAutomine', false);
    const hash = await lab.ask('eth_sendTransaction', { ...from(), to: account(2), value: '0x9' });
    const waiting = await web3.eth.getPendingTransactions();
    await lab.ask('evm_setAutomine', true);
    expect(waiting).toMatchObject([{ hash, value: 9n }]);
    expect(await web3.eth.getPendingTransactions()).toEqual([]);
  },
  async getProof() {
    const proof = await web3.eth.getProof(lab.address, [toHex(0, { size: 32 })], lab.block);
    expect(proof).toMatchObject({ balance: HELD, nonce: 1n, codeHash: keccak256(lab.deployedBytecode) });
    expect(keccak256(proof.accountProof[0])).toBe((await web3.eth.getBlock(lab.block)).stateRoot);
  },
  async getProtocolVersion() {
    expect(BigInt(await web3.eth.getProtocolVersion())).toBe(BigInt((await lab.ask('eth_protocolVersion')) as string));
  },
  async getStorageAt() {
    expect(BigInt(await web3.eth.getStorageAt(lab.address, 0))).toBe(SUPPLY);
  },
  async getTransaction() {
    const { transactionHash } = await pay(6n);
    expect(await web3.eth.getTransaction(transactionHash)).toMatchObject({
      hash: transactionHash,
      value: 6n,
      gas: 21_000n,
    });
  },
  async getTransactionCount() {
    const before = await web3.eth.getTransactionCount(account(1));
    await pay();
    expect(await web3.eth.getTransactionCount(account(1))).toBe(before + 1n);
  },
  async getTransactionFromBlock() {
    expect(await web3.eth.getTransactionFromBlock(lab.block, 0)).toMatchObject({ hash: lab.hash });
  },
  async getTransactionReceipt() {
    expect(await web3.eth.getTransactionReceipt(lab.hash)).toMatchObject({
      status: 1n,
      blockNumber: lab.block,
      contractAddress: lab.address.toLowerCase(),
    });
  },
  async getUncle() {
    expect(await web3.eth.getUncle(lab.block, 0)).toBeNull();
  },
  async isMining() {
    expect(await web3.eth.isMining()).toBe(await lab.ask('eth_mining'));
  },
  async isSyncing() {
    expect(await web3.eth.isSyncing()).toBe(false);
  },
  async sendSignedTransaction() {
    const nonce = await web3.eth.getTransactionCount(account(1));
    const { rawTransaction, transactionHash } = await web3.eth.accounts.signTransaction(
      { ...from(), to: account(2), value: 7n, gas: 21_000n, gasPrice: await web3.eth.getGasPrice(), nonce },
      lab.keys[1],
    );
    expect(await web3.eth.sendSignedTransaction(rawTransaction)).toMatchObject({ transactionHash, status: 1n });
  },
  async sendTransaction() {
    expect(await pay(2n)).toMatchObject({ status: 1n, gasUsed: 21_000n, from: account(1).toLowerCase() });
  },
  async sign() {
    const signature = await web3.eth.sign(toHex('by the node'), account(1));
    expect((await recoverMessageAddress({ message: 'by the node', signature })).toLowerCase()).toBe(
      account(1).toLowerCase(),
    );
  },
  async signTransaction() {
    const nonce = await web3.eth.getTransactionCount(account(1));
    const { raw } = await web3.eth.signTransaction({
      ...from(),
      to: account(2),
      value: '0x1',
      gas: '0x5208',
      gasPrice: toHex(await web3.eth.getGasPrice()),
      nonce: toHex(nonce),
    });
    expect((await recoverTransactionAddress({ serializedTransaction: raw })).toLowerCase()).toBe(
      account(1).toLowerCase(),
    );
  },
  async signTypedData() {
    expect(hexToBytes(await web3.eth.signTypedData(account(1), TYPED))).toHaveLength(65);
  },
  async subscribe() {
    const number = await web3.eth.getBlockNumber();
    expect((await notified('newHeads', undefined, pay)).number).toBe(number + 1n);
    expect(BigInt((await notified('logs', { address: lab.address }, () => transfer(23n))).data)).toBe(23n);
    let sent: Untyped;
    const waiting = await notified('pendingTransactions', undefined, async () => {
      sent = await pay();
    });
    expect(waiting).toBe(sent.transactionHash);
  },
  async uninstallFilter() {
    const id = await web3.eth.createNewBlockFilter();
    expect([await web3.eth.uninstallFilter(id), await web3.eth.uninstallFilter(id)]).toEqual([true, false]);
  },
  async Contract() {
    const made = await new web3.eth.Contract(LAB_ABI)
      .deploy({ data: lab.bytecode, arguments: [8n] })
      .send({ from: account(2) });
    expect(await made.methods.totalSupply().call()).toBe(8n);
    expect(await made.methods.transfer(account(4), 1n).estimateGas({ from: account(2) })).toBeGreaterThan(21_000n);
    const events = await made.getPastEvents('Transfer', { fromBlock: 0 });
    expect(events.map(({ returnValues }: Untyped) => returnValues.value)).toEqual([8n]);
    await expect(made.methods.fail('because').call()).rejects.toMatchObject({
      cause: { message: expect.stringContaining('because') },
    });
    const received = new Promise((resolve) =>
      new live.eth.Contract(LAB_ABI, made.options.address).events.Transfer().on('data', resolve),
    );
    await live.eth.getChainId();
    await made.methods.transfer(account(4), 2n).send({ from: account(2) });
    expect(await received).toMatchObject({ returnValues: { value: 2n } });
  },
  async BatchRequest() {
    const batch = new web3.BatchRequest();
    const [number, id] = [
      batch.add({ method: 'eth_getBlockTransactionCountByNumber', params: [toHex(lab.block)] }),
      batch.add({ method: 'eth_chainId', params: [] }),
    ];
    await batch.execute();
    expect(await Promise.all([number, id])).toEqual(['0x1', toHex(lab.chainId)]);
  },
  async clearSubscriptions() {
    await live.eth.subscribe('newHeads');
    await live.eth.clearSubscriptions();
    expect(live.eth.subscriptionManager.subscriptions.size).toBe(0);
  },
};

const ETH_EXCLUDED: Readonly<Record<string, string>> = {
  getWork: 'proof of work; other nodes do not have the method',
  submitWork: 'proof of work',
  requestAccounts: 'needs a wallet with a user',
  ens: 'ENS',
};
/** Members of every part of the library: settings, its own events, and links between its parts. */
const OF_EVERY_PART =
  'Iban abi accountProvider accounts config contractDataInputFill currentProvider customTransactionSchema emit eventNames extend getContextObject getMaxListeners givenProvider link listenerCount listeners maxListenersWarningThreshold net off on once personal provider providers registerPlugin removeAllListeners requestManager setConfig setMaxListenerWarningThreshold setProvider setRequestManagerMiddleware setTransactionMiddleware getTransactionMiddleware subscriptionManager use wallet handleRevert ignoreGasPricing enableExperimentalFeatures blockHeaderTimeout BatchRequest'.split(
    ' ',
  );
const isSetting = (name: string): boolean => OF_EVERY_PART.includes(name) || /^(default|transaction[A-Z])/.test(name);

const NET: Readonly<Record<string, () => Promise<unknown>>> = {
  async getId() {
    expect(await web3.eth.net.getId()).toBe(BigInt(lab.chainId));
  },
  async getPeerCount() {
    expect(await web3.eth.net.getPeerCount()).toBe(BigInt((await lab.ask('net_peerCount')) as string));
  },
  async isListening() {
    expect(await web3.eth.net.isListening()).toBe(true);
  },
};

const PERSONAL: Readonly<Record<string, () => Promise<unknown>>> = {
  async getAccounts() {
    expect((await web3.eth.personal.getAccounts()).map((one: string) => one.toLowerCase())).toContain(
      account(0).toLowerCase(),
    );
  },
  async newAccount() {
    const made = await web3.eth.personal.newAccount(PASSWORD);
    expect(await web3.eth.personal.getAccounts()).toContain(made);
  },
  async importRawKey() {
    const address = await web3.eth.personal.importRawKey(STRANGER.slice(2), PASSWORD);
    expect(address.toLowerCase()).toBe(web3.eth.accounts.privateKeyToAddress(STRANGER).toLowerCase());
  },
  async unlockAccount() {
    const address = await web3.eth.personal.newAccount(PASSWORD);
    expect(await web3.eth.personal.unlockAccount(address, PASSWORD, 300)).toBe(true);
    await expect(web3.eth.personal.unlockAccount(address, 'another', 300)).rejects.toThrow();
  },
  async lockAccount() {
    const address = await web3.eth.personal.newAccount(PASSWORD);
    await web3.eth.personal.unlockAccount(address, PASSWORD, 300);
    expect(await web3.eth.personal.lockAccount(address)).toBe(true);
    await expect(web3.eth.sign('0x00', address)).rejects.toThrow();
  },
  async sign() {
    const address = await web3.eth.personal.newAccount(PASSWORD);
    const signature = await web3.eth.personal.sign(toHex('personal'), address, PASSWORD);
    expect(await recoverMessageAddress({ message: 'personal', signature })).toBe(address);
  },
  async ecRecover() {
    const address = await web3.eth.personal.newAccount(PASSWORD);
    const signature = await web3.eth.personal.sign(toHex('personal'), address, PASSWORD);
    expect((await web3.eth.personal.ecRecover(toHex('personal'), signature)).toLowerCase()).toBe(address.toLowerCase());
  },
  async sendTransaction() {
    const address = await web3.eth.personal.newAccount(PASSWORD);
    await web3.eth.sendTransaction({ ...from(), to: address, value: COIN });
    const hash = await web3.eth.personal.sendTransaction(
      { from: address, to: account(2), value: '0x3', gas: '0x5208' },
      PASSWORD,
    );
    expect(await web3.eth.getTransaction(hash)).toMatchObject({ value: 3n, from: address.toLowerCase() });
  },
};
const PERSONAL_EXCLUDED = {
  signTransaction: 'signs like eth.signTransaction with a password: the tests of the node cover it',
};

describe.skipIf(toolsAreAbsent)('web3.js', () => {
  beforeAll(async () => {
    const { Web3 } = createRequire(COMPAT)('web3') as { Web3: Untyped };
    lab = await openLab();
    web3 = new Web3(lab.url);
    live = new Web3(new Web3.providers.WebsocketProvider(lab.wsUrl));
    for (const one of [web3, live])
      one.setConfig({
        transactionPollingInterval: 20,
        enableExperimentalFeatures: { useSubscriptionWhenCheckingBlockTimeout: false },
      });
  });
  afterAll(async () => {
    live?.provider.disconnect();
    await lab?.devnet.close();
  });

  it('has only members that are tested or excluded with a reason', () => {
    const offered = (part: object) => members(part).filter((name) => !isSetting(name));
    const { BatchRequest: _, ...eth } = ETH;
    expect(unlisted(offered(web3.eth), eth, ETH_EXCLUDED)).toEqual([]);
    expect(unlisted(offered(web3.eth.net), NET)).toEqual([]);
    expect(unlisted(offered(web3.eth.personal), PERSONAL, PERSONAL_EXCLUDED)).toEqual([]);
  });

  it('sends one request to a provider in process for a call or an estimate that reverts', async () => {
    const methods: string[] = [];
    const provider = {
      ...lab.devnet.provider,
      async request(args: RequestArguments) {
        methods.push(args.method);
        return lab.devnet.provider.request(args);
      },
    };
    const { Web3 } = createRequire(COMPAT)('web3') as { Web3: Untyped };
    const inProcess = new Web3(provider);
    const failing = contract(inProcess).methods.fail('on purpose');
    for (const ask of [() => failing.call(from()), () => failing.estimateGas(from())])
      await expect(ask()).rejects.toMatchObject({ cause: { message: expect.stringContaining('on purpose') } });
    expect(methods).toEqual(['eth_call', 'eth_estimateGas']);
  });

  describe.each(Object.entries({ ETH, NET, PERSONAL }))('%s', (_, table) => {
    it.each(Object.keys(table))('%s', async (name) => void (await table[name]?.()));
  });
});
