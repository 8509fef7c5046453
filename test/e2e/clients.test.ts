/**
 * Tests the whole product at once: the built command in its own process, third-party clients, a contract compiled from
 * Solidity, and one chain seen through two interfaces.
 */
import { connectComet, Tendermint37Client } from '@cosmjs/tendermint-rpc';
import { ContractFactory, JsonRpcProvider, JsonRpcSigner, Wallet } from 'ethers';
import { createPublicClient, createWalletClient, http, parseAbi, TransactionExecutionError, webSocket } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { post } from '../support/ask.js';
import { compileSolidity } from '../support/solidity.js';
import { type HalleyProcess, startHalley } from './process.js';
import { TOKEN_SOURCE } from './token.js';

const TOKEN_ABI = [
  'constructor(uint256 supply)',
  'function balanceOf(address) view returns (uint256)',
  'function transfer(address to, uint256 value) returns (bool)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
] as const;
const abi = parseAbi(TOKEN_ABI);

let halley: HalleyProcess;
let bytecode: `0x${string}`;

beforeAll(async () => {
  [halley, { bytecode }] = await Promise.all([startHalley(), compileSolidity(TOKEN_SOURCE, 'Token')]);
});

afterAll(async () => {
  expect(await halley.stop()).toBe(0);
});

function viemClients() {
  const account = privateKeyToAccount((halley.accounts[0] as HalleyProcess['accounts'][0]).privateKey);
  const chain = {
    id: halley.evmChainId,
    name: 'halley',
    nativeCurrency: { name: 'Halley', symbol: 'HALLEY', decimals: 18 },
    rpcUrls: { default: { http: [halley.urls.evmHttp] } },
  } as const;
  return {
    account,
    wallet: createWalletClient({ account, chain, transport: http() }),
    reader: createPublicClient({ chain, transport: http(), pollingInterval: 20 }),
    live: createPublicClient({ chain, transport: webSocket(halley.urls.evmWs) }),
  };
}

describe('one chain, three interfaces', () => {
  it('lets viem deploy a token, transfer it, read its logs and receive them over WebSocket', async () => {
    const { account, wallet, reader, live } = viemClients();
    const deployment = await wallet.deployContract({ abi, bytecode, args: [1000n] });
    const { contractAddress } = await reader.getTransactionReceipt({ hash: deployment });
    const address = contractAddress as `0x${string}`;
    const to = (halley.accounts[1] as HalleyProcess['accounts'][0]).address;

    const received = new Promise<bigint>((resolve, reject) => {
      live.watchContractEvent({
        address,
        abi,
        eventName: 'Transfer',
        onLogs: (logs) => resolve(logs[0]?.args.value as bigint),
        onError: reject,
      });
      // The subscription is active once a later request on the same socket is answered.
      void live
        .getChainId()
        .then(() => wallet.writeContract({ address, abi, functionName: 'transfer', args: [to, 7n] }));
    });
    expect(await received).toBe(7n);
    expect(await reader.readContract({ address, abi, functionName: 'balanceOf', args: [to] })).toBe(7n);

    const logs = await reader.getContractEvents({ address, abi, eventName: 'Transfer', fromBlock: 0n });
    expect(logs.map(({ args }) => [args.to, args.value])).toEqual([
      [account.address, 1000n],
      [to, 7n],
    ]);
    const before = (await reader.getBlockNumber()) - 1n;
    expect(
      await reader.readContract({ address, abi, functionName: 'balanceOf', args: [to], blockNumber: before }),
    ).toBe(0n);
    await (await live.transport.getRpcClient()).close();
  });

  it('lets ethers do the same', async () => {
    const provider = new JsonRpcProvider(halley.urls.evmHttp, undefined, {
      pollingInterval: 20,
      // ethers caches an answer for 250 ms, in which this chain makes many blocks.
      cacheTimeout: -1,
    });
    const wallet = new Wallet((halley.accounts[2] as HalleyProcess['accounts'][0]).privateKey, provider);
    const token = await new ContractFactory(TOKEN_ABI, bytecode, wallet).deploy(50n);
    await token.waitForDeployment();
    const to = (halley.accounts[3] as HalleyProcess['accounts'][0]).address;
    const sent = await token.getFunction('transfer')(to, 5n);
    const receipt = await sent.wait();
    expect(receipt.status).toBe(1);
    expect(await token.getFunction('balanceOf')(to)).toBe(5n);
    expect(await token.queryFilter('Transfer', 0)).toHaveLength(2);
    await expect(token.getFunction('transfer').staticCall(to, 10n ** 30n)).rejects.toMatchObject({
      code: 'CALL_EXCEPTION',
    });
    provider.destroy();
  });
});

describe('an account without a key on the node', () => {
  const stranger = `0x${'5a'.repeat(20)}` as const;

  it('is unknown, not without funds, and has nothing to unsubscribe from over HTTP', async () => {
    const ask = async (method: string, param: unknown): Promise<unknown> =>
      (await post(halley.urls.evmHttp, method, [param])).error;
    const message = `failed to find key in the node's keyring; no key for given address or file; unknown account: ${stranger.toLowerCase()} is none of those that eth_accounts lists; to send from another account, call hardhat_impersonateAccount with its address first`;
    const transaction = { from: stranger, to: stranger, value: '0x1' };
    expect(await ask('eth_sendTransaction', transaction)).toEqual({ code: -32000, message });
    expect(await ask('eth_unsubscribe', '0x1')).toEqual({ code: -32000, message: 'subscription not found' });
  });

  it('is reported as unknown by viem and ethers', async () => {
    const { reader } = viemClients();
    const wallet = createWalletClient({ account: stranger, chain: reader.chain, transport: http() });
    const refused = await wallet.sendTransaction({ to: stranger, value: 1n }).catch((error) => error);
    expect(refused).toBeInstanceOf(TransactionExecutionError);
    expect([refused.cause.name, refused.details]).toEqual([
      'InvalidInputRpcError',
      expect.stringContaining('unknown account: 0x5a5a'),
    ]);
    const provider = new JsonRpcProvider(halley.urls.evmHttp);
    const signer = new JsonRpcSigner(provider, stranger);
    await expect(signer.sendTransaction({ to: stranger, value: 1n, gasLimit: 21_000n })).rejects.toMatchObject({
      error: { code: -32000, message: expect.stringContaining('unknown account: 0x5a5a') },
    });
    provider.destroy();
  });
});

describe('CosmJS on the CometBFT RPC', () => {
  it('reads the block of a transfer, with the hash that EVM clients see', async () => {
    const { wallet, reader, account } = viemClients();
    const client = await connectComet(halley.urls.cometRpc);
    const status = await client.status();
    expect(status.nodeInfo.network).toBe(halley.chainId);

    const hash = await wallet.sendTransaction({ to: account.address, value: 1n });
    const receipt = await reader.getTransactionReceipt({ hash });
    const height = Number(receipt.blockNumber);
    const { blockId, block } = await client.block(height);
    expect(`0x${Buffer.from(blockId.hash).toString('hex')}`).toBe(receipt.blockHash);
    expect(block.txs).toHaveLength(1);
    const results = await client.blockResults(height);
    expect(results.results[0]?.code).toBe(0);
    const { validators, total } = await client.validatorsAll(height);
    expect([validators.length, total]).toEqual([4, 4]);
    client.disconnect();
  });

  it('receives a new block', async () => {
    const { wallet, account } = viemClients();
    const client = await Tendermint37Client.connect(halley.urls.cometRpc.replace('http', 'ws'));
    const event = new Promise<number>((resolve, reject) => {
      const subscription = client.subscribeNewBlock().subscribe({
        next: ({ header }) => {
          resolve(header.height);
          subscription.unsubscribe();
        },
        error: reject,
      });
    });
    // The subscription request is sent first on the same socket.
    await client.status();
    await wallet.sendTransaction({ to: account.address, value: 1n });
    expect(await event).toBeGreaterThan(1);
    client.disconnect();
  });

  it('sends a signed raw Ethereum transaction through broadcast_tx_commit', async () => {
    const { wallet, account, reader } = viemClients();
    const request = await wallet.prepareTransactionRequest({ to: account.address, value: 2n });
    const raw = await wallet.signTransaction(request);
    const client = await Tendermint37Client.connect(halley.urls.cometRpc);
    const { height, deliverTx } = await client.broadcastTxCommit({ tx: Buffer.from(raw.slice(2), 'hex') });
    expect(deliverTx?.code).toBe(0);
    expect(await reader.getTransactionCount({ address: account.address, blockNumber: BigInt(height) })).toBe(
      (request.nonce as number) + 1,
    );
    client.disconnect();
  });
});
