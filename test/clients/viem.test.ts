/**
 * Tests every public and wallet action of viem over the URLs. `test/e2e/viem_actions.test.ts` tests those of its test
 * client.
 */
import {
  type Address,
  createPublicClient,
  createWalletClient,
  defineChain,
  encodeFunctionData,
  fallback,
  getContractAddress,
  type Hex,
  type HttpTransport,
  hashMessage,
  http,
  keccak256,
  type Log,
  parseGwei,
  parseTransaction,
  publicActions,
  recoverMessageAddress,
  recoverTransactionAddress,
  recoverTypedDataAddress,
  toHex,
  walletActions,
  webSocket,
  zeroAddress,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { createSiweMessage } from 'viem/siwe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BALANCES_SLOT, HELD, LAB_ABI, type Lab, openLab, SUPPLY, TOTAL_SUPPLY_SLOT } from './lab.js';

const abi = LAB_ABI;
const GWEI = parseGwei('1');
const TYPED = {
  domain: { name: 'Laboratory', version: '1', chainId: 31337 },
  types: {
    Note: [
      { name: 'text', type: 'string' },
      { name: 'count', type: 'uint256' },
    ],
  },
  primaryType: 'Note',
  message: { text: 'typed', count: 3n },
} as const;

let lab: Lab;
let chain: ReturnType<typeof chainOf>;

const chainOf = ({ url, wsUrl, chainId, multicall }: Lab) =>
  defineChain({
    id: chainId,
    name: 'Lab',
    nativeCurrency: { name: 'Halley', symbol: 'HALLEY', decimals: 18 },
    rpcUrls: { default: { http: [url], webSocket: [wsUrl] } },
    contracts: { multicall3: { address: multicall } },
  });

beforeAll(async () => {
  lab = await openLab();
  chain = chainOf(lab);
});
afterAll(() => lab?.devnet.close());

/** Creates a client. `answered` receives the method of each answered request. */
const reader = (answered: (method: string) => void = () => undefined) => {
  const noting: HttpTransport = (options) => {
    const transport = http(undefined, { retryCount: 0 })(options);
    const request: typeof transport.request = async (args) => {
      const answer = await transport.request(args);
      answered(args.method);
      return answer as never;
    };
    return { ...transport, request };
  };
  return createPublicClient({ chain, transport: noting, cacheTime: 0, pollingInterval: 20 });
};
const account = (index: number): Address => lab.accounts[index] as Address;
const keyOf = (index: number) => privateKeyToAccount(lab.keys[index] as Hex);
/** Creates a wallet that signs in this process. */
const wallet = (index = 1) => createWalletClient({ account: keyOf(index), chain, transport: http() });
/** Creates a wallet whose node signs. */
const remote = (index = 1) =>
  createWalletClient({ account: account(index), chain, transport: http(undefined, { retryCount: 0 }) });
const pay = (value = 1n) => wallet().sendTransaction({ to: account(2), value });
const move = (value: bigint) =>
  wallet(0).writeContract({ address: lab.address, abi, functionName: 'transfer', args: [account(3), value] });
const mineLater = async <T>(act: () => Promise<T>): Promise<T> => {
  await lab.ask('evm_setAutomine', false);
  try {
    return await act();
  } finally {
    await lab.ask('evm_setAutomine', true);
  }
};

/** Returns what a watcher receives first after `act`: over HTTP by polling, over WebSocket by a subscription. */
async function received<T>(
  transport: 'http' | 'ws',
  watch: (
    client: ReturnType<typeof reader>,
    publish: (value: T) => void,
    onError: (error: Error) => void,
  ) => () => void,
  act: () => Promise<unknown>,
): Promise<T> {
  let isPolled = (): void => undefined;
  const polled = new Promise<void>((resolve) => (isPolled = resolve));
  const client = (
    transport === 'http'
      ? reader((method) => method !== 'eth_chainId' && isPolled())
      : createPublicClient({ chain, transport: webSocket(undefined, { reconnect: false }) })
  ) as ReturnType<typeof reader>;
  let stop: () => void = () => undefined;
  let acting: Promise<unknown> = Promise.resolve();
  try {
    return await new Promise<T>((resolve, reject) => {
      stop = watch(client, resolve, reject);
      // A watcher that polls begins with its first answer. A subscription is active when later requests are answered.
      acting = (async () => {
        if (transport === 'http') await polled;
        else for (let i = 0; i < 3; i++) await client.getChainId();
        await act();
      })();
      acting.catch(reject);
    });
  } finally {
    stop();
    // A watcher may receive something before `act` has run. The caller must not continue while it runs.
    await acting.catch(() => undefined);
    if (transport === 'ws')
      (
        await (
          client as never as { transport: { getRpcClient(): Promise<{ close(): void }> } }
        ).transport.getRpcClient()
      ).close();
  }
}

const BOTH = ['http', 'ws'] as const;

const PUBLIC: Readonly<Record<string, () => Promise<unknown>>> = {
  async call() {
    const data = encodeFunctionData({ abi, functionName: 'balanceOf', args: [account(0)] });
    expect(BigInt((await reader().call({ to: lab.address, data, blockNumber: lab.block })).data ?? 0)).toBe(SUPPLY);
    // The override replaces the balance for this call.
    const slot = keccak256(`0x${account(9).slice(2).padStart(64, '0')}${BALANCES_SLOT.toString(16).padStart(64, '0')}`);
    const stateOverride = [{ address: lab.address, stateDiff: [{ slot, value: toHex(77n, { size: 32 }) }] }];
    const asked = encodeFunctionData({ abi, functionName: 'balanceOf', args: [account(9)] });
    expect(BigInt((await reader().call({ to: lab.address, data: asked, stateOverride })).data ?? 0)).toBe(77n);
  },
  async createAccessList() {
    const data = encodeFunctionData({ abi, functionName: 'totalSupply' });
    const { accessList, gasUsed } = await reader().createAccessList({ to: lab.address, data, account: account(1) });
    expect(accessList).toEqual([
      { address: lab.address.toLowerCase(), storageKeys: [toHex(TOTAL_SUPPLY_SLOT, { size: 32 })] },
    ]);
    expect(gasUsed).toBeGreaterThan(21_000n);
  },
  async createBlockFilter() {
    const filter = await reader().createBlockFilter();
    const { blockHash } = await reader().waitForTransactionReceipt({ hash: await pay() });
    expect(await reader().getFilterChanges({ filter })).toEqual([blockHash]);
  },
  async createContractEventFilter() {
    const filter = await reader().createContractEventFilter({
      abi,
      address: lab.address,
      eventName: 'Transfer',
      args: { to: account(3) },
    });
    await move(11n);
    const [log] = await reader().getFilterChanges({ filter });
    expect(log).toMatchObject({
      eventName: 'Transfer',
      args: { from: expect.any(String), to: expect.any(String), value: 11n },
    });
    expect(await reader().getFilterChanges({ filter })).toEqual([]);
  },
  async createEventFilter() {
    const filter = await reader().createEventFilter({ address: lab.address, fromBlock: lab.block, toBlock: lab.block });
    const logs = (await reader().getFilterLogs({ filter })) as Log[];
    expect(logs).toMatchObject([{ transactionHash: lab.hash, logIndex: 0, blockNumber: lab.block, removed: false }]);
  },
  async createPendingTransactionFilter() {
    const filter = await reader().createPendingTransactionFilter();
    const hash = await pay();
    expect(await reader().getFilterChanges({ filter })).toContain(hash);
  },
  async estimateContractGas() {
    const gas = await reader().estimateContractGas({
      address: lab.address,
      abi,
      functionName: 'transfer',
      args: [account(4), 1n],
      account: account(0),
    });
    const hash = await wallet(0).writeContract({
      address: lab.address,
      abi,
      functionName: 'transfer',
      args: [account(4), 1n],
      gas,
    });
    expect(await reader().getTransactionReceipt({ hash })).toMatchObject({ status: 'success' });
    const short = wallet(0).writeContract({
      address: lab.address,
      abi,
      functionName: 'transfer',
      args: [account(5), 1n],
      gas: gas - 5000n,
    });
    expect(await reader().getTransactionReceipt({ hash: await short })).toMatchObject({ status: 'reverted' });
  },
  async estimateGas() {
    expect(await reader().estimateGas({ account: account(1), to: account(2), value: 1n })).toBe(21_000n);
    expect(await reader().estimateGas({ account: account(1), to: zeroAddress, data: '0x00ff' })).toBe(21_050n);
  },
  async getBalance() {
    expect(await reader().getBalance({ address: account(19) })).toBe(10_000n * 10n ** 18n);
    expect(await reader().getBalance({ address: lab.address, blockNumber: lab.block })).toBe(HELD);
    expect(await reader().getBalance({ address: lab.address, blockNumber: lab.block - 1n })).toBe(0n);
  },
  /** The fee stays at its minimum without blobs. */
  async getBlobBaseFee() {
    expect(await reader().getBlobBaseFee()).toBe(1n);
  },
  async getBlock() {
    const block = await reader().getBlock({ blockNumber: lab.block, includeTransactions: true });
    expect(block).toMatchObject({
      number: lab.block,
      size: expect.any(BigInt),
      uncles: [],
      sha3Uncles: '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347',
    });
    expect(block.transactions.map(({ hash, from, to, value }) => ({ hash, from, to, value }))).toEqual([
      { hash: lab.hash, from: account(0).toLowerCase(), to: null, value: HELD },
    ]);
    expect(await reader().getBlock({ blockHash: block.hash })).toMatchObject({
      number: lab.block,
      transactions: [lab.hash],
    });
    expect((await reader().getBlock({ blockNumber: lab.block + 1n })).parentHash).toBe(block.hash);
    await expect(reader().getBlock({ blockNumber: 10_000_000n })).rejects.toMatchObject({ name: 'BlockNotFoundError' });
    for (const [blockTag, number] of [
      ['earliest', 0n],
      ['safe', undefined],
      ['finalized', undefined],
    ] as const)
      expect((await reader().getBlock({ blockTag })).number).toBe(number ?? (await reader().getBlockNumber()));
  },
  async getBlockNumber() {
    const before = await reader().getBlockNumber();
    await pay();
    expect(await reader().getBlockNumber()).toBe(before + 1n);
  },
  async getBlockReceipts() {
    const receipts = await reader().getBlockReceipts({ blockNumber: lab.block });
    expect(receipts).toMatchObject([
      {
        transactionHash: lab.hash,
        contractAddress: lab.address.toLowerCase(),
        status: 'success',
        cumulativeGasUsed: receipts[0]?.gasUsed,
      },
    ]);
  },
  async getBlockTransactionCount() {
    expect(await reader().getBlockTransactionCount({ blockNumber: lab.block })).toBe(1);
    const { hash } = await reader().getBlock({ blockNumber: lab.block });
    expect(await reader().getBlockTransactionCount({ blockHash: hash })).toBe(1);
    expect(await reader().getBlockTransactionCount({ blockTag: 'earliest' })).toBe(0);
  },
  async getBytecode() {
    expect(await reader().getBytecode({ address: lab.address })).toBe(lab.deployedBytecode);
  },
  async getChainId() {
    expect(await reader().getChainId()).toBe(lab.chainId);
  },
  async getCode() {
    expect(await reader().getCode({ address: lab.address, blockNumber: lab.block - 1n })).toBeUndefined();
    expect(await reader().getCode({ address: lab.address, blockNumber: lab.block })).toBe(lab.deployedBytecode);
  },
  async getContractEvents() {
    const [minted] = await reader().getContractEvents({
      abi,
      address: lab.address,
      eventName: 'Transfer',
      fromBlock: 0n,
      args: { from: zeroAddress },
    });
    expect(minted).toMatchObject({ args: { from: zeroAddress, value: SUPPLY }, transactionHash: lab.hash });
  },
  async getDelegation() {
    const authorization = await wallet(7).signAuthorization({ contractAddress: lab.address });
    expect(await reader().getDelegation({ address: account(7) })).toBeUndefined();
    await wallet(1).sendTransaction({ to: account(7), authorizationList: [authorization] });
    expect(await reader().getDelegation({ address: account(7) })).toBe(lab.address);
  },
  async getEip712Domain() {
    expect(await reader().getEip712Domain({ address: lab.address })).toEqual({
      domain: {
        name: 'Laboratory',
        version: '1',
        chainId: lab.chainId,
        verifyingContract: lab.address,
        salt: toHex(0, { size: 32 }),
      },
      extensions: [],
      fields: '0x0f',
    });
  },
  async getFeeHistory() {
    const newest = await reader().getBlockNumber();
    const history = await reader().getFeeHistory({
      blockCount: 2,
      rewardPercentiles: [0, 100],
      blockNumber: lab.block,
    });
    const { baseFeePerGas, gasUsed, gasLimit } = await reader().getBlock({ blockNumber: lab.block });
    expect([history.oldestBlock, history.baseFeePerGas.length, history.gasUsedRatio.length]).toEqual([
      lab.block - 1n,
      3,
      2,
    ]);
    expect(history.baseFeePerGas[1]).toBe(baseFeePerGas);
    expect(history.gasUsedRatio[1]).toBeCloseTo(Number(gasUsed) / Number(gasLimit), 12);
    const { effectiveGasPrice } = await reader().getTransactionReceipt({ hash: lab.hash });
    expect(history.reward?.[1]).toEqual(Array(2).fill(effectiveGasPrice - (baseFeePerGas as bigint)));
    expect(newest).toBeGreaterThan(lab.block);
  },
  async estimateFeesPerGas() {
    const { maxFeePerGas, maxPriorityFeePerGas } = await reader().estimateFeesPerGas();
    const { baseFeePerGas } = await reader().getBlock();
    // viem adds a fifth to the base fee.
    expect(maxFeePerGas).toBe(((baseFeePerGas as bigint) * 12n) / 10n + maxPriorityFeePerGas);
  },
  async getFilterChanges() {
    const filter = await reader().createEventFilter({ address: lab.address });
    const hashes = [await move(1n), await move(2n)];
    expect((await reader().getFilterChanges({ filter })).map((log) => (log as Log).transactionHash)).toEqual(hashes);
    expect(await reader().getFilterChanges({ filter })).toEqual([]);
  },
  async getFilterLogs() {
    const filter = await reader().createContractEventFilter({
      abi,
      address: lab.address,
      eventName: 'Transfer',
      fromBlock: lab.block,
      toBlock: lab.block,
    });
    expect(await reader().getFilterLogs({ filter })).toMatchObject([
      { args: { to: expect.any(String), value: SUPPLY } },
    ]);
  },
  async getGasPrice() {
    const { baseFeePerGas } = await reader().getBlock();
    expect(await reader().getGasPrice()).toBeGreaterThanOrEqual(((baseFeePerGas as bigint) * 7n) / 8n);
    const hash = await wallet().sendTransaction({
      to: account(2),
      gasPrice: await reader().getGasPrice(),
      type: 'legacy',
    });
    expect((await reader().getTransactionReceipt({ hash })).status).toBe('success');
  },
  async getLogs() {
    const { hash: blockHash } = await reader().getBlock({ blockNumber: lab.block });
    const logs = await reader().getLogs({
      address: lab.address,
      event: abi.find((item) => item.type === 'event' && item.name === 'Transfer') as never,
      blockHash,
    });
    expect(logs).toMatchObject([
      { address: lab.address.toLowerCase(), args: { value: SUPPLY }, blockHash, transactionIndex: 0 },
    ]);
    expect(await reader().getLogs({ address: account(5), fromBlock: 0n })).toEqual([]);
  },
  async getProof() {
    const slot = toHex(TOTAL_SUPPLY_SLOT, { size: 32 });
    const proof = await reader().getProof({ address: lab.address, storageKeys: [slot], blockNumber: lab.block });
    expect(proof).toMatchObject({
      balance: HELD,
      nonce: 1,
      codeHash: keccak256(lab.deployedBytecode),
      storageProof: [{ value: SUPPLY }],
    });
    const { stateRoot } = await reader().getBlock({ blockNumber: lab.block });
    expect([keccak256(proof.accountProof[0] as Hex), keccak256(proof.storageProof[0]?.proof[0] as Hex)]).toEqual([
      stateRoot,
      proof.storageHash,
    ]);
  },
  async estimateMaxPriorityFeePerGas() {
    const asked = BigInt((await lab.ask('eth_maxPriorityFeePerGas')) as Hex);
    expect(await reader().estimateMaxPriorityFeePerGas()).toBe(asked);
  },
  /** The method is refused by design; a wallet fills a transaction in by several requests. */
  fillTransaction: () =>
    expect(reader().fillTransaction({ account: account(1), to: account(2) })).rejects.toThrow(
      /does not exist|not available|not supported/,
    ),
  async getRawTransaction() {
    expect(keccak256(await reader().getRawTransaction({ hash: lab.hash }))).toBe(lab.hash);
  },
  async getStorageAt() {
    expect(await reader().getStorageAt({ address: lab.address, slot: toHex(TOTAL_SUPPLY_SLOT) })).toBe(
      toHex(SUPPLY, { size: 32 }),
    );
    expect(await reader().getStorageAt({ address: lab.address, slot: '0x0', blockNumber: lab.block - 1n })).toBe(
      toHex(0, { size: 32 }),
    );
  },
  async getTransaction() {
    const hash = await pay(5n);
    const transaction = await reader().getTransaction({ hash });
    expect(transaction).toMatchObject({
      hash,
      from: account(1).toLowerCase(),
      to: account(2).toLowerCase(),
      value: 5n,
      type: 'eip1559',
      input: '0x',
      chainId: lab.chainId,
      transactionIndex: 0,
      gas: 21_000n,
    });
    expect(await reader().getTransaction({ blockNumber: transaction.blockNumber as bigint, index: 0 })).toEqual(
      transaction,
    );
    expect(await reader().getTransaction({ blockHash: transaction.blockHash as Hex, index: 0 })).toEqual(transaction);
    await expect(reader().getTransaction({ hash: toHex(1, { size: 32 }) })).rejects.toMatchObject({
      name: 'TransactionNotFoundError',
    });
  },
  async getTransactionConfirmations() {
    const hash = await pay();
    expect(await reader().getTransactionConfirmations({ hash })).toBe(1n);
    await pay();
    expect(await reader().getTransactionConfirmations({ hash })).toBe(2n);
  },
  async getTransactionCount() {
    const before = await reader().getTransactionCount({ address: account(1) });
    await mineLater(async () => {
      await pay();
      expect(await reader().getTransactionCount({ address: account(1), blockTag: 'pending' })).toBe(before + 1);
      expect(await reader().getTransactionCount({ address: account(1) })).toBe(before);
      await lab.devnet.mine();
    });
    expect(await reader().getTransactionCount({ address: account(1) })).toBe(before + 1);
    expect(await reader().getTransactionCount({ address: lab.address })).toBe(1);
  },
  async getTransactionReceipt() {
    const receipt = await reader().getTransactionReceipt({ hash: lab.hash });
    expect(receipt).toMatchObject({
      transactionHash: lab.hash,
      blockNumber: lab.block,
      status: 'success',
      to: null,
      contractAddress: lab.address.toLowerCase(),
      type: 'eip1559',
      transactionIndex: 0,
    });
    expect(receipt.logs).toMatchObject([
      { address: lab.address.toLowerCase(), logIndex: 0, data: toHex(SUPPLY, { size: 32 }) },
    ]);
    await expect(reader().getTransactionReceipt({ hash: toHex(1, { size: 32 }) })).rejects.toMatchObject({
      name: 'TransactionReceiptNotFoundError',
    });
  },
  async multicall() {
    const contract = { address: lab.address, abi } as const;
    const results = await reader().multicall({
      contracts: [
        { ...contract, functionName: 'totalSupply' },
        { ...contract, functionName: 'symbol' },
        { ...contract, functionName: 'panic', args: [0n] },
      ],
    });
    expect(results).toMatchObject([
      { result: SUPPLY, status: 'success' },
      { result: 'LAB' },
      { status: 'failure', error: { cause: { reason: expect.stringContaining('Division or modulo') } } },
    ]);
  },
  async prepareTransactionRequest() {
    const nonce = await reader().getTransactionCount({ address: account(1) });
    expect(await wallet().prepareTransactionRequest({ to: account(2), value: 1n })).toMatchObject({
      nonce,
      gas: 21_000n,
      chainId: lab.chainId,
      type: 'eip1559',
    });
  },
  async readContract() {
    const contract = { address: lab.address, abi } as const;
    expect(await reader().readContract({ ...contract, functionName: 'name' })).toBe('Laboratory');
    await expect(reader().readContract({ ...contract, functionName: 'fail', args: ['because'] })).rejects.toMatchObject(
      { cause: { reason: 'because' } },
    );
    await expect(reader().readContract({ ...contract, functionName: 'panic', args: [0n] })).rejects.toMatchObject({
      cause: { data: { errorName: 'Panic', args: [18n] } },
    });
  },
  async sendRawTransaction() {
    const serializedTransaction = await wallet().signTransaction(
      await wallet().prepareTransactionRequest({ to: account(2), value: 9n }),
    );
    const hash = await reader().sendRawTransaction({ serializedTransaction });
    expect(hash).toBe(keccak256(serializedTransaction));
    expect((await reader().getTransaction({ hash })).value).toBe(9n);
  },
  async sendRawTransactionSync() {
    const serializedTransaction = await wallet().signTransaction(
      await wallet().prepareTransactionRequest({ to: account(2), value: 9n }),
    );
    const receipt = await reader().sendRawTransactionSync({ serializedTransaction });
    expect(receipt).toMatchObject({
      transactionHash: keccak256(serializedTransaction),
      status: 'success',
      gasUsed: 21_000n,
    });
  },
  async simulate() {
    const [block] = await reader().simulate({
      blocks: [{ calls: [{ account: account(1), to: account(2), value: 3n }] }],
    });
    expect(block?.calls).toMatchObject([{ status: 'success', gasUsed: 21_000n, data: '0x' }]);
  },
  async simulateBlocks() {
    const number = await reader().getBlockNumber();
    const transferred = encodeFunctionData({ abi, functionName: 'transfer', args: [account(6), 5n] });
    const asked = encodeFunctionData({ abi, functionName: 'balanceOf', args: [account(6)] });
    const blocks = await reader().simulateBlocks({
      blocks: [
        {
          calls: [{ account: account(0), to: lab.address, data: transferred }],
          stateOverrides: [{ address: account(8), balance: 5n }],
        },
        {
          calls: [
            { to: lab.address, data: asked },
            {
              account: account(0),
              to: lab.address,
              data: encodeFunctionData({ abi, functionName: 'fail', args: ['no'] }),
            },
          ],
        },
      ],
    });
    expect(blocks.map((block) => block.number)).toEqual([number + 1n, number + 2n]);
    expect(blocks[0]?.calls[0]?.logs).toHaveLength(1);
    expect(
      blocks[1]?.calls.map(({ status, data }) => [status, status === 'success' ? BigInt(data) : undefined]),
    ).toEqual([
      ['success', 5n],
      ['failure', undefined],
    ]);
    expect(await reader().getBlockNumber()).toBe(number);
  },
  async simulateCalls() {
    const { results } = await reader().simulateCalls({
      account: account(0),
      calls: [
        { to: lab.address, abi, functionName: 'transfer', args: [account(6), 5n] },
        { to: lab.address, abi, functionName: 'balanceOf', args: [account(6)] },
      ],
    });
    expect(results.map(({ result }) => result)).toEqual([true, 5n]);
  },
  async simulateContract() {
    const contract = { address: lab.address, abi, account: account(0) } as const;
    const { result, request } = await reader().simulateContract({
      ...contract,
      functionName: 'transfer',
      args: [account(4), 3n],
    });
    expect([result, request.functionName]).toEqual([true, 'transfer']);
    await expect(
      reader().simulateContract({ ...contract, account: account(8), functionName: 'transfer', args: [account(4), 3n] }),
    ).rejects.toMatchObject({ cause: { data: { errorName: 'TooLittle', args: [0n, 3n] } } });
  },
  async verifyHash() {
    const hash = hashMessage('hashed');
    const signature = await keyOf(0).sign({ hash });
    expect(await reader().verifyHash({ address: account(0), hash, signature })).toBe(true);
    // The contract accepts the signature of its owner by ERC-1271.
    expect(await reader().verifyHash({ address: lab.address, hash, signature })).toBe(true);
    expect(await reader().verifyHash({ address: lab.address, hash, signature: await keyOf(1).sign({ hash }) })).toBe(
      false,
    );
  },
  async verifyMessage() {
    const signature = await keyOf(0).signMessage({ message: 'said' });
    expect(await reader().verifyMessage({ address: lab.address, message: 'said', signature })).toBe(true);
    expect(await reader().verifyMessage({ address: lab.address, message: 'not said', signature })).toBe(false);
  },
  async verifySiweMessage() {
    const message = createSiweMessage({
      address: keyOf(1).address,
      chainId: lab.chainId,
      domain: 'example.org',
      nonce: 'abcdefgh1',
      uri: 'https://example.org',
      version: '1',
    });
    const signature = await keyOf(1).signMessage({ message });
    expect(await reader().verifySiweMessage({ message, signature })).toBe(true);
    expect(await reader().verifySiweMessage({ message, signature, domain: 'elsewhere.org' })).toBe(false);
  },
  async verifyTypedData() {
    const signature = await keyOf(0).signTypedData(TYPED);
    expect(await reader().verifyTypedData({ ...TYPED, address: lab.address, signature })).toBe(true);
    expect(await reader().verifyTypedData({ ...TYPED, address: account(1), signature })).toBe(false);
  },
  async uninstallFilter() {
    const filter = await reader().createBlockFilter();
    expect([await reader().uninstallFilter({ filter }), await reader().uninstallFilter({ filter })]).toEqual([
      true,
      false,
    ]);
    await expect(reader().getFilterChanges({ filter })).rejects.toThrow(/filter/);
  },
  async waitForTransactionReceipt() {
    await mineLater(async () => {
      const waiting = reader().waitForTransactionReceipt({ hash: await pay() });
      await reader().getChainId();
      await lab.devnet.mine();
      expect(await waiting).toMatchObject({ status: 'success', gasUsed: 21_000n });
    });
  },
  /** viem watches headers by a subscription only. */
  async watchBlockHeaders() {
    const number = await reader().getBlockNumber();
    const header = await received<{ number: bigint; hash: Hex }>(
      'ws',
      (client, publish, onError) =>
        client.watchBlockHeaders({ onBlockHeader: (one: never) => publish(one), onError } as never),
      pay,
    );
    expect(header).toMatchObject({
      number: number + 1n,
      hash: (await reader().getBlock({ blockNumber: number + 1n })).hash,
    });
  },
  async watchBlocks() {
    for (const transport of BOTH) {
      const number = await reader().getBlockNumber();
      const block = await received<{ number: bigint; hash: Hex }>(
        transport,
        (client, publish, onError) =>
          client.watchBlocks({ onBlock: (one) => one.number > number && publish(one), onError }),
        pay,
      );
      expect(block).toMatchObject({
        number: number + 1n,
        hash: (await reader().getBlock({ blockNumber: number + 1n })).hash,
      });
    }
  },
  async watchBlockNumber() {
    for (const transport of BOTH) {
      const number = await reader().getBlockNumber();
      const notified = await received<bigint>(
        transport,
        (client, publish, onError) =>
          client.watchBlockNumber({ onBlockNumber: (one) => one > number && publish(one), onError }),
        pay,
      );
      expect(notified).toBe(number + 1n);
    }
  },
  async watchContractEvent() {
    for (const transport of BOTH) {
      const logs = await received<readonly unknown[]>(
        transport,
        (client, publish, onError) =>
          client.watchContractEvent({
            address: lab.address,
            abi,
            eventName: 'Transfer',
            args: { to: account(3) },
            onLogs: publish,
            onError,
          }),
        () => move(21n),
      );
      expect(logs).toMatchObject([{ eventName: 'Transfer', args: { value: 21n } }]);
    }
  },
  async watchEvent() {
    for (const transport of BOTH) {
      const logs = await received<readonly Log[]>(
        transport,
        (client, publish, onError) => client.watchEvent({ address: lab.address, onLogs: publish, onError }),
        () => move(22n),
      );
      expect(BigInt(logs[0]?.data ?? 0)).toBe(22n);
    }
  },
  async watchPendingTransactions() {
    for (const transport of BOTH) {
      let hash: Hex | undefined;
      const hashes = await received<readonly Hex[]>(
        transport,
        (client, publish, onError) => client.watchPendingTransactions({ onTransactions: publish, onError }),
        async () => {
          hash = await pay();
        },
      );
      expect(hashes).toHaveLength(1);
      expect((await reader().getTransaction({ hash: hashes[0] as Hex })).from).toBe(account(1).toLowerCase());
      if (hash !== undefined) expect(hashes).toEqual([hash]);
    }
  },
  async token() {
    const token = { token: lab.address };
    const { token: actions } = reader();
    expect(await actions.getMetadata(token)).toMatchObject({ name: 'Laboratory', symbol: 'LAB', decimals: 6 });
    expect(await actions.getTotalSupply(token)).toMatchObject({ amount: SUPPLY });
  },
};

const WALLET: Readonly<Record<string, () => Promise<unknown>>> = {
  async deployContract() {
    const nonce = BigInt(await reader().getTransactionCount({ address: account(2) }));
    const hash = await remote(2).deployContract({ abi, bytecode: lab.bytecode, args: [5n] });
    const { contractAddress } = await reader().getTransactionReceipt({ hash });
    expect(contractAddress).toBe(getContractAddress({ from: account(2), nonce }).toLowerCase());
    expect(await reader().readContract({ address: contractAddress as Address, abi, functionName: 'totalSupply' })).toBe(
      5n,
    );
  },
  fillTransaction: () =>
    expect(remote().fillTransaction({ to: account(2) })).rejects.toThrow(/does not exist|not available|not supported/),
  async getAddresses() {
    expect((await remote().getAddresses()).map((one) => one.toLowerCase())).toEqual(
      lab.accounts.map((one) => one.toLowerCase()),
    );
  },
  async getChainId() {
    expect(await remote().getChainId()).toBe(lab.chainId);
  },
  async prepareAuthorization() {
    const nonce = await reader().getTransactionCount({ address: account(6) });
    expect(await wallet(6).prepareAuthorization({ contractAddress: lab.address })).toEqual({
      address: lab.address,
      chainId: lab.chainId,
      nonce,
    });
  },
  async prepareTransactionRequest() {
    expect(
      await remote().prepareTransactionRequest({
        to: lab.address,
        data: encodeFunctionData({ abi, functionName: 'approve', args: [account(2), 1n] }),
      }),
    ).toMatchObject({ type: 'eip1559', chainId: lab.chainId, gas: expect.any(BigInt) });
  },
  async sendRawTransaction() {
    const serializedTransaction = await wallet().signTransaction(
      await wallet().prepareTransactionRequest({ to: account(2) }),
    );
    expect(await wallet().sendRawTransaction({ serializedTransaction })).toBe(keccak256(serializedTransaction));
  },
  async sendRawTransactionSync() {
    const serializedTransaction = await wallet().signTransaction(
      await wallet().prepareTransactionRequest({ to: account(2) }),
    );
    expect(await wallet().sendRawTransactionSync({ serializedTransaction })).toMatchObject({ status: 'success' });
  },
  async sendTransaction() {
    for (const client of [wallet(), remote()])
      for (const fields of [
        { type: 'legacy', gasPrice: 3n * GWEI },
        { type: 'eip2930', gasPrice: 3n * GWEI, accessList: [] },
        { type: 'eip1559' },
      ] as const) {
        const hash = await client.sendTransaction({ to: account(2), value: 2n, ...fields } as never);
        expect(await reader().getTransaction({ hash })).toMatchObject({
          type: fields.type,
          value: 2n,
          from: account(1).toLowerCase(),
        });
      }
  },
  async sendTransactionSync() {
    expect(await wallet().sendTransactionSync({ to: account(2), value: 2n })).toMatchObject({
      status: 'success',
      gasUsed: 21_000n,
      from: account(1).toLowerCase(),
    });
  },
  async signAuthorization() {
    const nonce = await reader().getTransactionCount({ address: account(6) });
    expect(await wallet(6).signAuthorization({ contractAddress: lab.address })).toMatchObject({
      address: lab.address,
      chainId: lab.chainId,
      nonce,
    });
  },
  async signMessage() {
    const signature = await remote().signMessage({ message: 'by the node' });
    expect(await recoverMessageAddress({ message: 'by the node', signature })).toBe(keyOf(1).address);
    expect(signature).toBe(await keyOf(1).signMessage({ message: 'by the node' }));
  },
  async signTransaction() {
    const request = await remote().prepareTransactionRequest({ to: account(2), value: 4n });
    const serializedTransaction = (await remote().signTransaction(request as never)) as `0x02${string}`;
    expect(parseTransaction(serializedTransaction)).toMatchObject({ value: 4n, nonce: request.nonce });
    expect(await recoverTransactionAddress({ serializedTransaction })).toBe(keyOf(1).address);
  },
  async signTypedData() {
    const signature = await remote().signTypedData(TYPED);
    expect(await recoverTypedDataAddress({ ...TYPED, signature })).toBe(keyOf(1).address);
  },
  async writeContract() {
    const hash = await remote(0).writeContract({
      address: lab.address,
      abi,
      functionName: 'approve',
      args: [account(5), 12n],
    });
    expect((await reader().getTransactionReceipt({ hash })).logs).toHaveLength(1);
    expect(
      await reader().readContract({
        address: lab.address,
        abi,
        functionName: 'allowance',
        args: [account(0), account(5)],
      }),
    ).toBe(12n);
  },
  async writeContractSync() {
    expect(
      await wallet(0).writeContractSync({
        address: lab.address,
        abi,
        functionName: 'approve',
        args: [account(5), 13n],
      }),
    ).toMatchObject({ status: 'success' });
  },
  async token() {
    const { token } = wallet(0);
    await token.transferSync({ token: lab.address, to: account(10), amount: 30n });
    expect(
      await reader().readContract({ address: lab.address, abi, functionName: 'balanceOf', args: [account(10)] }),
    ).toBe(30n);
  },
};

/** Actions that no node answers. */
const EXCLUDED: Readonly<Record<string, string>> = {
  getEnsAddress: 'ENS has its contracts only on Ethereum',
  getEnsAvatar: 'ENS',
  getEnsName: 'ENS',
  getEnsResolver: 'ENS',
  getEnsText: 'ENS',
  addChain: 'wallet_addEthereumChain needs a wallet with a user',
  switchChain: 'wallet_switchEthereumChain needs a wallet',
  watchAsset: 'wallet_watchAsset needs a wallet',
  getPermissions: 'wallet_getPermissions needs a wallet',
  requestPermissions: 'wallet_requestPermissions needs a wallet',
  requestAddresses: 'eth_requestAccounts needs a wallet; nodes have eth_accounts',
  getCapabilities: 'EIP-5792 needs a wallet',
  sendCalls: 'EIP-5792 needs a wallet',
  sendCallsSync: 'EIP-5792 needs a wallet',
  getCallsStatus: 'EIP-5792 needs a wallet',
  showCallsStatus: 'EIP-5792 needs a wallet',
  waitForCallsStatus: 'EIP-5792 needs a wallet',
};

describe('viem', () => {
  it('has only actions that are tested or excluded with a reason', () => {
    const client = createWalletClient({ chain, transport: fallback([http()]) });
    const offered = {
      public: Object.keys(publicActions(client as never)),
      wallet: Object.keys(walletActions(client as never)),
    };
    const known = (tried: object) => [...Object.keys(tried), ...Object.keys(EXCLUDED)];
    expect(offered.public.filter((name) => !known(PUBLIC).includes(name))).toEqual([]);
    expect(offered.wallet.filter((name) => !known(WALLET).includes(name))).toEqual([]);
    expect(
      known({ ...PUBLIC, ...WALLET }).filter((name) => ![...offered.public, ...offered.wallet].includes(name)),
    ).toEqual([]);
  });

  describe('public action', () => {
    it.each(Object.keys(PUBLIC))('%s', async (name) => void (await PUBLIC[name]?.()));
  });
  describe('wallet action', () => {
    it.each(Object.keys(WALLET))('%s', async (name) => void (await WALLET[name]?.()));
  });
});
