/**
 * Builds a chain with transactions of each type, one that fails, a creation, logs, a delegated account and some pending
 * transactions. Blocks are mined on request only.
 */
import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { DEVELOPMENT_ACCOUNTS } from '../../../src/config/development_accounts.js';
import { createDevnet, type Devnet } from '../../../src/devnet/index.js';
import { COUNTER_CREATION } from '../../support/counter.js';
import { type Json, post, type RpcAnswer } from '../test_devnet.js';

const GWEI = 10n ** 9n;
const CHAIN = { chainId: 31337 };
const FEES = { maxFeePerGas: 10n * GWEI, maxPriorityFeePerGas: GWEI };
/** Creation code that deploys `PUSH0 PUSH0 REVERT`. */
const REVERTER_CREATION: Hex = '0x625f5ffd5f526003601df3';

const signer = (index: number) => privateKeyToAccount(DEVELOPMENT_ACCOUNTS[index]?.privateKey as Hex);
const [alice, bob, carol, dave] = [signer(0), signer(1), signer(2), signer(3)];

/** Values that the examples use as parameters. */
export interface Facts {
  readonly alice: Hex;
  readonly bob: Hex;
  /** Contract that counts and logs. */
  readonly counter: Hex;
  readonly reverter: Hex;
  /** Block with the transactions. */
  readonly block: { readonly number: Hex; readonly hash: Hex };
  readonly transactions: readonly Hex[];
  /** Transaction that is signed but not sent. */
  readonly raw: Hex;
  readonly filters: { readonly logs: Hex; readonly blocks: Hex; readonly pending: Hex; readonly old: Hex };
}

export interface TestDevnet {
  readonly devnet: Devnet;
  readonly facts: Facts;
  ask(method: string, params: readonly unknown[]): Promise<RpcAnswer>;
}

export async function openTestDevnet(): Promise<TestDevnet> {
  const devnet = await createDevnet({
    seed: 'execution-apis',
    miningMode: 'manual',
    jsonRpc: { address: '127.0.0.1:0', namespaces: ['all'] },
  });
  const ask = (method: string, params: readonly unknown[]) => post(devnet.urls.evmHttp, method, params);
  const call = async (method: string, ...params: readonly unknown[]): Promise<Json> => {
    const { result, error } = await ask(method, params);
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  const send = (raw: Hex): Promise<Hex> => call('eth_sendRawTransaction', raw);

  const creations = [
    await send(
      await alice.signTransaction({ ...CHAIN, nonce: 0, gas: 300_000n, gasPrice: 10n * GWEI, data: COUNTER_CREATION }),
    ),
    await send(await alice.signTransaction({ ...CHAIN, ...FEES, nonce: 1, gas: 100_000n, data: REVERTER_CREATION })),
  ];
  await devnet.mine();
  const receipts = await Promise.all(creations.map((hash) => call('eth_getTransactionReceipt', hash)));
  const [counter, reverter] = receipts.map((receipt) => receipt.contractAddress as Hex) as [Hex, Hex];

  const gas = 100_000n;
  const accessList = [{ address: counter, storageKeys: [`0x${'0'.repeat(64)}` as Hex] }];
  const authorization = await carol.signAuthorization({ ...CHAIN, address: counter, nonce: 0 });
  const filters = {
    logs: await call('eth_newFilter', { address: counter }),
    blocks: await call('eth_newBlockFilter'),
    pending: await call('eth_newPendingTransactionFilter'),
    old: await call('eth_newFilter', { fromBlock: 'earliest' }),
  };
  const transactions = [
    await alice.signTransaction({ ...CHAIN, nonce: 2, gas: 21_000n, gasPrice: 9n * GWEI, to: bob.address, value: 1n }),
    await alice.signTransaction({ ...CHAIN, nonce: 3, gas, gasPrice: 8n * GWEI, to: counter, accessList }),
    await alice.signTransaction({ ...CHAIN, ...FEES, nonce: 4, gas, to: counter }),
    await bob.signTransaction({ ...CHAIN, ...FEES, nonce: 0, gas, to: counter, authorizationList: [authorization] }),
    await bob.signTransaction({ ...CHAIN, ...FEES, nonce: 1, gas, to: reverter }),
  ];
  const hashes = await Promise.all(transactions.map(send));
  await devnet.mine();
  const { number, hash } = await call('eth_getBlockByNumber', 'latest', false);

  const transfer = { ...CHAIN, ...FEES, gas: 21_000n, to: alice.address, value: 1n };
  for (const nonce of [2, 9]) await send(await bob.signTransaction({ ...transfer, nonce }));
  return {
    devnet,
    ask,
    facts: {
      alice: alice.address,
      bob: bob.address,
      counter,
      reverter,
      block: { number, hash },
      transactions: hashes,
      raw: await dave.signTransaction({ ...transfer, nonce: 0 }),
      filters,
    },
  };
}
