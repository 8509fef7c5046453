/**
 * Checks that every method of EVM JSON-RPC answers its example on a live chain, over both of its sockets. The list is
 * the generated index itself: a method without a working example cannot be added.
 */
import { type Hex, keccak256 } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEVELOPMENT_ACCOUNTS } from '../../src/config/development_accounts.js';
import { EVM_METHODS } from '../../src/rpc/evm/methods/index.generated.js';
import * as examples from '../../src/rpc/examples.js';
import { type Example, underEachName } from '../../src/rpc/jsonrpc/method.js';
import { post } from '../support/ask.js';
import { LiveSocket, openTestDevnet, type RpcAnswer, type TestDevnet } from './test_devnet.js';

const { BLOCK_FILTER, NEW_ADDRESS, NEW_ID, NEW_TEXT, SUBSCRIPTION } = examples;
const RAW_TRANSACTION_FIELDS = {
  type: 'eip1559',
  chainId: 31337,
  nonce: 0,
  gas: 21_000n,
  maxFeePerGas: 4n * 10n ** 9n,
  maxPriorityFeePerGas: 10n ** 9n,
  to: examples.BOB as Hex,
  value: 1n,
} as const;

let testDevnet: TestDevnet;
let socket: LiveSocket;
/** Snapshot to which the chain reverts after each example. */
let before: number;

async function openAll(): Promise<void> {
  testDevnet = await openTestDevnet();
  socket = await LiveSocket.to(testDevnet.devnet.urls.evmWs);
}

async function closeAll(): Promise<void> {
  socket.close();
  await testDevnet.close();
  expect(testDevnet.bugs).toEqual([]);
}

/**
 * Restores the state before an example. Opens a new chain when the example destroys the snapshot, polls a filter or asks
 * the wallet, because no snapshot restores what a filter has reported, or the requests to the wallet.
 */
async function goBack(example: Example): Promise<void> {
  const hasPolled = example.params.includes(BLOCK_FILTER);
  const hasAsked = JSON.stringify(example).includes('eth_requestAccounts');
  if (!hasPolled && !hasAsked && (await testDevnet.devnet.revert(before, { settings: true }))) return;
  await closeAll();
  await openAll();
}

beforeAll(openAll);
afterAll(closeAll);

it('the constants of the examples match the chain', async () => {
  const hashOf = async (number: string) => (await testDevnet.evm('eth_getBlockByNumber', number, false)).hash;
  const [, transfer] = (await testDevnet.evm('eth_getBlockByNumber', '0x2', false)).transactions;
  const [call] = (await testDevnet.evm('eth_getBlockByNumber', '0x3', false)).transactions;
  const comet = async (path: string) => (await fetch(`${testDevnet.devnet.urls.cometRpc}${path}`)).json();
  const { result } = (await comet('/tx_search?query="tx.height=3"')) as RpcAnswer;
  const { result: net } = (await comet('/net_info')) as RpcAnswer;
  const { node_info } = net.peers[0];
  const carol = privateKeyToAccount(DEVELOPMENT_ACCOUNTS[2]?.privateKey as Hex);
  const raw = await carol.signTransaction(RAW_TRANSACTION_FIELDS);
  expect({
    BLOCK_2_HASH: await hashOf('0x2'),
    BLOCK_2_RLP: await testDevnet.evm('debug_getBlockRlp', 2),
    BLOCK_2_HEADER_RLP: await testDevnet.evm('debug_getHeaderRlp', 2),
    BLOCK_3_HASH: await hashOf('0x3'),
    HEAD_HASH: await hashOf('latest'),
    TRANSFER_HASH: transfer,
    CALL_HASH: call,
    CALL_TX_HASH: result.txs[0].hash,
    PEER: `${node_info.id}@${node_info.listen_addr.replace('tcp://', '')}`,
    RAW_TRANSACTION: raw,
    RAW_TRANSACTION_HASH: keccak256(raw),
  }).toEqual({
    BLOCK_2_HASH: examples.BLOCK_2_HASH,
    BLOCK_2_RLP: examples.BLOCK_2_RLP,
    BLOCK_2_HEADER_RLP: examples.BLOCK_2_HEADER_RLP,
    BLOCK_3_HASH: examples.BLOCK_3_HASH,
    HEAD_HASH: examples.HEAD_HASH,
    TRANSFER_HASH: examples.TRANSFER_HASH,
    CALL_HASH: examples.CALL_HASH,
    CALL_TX_HASH: examples.CALL_TX_HASH,
    PEER: examples.PEER,
    RAW_TRANSACTION: examples.RAW_TRANSACTION,
    RAW_TRANSACTION_HASH: examples.RAW_TRANSACTION_HASH,
  });
});

function expectAnswer({ result, error }: RpcAnswer, { result: wanted, alone }: Example): void {
  expect(error?.message).toBe(alone);
  if (alone !== undefined) return;
  if (wanted === NEW_ID) expect(result).toMatch(/^0x[0-9a-f]{1,32}$/);
  else if (wanted === NEW_ADDRESS) expect(result).toMatch(/^0x[0-9a-f]{40}$/);
  else if (wanted === NEW_TEXT) expect(result).toMatch(/../);
  else if (typeof wanted === 'object' && wanted !== null) expect(result).toMatchObject(wanted);
  else expect(result).toBe(wanted);
}

const idsIn = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, text) => testDevnet.ids.get(text) ?? text);

/** Methods that need a connection, with their error over HTTP: an HTTP client cannot have subscriptions. */
const PUSHED: Readonly<Record<string, string | undefined>> = {
  eth_subscribe: 'notifications not supported',
  eth_unsubscribe: 'subscription not found',
};

/** Methods under all their names. */
const METHODS = EVM_METHODS.flatMap(underEachName);

describe.each(METHODS)('$name: $summary', ({ name, example }) => {
  beforeAll(async () => {
    before = await testDevnet.devnet.snapshot();
  });
  afterAll(() => goBack(example));

  const prepare = async (): Promise<void> => {
    for (const [method, ...params] of example.first ?? []) await testDevnet.evm(method, ...params);
  };

  it('answers its example over WebSocket', async () => {
    await prepare();
    testDevnet.ids.set(SUBSCRIPTION, (await socket.ask('eth_subscribe', ['newHeads'])).result);
    expectAnswer(await socket.ask(name, idsIn(example.params)), example);
  });

  it('answers it over HTTP', async () => {
    await goBack(example);
    before = await testDevnet.devnet.snapshot();
    await prepare();
    const answer = await post(testDevnet.devnet.urls.evmHttp, name, idsIn(example.params));
    const refusal = PUSHED[name];
    if (refusal !== undefined) expect(answer.error).toMatchObject({ message: refusal });
    else expectAnswer(answer, example);
  });
});

it('every method is documented in one line that ends with a full stop', () => {
  for (const { name, summary, result } of EVM_METHODS) {
    expect(summary, name).toMatch(/^[A-Z][^\n]{5,100}\.$/);
    expect(result, name).not.toBe('');
  }
});
