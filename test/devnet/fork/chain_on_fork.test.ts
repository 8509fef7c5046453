/** Tests a devnet that goes on with the state of another devnet. */
import { decodeFunctionResult, encodeFunctionData, type Hex, pad, parseEther, toHex } from 'viem';
import { beforeEach, expect, it } from 'vitest';
import { dev } from '../../app/support/wallet.js';
import { deployToken, type Opened, openFork, openOrigin, TOKEN_ABI } from './forked_devnet.js';
import { startRelay } from './relay.js';

const MINUTES = 300_000;
const NOBODY = '0x00000000000000000000000000000000000000aa';

let origin: Opened;
let token: Hex;
beforeEach(async () => {
  origin = await openOrigin();
  token = await deployToken(origin);
  await origin.test.send(2, { to: NOBODY, value: 5n });
}, MINUTES);

const call = (functionName: string, ...args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi: TOKEN_ABI, functionName, args });

async function read(chain: Opened, functionName: string, ...args: readonly unknown[]): Promise<unknown> {
  const data = (await chain.ask('eth_call', { to: token, data: call(functionName, ...args) }, 'latest')) as Hex;
  return decodeFunctionResult({ abi: TOKEN_ABI, functionName, data });
}

it('goes on at the next number, after the hash, the time and the fees of the other chain', {
  timeout: MINUTES,
}, async () => {
  const fork = await openFork(origin.url);
  const head = await origin.ask('eth_getBlockByNumber', 'latest', false);
  const first = await fork.ask('eth_getBlockByNumber', 'latest', false);
  expect(BigInt(first.number)).toBe(BigInt(head.number) + 1n);
  expect(first.parentHash).toBe(head.hash);
  expect(BigInt(first.timestamp)).toBe(BigInt(head.timestamp) + 1n);
  expect([first.gasLimit, await fork.ask('eth_chainId')]).toEqual([head.gasLimit, await origin.ask('eth_chainId')]);
  await origin.test.mine();
  expect(first.baseFeePerGas).toBe((await origin.ask('eth_getBlockByNumber', first.number, false)).baseFeePerGas);
  expect((await fork.ask('eth_getBlockByNumber', head.number, false)).hash).toBe(head.hash);
});

it('has the accounts, code and storage of the other chain, and its own changes', { timeout: MINUTES }, async () => {
  const fork = await openFork(origin.url);
  expect(await fork.ask('eth_getBalance', NOBODY, 'latest')).toBe('0x5');
  expect(await fork.ask('eth_getCode', token, 'latest')).toBe(await origin.ask('eth_getCode', token, 'latest'));
  const slot = pad('0x1');
  expect(await fork.ask('eth_getStorageAt', token, slot, 'latest')).toBe(pad(toHex(10n ** 24n)));
  expect(await fork.ask('eth_getTransactionCount', dev(1).address, 'latest')).toBe('0x1');
  expect(await fork.ask('eth_getBalance', dev(1).address, 'latest')).toBe(toHex(parseEther('10000')));
  const { hash } = await fork.test.send(1, { to: token, data: call('transfer', NOBODY, 7n) });
  const receipt = await fork.ask('eth_getTransactionReceipt', hash);
  expect([receipt.status, receipt.logs.length]).toEqual(['0x1', 1]);
  expect(await read(fork, 'balanceOf', NOBODY)).toBe(7n);
  expect(await read(origin, 'balanceOf', NOBODY)).toBe(0n);
  expect(fork.failures).toEqual([]);
});

it('fetches the slots of a call in one request, after that of its account', { timeout: MINUTES }, async () => {
  const relay = await startRelay(origin.url);
  const fork = await openFork(relay.url);
  relay.requests.length = 0;
  expect(await read(fork, 'sum')).toBe(1275n);
  expect(relay.requests.length).toBeLessThanOrEqual(3);
  relay.requests.length = 0;
  expect(await read(fork, 'sum')).toBe(1275n);
  expect(relay.requests).toEqual([]);
});

it('fetches what the reads of a batch need at the same time, and reads each change after it', {
  timeout: MINUTES,
}, async () => {
  const relay = await startRelay(origin.url);
  const fork = await openFork(relay.url, { jsonRpc: { address: '127.0.0.1:0', namespaces: ['all'] } });
  const cell = (i: number) => ['eth_call', [{ to: token, data: call('cells', BigInt(i)) }, 'latest']] as const;
  const ask = async (...calls: readonly (readonly [method: string, params: readonly unknown[]])[]) => {
    const body = JSON.stringify(calls.map(([method, params], id) => ({ jsonrpc: '2.0', id, method, params })));
    const answer = await fetch(fork.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const responses = (await answer.json()) as { id: number; result: string }[];
    expect(responses.map(({ id }) => id)).toEqual(calls.map((_, i) => i));
    return responses.map(({ result }) => result);
  };
  relay.requests.length = 0;
  const cells = Array.from({ length: 50 }, (_, i) => i);
  expect(await ask(...cells.map(cell))).toEqual(cells.map((i) => pad(toHex(i + 1))));
  expect(relay.requests.length).toBeLessThan(20);
  const read = ['eth_getBalance', [NOBODY, 'latest']] as const;
  const set = (to: string) => ['anvil_setBalance', [NOBODY, to]] as const;
  expect(await ask(read, set('0x6'), read, read, set('0x7'), read)).toEqual(['0x5', null, '0x6', '0x6', null, '0x7']);
});

it('gives the hashes of the other chain to BLOCKHASH, and its own above', { timeout: MINUTES }, async () => {
  await origin.test.mine(3);
  const fork = await openFork(origin.url);
  await fork.test.mine(2);
  const head = await fork.test.height();
  for (let number = 1; number < head; number++) {
    const { hash } = await fork.ask('eth_getBlockByNumber', toHex(number), false);
    expect(await read(fork, 'hashOf', BigInt(number))).toBe(hash);
  }
});

it('sends from a contract of the other chain, and changes accounts that it never read', {
  timeout: MINUTES,
}, async () => {
  const fork = await openFork(origin.url);
  await fork.ask('anvil_impersonateAccount', token);
  await fork.ask('anvil_setBalance', token, toHex(parseEther('1')));
  const hash = await fork.ask('eth_sendTransaction', { from: token, to: NOBODY, value: '0x1' });
  expect((await fork.ask('eth_getTransactionReceipt', hash)).status).toBe('0x1');
  expect(await fork.ask('eth_getBalance', NOBODY, 'latest')).toBe('0x6');
  const other = '0x00000000000000000000000000000000000000bb';
  await fork.ask('anvil_setNonce', other, '0x9');
  await fork.ask('anvil_setCode', NOBODY, '0x00');
  await fork.ask('anvil_setStorageAt', token, pad('0x1'), pad('0x2'));
  await fork.ask('anvil_dealERC20', other, token, '0x1234');
  expect(await read(fork, 'balanceOf', other)).toBe(0x1234n);
  expect(await read(fork, 'totalSupply')).toBe(2n);
  expect(await fork.ask('eth_getBalance', NOBODY, 'latest')).toBe('0x6');
  expect(fork.failures).toEqual([]);
});

it('goes back to a snapshot, and by a reset to its first block', { timeout: MINUTES }, async () => {
  const fork = await openFork(origin.url);
  const first = await fork.test.height();
  const id = await fork.ask('evm_snapshot');
  await fork.test.send(1, { to: token, data: call('transfer', NOBODY, 7n) });
  await fork.ask('anvil_setBalance', NOBODY, '0x0');
  expect(await fork.ask('evm_revert', id)).toBe(true);
  expect([await read(fork, 'balanceOf', NOBODY), await fork.ask('eth_getBalance', NOBODY, 'latest')]).toEqual([
    0n,
    '0x5',
  ]);
  await fork.test.send(1, { to: token, data: call('transfer', NOBODY, 7n) });
  await fork.ask('hardhat_reset', { forking: { jsonRpcUrl: origin.url, blockNumber: first - 1 } });
  expect(await fork.test.height()).toBe(first);
  expect(await read(fork, 'balanceOf', NOBODY)).toBe(0n);
  await fork.test.send(1, { to: token, data: call('transfer', NOBODY, 8n) });
  expect(await read(fork, 'balanceOf', NOBODY)).toBe(8n);
  expect(fork.failures).toEqual([]);
});

it('refuses a validator while no block can be decided, for that reason', { timeout: MINUTES }, async () => {
  const { devnet, failures } = await openFork(origin.url, { validators: 3 });
  await devnet.network.crashValidator(2);
  await expect(devnet.addValidator({})).rejects.toThrow(/more than 2\/3 of the voting power/);
  expect([devnet.validators.length, failures]).toEqual([3, []]);
});

it('has the chain id of the option, or that of Hardhat', { timeout: MINUTES }, async () => {
  const ids = async (fork: Opened) => [fork.devnet.chainId, Number(await fork.ask('eth_chainId'))];
  expect(await ids(await openFork(origin.url, {}, { chainId: 777n }))).toEqual(['halley_777-1', 777]);
  const other = await openOrigin({
    genesis: { ...(await import('../../../genesis/dev.json')).default, chain_id: 'x_5-1' },
  });
  expect(await ids(await openFork(other.url, { compat: 'hardhat' }))).toEqual(['halley_31337-1', 31337]);
  expect(await ids(await openFork(other.url))).toEqual(['halley_5-1', 5]);
});

it('traces, simulates and estimates over state that it never read', { timeout: MINUTES }, async () => {
  const fork = await openFork(origin.url);
  const request = { from: dev(1).address, to: token, data: call('transfer', NOBODY, 7n) };
  const trace = await fork.ask('debug_traceCall', request, 'latest', { tracer: 'prestateTracer' });
  expect(Object.keys(trace)).toContain(token);
  expect(BigInt(await fork.ask('eth_estimateGas', request))).toBeGreaterThan(21_000n);
  const [block] = await fork.ask('eth_simulateV1', { blockStateCalls: [{ calls: [request] }] }, 'latest');
  expect(block.calls[0].status).toBe('0x1');
  const { hash } = await fork.test.send(1, { to: token, data: call('transfer', NOBODY, 7n) });
  const calls = await fork.ask('debug_traceTransaction', hash, {
    tracer: 'callTracer',
    tracerConfig: { withLog: true },
  });
  expect(calls.logs).toHaveLength(1);
  expect(fork.failures).toEqual([]);
});

it('refuses proofs of accounts', { timeout: MINUTES }, async () => {
  const fork = await openFork(origin.url);
  await expect(fork.ask('eth_getProof', token, [], 'latest')).rejects.toThrow('has no proofs of accounts');
});

it('repeats the transactions of a block up to the named one', { timeout: MINUTES }, async () => {
  const other = await openOrigin({ miningMode: 'manual' });
  const sent = [];
  for (const from of [1, 2, 3]) sent.push((await other.test.send(from, { to: NOBODY, value: BigInt(from) })).hash);
  await other.test.mine();
  const { transactions } = await other.ask('eth_getBlockByNumber', 'latest', false);
  const fork = await openFork(other.url, {}, { transactionHash: transactions[1] });
  const first = await fork.ask('eth_getBlockByNumber', 'latest', false);
  expect(first.transactions).toEqual(transactions.slice(0, 2));
  expect([first.number, sent.length]).toEqual([toHex(await other.test.height()), 3]);
});
