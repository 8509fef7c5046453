/** Tests that a running chain takes the blocks of a state file, and what becomes of its own. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestClient, custom, type Hex } from 'viem';
import { beforeAll, describe, expect, it } from 'vitest';
import { createDevnet, type Devnet, type DevnetOptions } from '../../../src/devnet/index.js';
import { connect } from '../fork/socket.js';
import {
  ALICE,
  aDevnet,
  ask,
  BOB,
  CAROL,
  dumped,
  hexOf,
  type StateOfFile,
  temporaryFolder,
  withHistory,
} from './kit.js';

const OWN = '0x00000000000000000000000000000000000000aa';
const LATE = '0x00000000000000000000000000000000000000ee';
const MODULE = '0xf1829676db577682e944fc3493d451b67ff3e29f';
const SERVED: DevnetOptions = { jsonRpc: { address: '127.0.0.1:0', namespaces: ['all'] } };
const at = (number: number | bigint): string => `0x${number.toString(16)}`;
const load = (devnet: Devnet, state: object): Promise<unknown> => ask(devnet, 'anvil_loadState', hexOf(state));
const balance = (devnet: Devnet, address: string, block = 'latest'): Promise<Hex> =>
  ask(devnet, 'eth_getBalance', address, block);

/** Logs in slot 0 that BLOCKHASH of a block is what EIP-2935's contract has of it, and returns the hash. */
const blockHashCode = (number: number): string => `0x60${number.toString(16).padStart(2, '0')}4060005260206000f3`;
const EIP_2935 = '0x0000f90827f1c53a10cb7a02335b175320002935';

let origin: Devnet;
let state: StateOfFile;
let last: number;

beforeAll(async () => {
  origin = await createDevnet({ seed: 'state files', ...SERVED });
  await withHistory(origin);
  await ask(origin, 'anvil_setBalance', CAROL, '0x33');
  await origin.mine({ blocks: 3 });
  last = Number(origin.height);
  state = await dumped(origin, true);
  return () => origin.close();
});

/** Returns a devnet with more blocks than the file, and accounts of its own. */
async function running(options: DevnetOptions = {}): Promise<Devnet> {
  const devnet = await aDevnet({ seed: 'another', ...SERVED, ...options });
  await ask(devnet, 'anvil_setBalance', OWN, '0x11');
  await devnet.mine({ blocks: 12 });
  return devnet;
}

describe('a running chain that loads a state file with blocks', () => {
  it('answers about each of them as the chain that wrote it, and continues after them', async () => {
    const devnet = await running();
    expect(await load(devnet, state)).toBe(true);
    const same = async (method: string, ...params: readonly unknown[]) => {
      const expected = await ask(origin, method, ...params);
      expect([method, params, await ask(devnet, method, ...params)]).toEqual([method, params, expected]);
      return expected;
    };
    for (let number = 0; number <= last; number++) {
      const { hash, transactions } = await same('eth_getBlockByNumber', at(number), true);
      await same('eth_getBlockByHash', hash, false);
      await same('eth_getBlockReceipts', at(number));
      await same('eth_getBalance', BOB, at(number));
      for (const tx of transactions) {
        await same('eth_getTransactionReceipt', tx.hash);
        await same('eth_getTransactionByHash', tx.hash);
      }
    }
    await same('eth_getLogs', { fromBlock: '0x0', toBlock: at(last) });
    expect(devnet.height).toBe(BigInt(last) + 1n);
    const hashes = [];
    for (const number of [1, last - 1, last]) {
      const { hash } = await ask(origin, 'eth_getBlockByNumber', at(number), false);
      hashes.push([hash, hash]);
    }
    const found = [1, last - 1, last].map(async (number) => [
      await ask(devnet, 'eth_call', { data: blockHashCode(number) }, 'latest'),
      await ask(devnet, 'eth_call', { to: EIP_2935, data: `0x${number.toString(16).padStart(64, '0')}` }, 'latest'),
    ]);
    expect(await Promise.all(found)).toEqual(hashes);
    await withHistory(devnet);
    expect(devnet.height).toBe(BigInt(last) + 4n);
    const logs = await ask(devnet, 'eth_getLogs', { fromBlock: '0x0' });
    expect(logs.map(({ blockNumber }: { blockNumber: Hex }) => Number(blockNumber))).toEqual([3, last + 3]);
  });

  it('has the number, base fee and gas limit that a start with the file gives', async () => {
    const started = await aDevnet({ loadState: state });
    const devnet = await running({ seed: 'state files' });
    await load(devnet, state);
    const members = async (of: Devnet) => {
      const { number, baseFeePerGas, gasLimit, parentHash } = await ask(of, 'eth_getBlockByNumber', 'latest', false);
      return { number, baseFeePerGas, gasLimit, parentHash };
    };
    expect(await members(devnet)).toEqual(await members(started));
    await started.mine();
    await devnet.mine();
    const { parentHash: _, ...expected } = await members(started);
    expect(await members(devnet)).toMatchObject(expected);
  });

  it('keeps accounts and modules, puts the accounts of the file on top, and keeps the higher nonce', async () => {
    const devnet = await running({ validators: 4 });
    await devnet.setValidatorPower(1, 25n);
    await devnet.mine({ blocks: 2 });
    await ask(devnet, 'anvil_setNonce', ALICE, '0x40');
    await ask(devnet, 'anvil_setBalance', LATE, '0x12');
    await ask(devnet, 'anvil_setBalance', CAROL, '0x99');
    const { chainId, evmChainId, validators } = devnet;
    await load(devnet, state);
    expect(await Promise.all([OWN, LATE, CAROL, BOB].map((address) => balance(devnet, address)))).toEqual([
      ...['0x11', '0x12', '0x33'],
      await balance(origin, BOB),
    ]);
    expect(await ask(devnet, 'eth_getTransactionCount', ALICE, 'latest')).toBe('0x40');
    expect([devnet.chainId, devnet.evmChainId, devnet.validators]).toEqual([chainId, evmChainId, validators]);
    await devnet.addValidator({});
    await devnet.mine({ blocks: 3 });
    expect(devnet.validators).toHaveLength(5);
    expect(await balance(devnet, OWN)).toBe('0x11');
  });

  it('has neither its own blocks nor filters nor snapshots any more, and subscriptions go on', async () => {
    const devnet = await running();
    const socket = await connect(devnet.urls.evmWs as string);
    const heads = await socket.ask('eth_subscribe', 'newHeads');
    const logs = await socket.ask('eth_subscribe', 'logs', {});
    const filter = await ask(devnet, 'eth_newBlockFilter');
    const snapshot = await ask(devnet, 'evm_snapshot');
    await withHistory(devnet);
    const seen = await socket.pushes(4);
    expect(seen.filter(({ subscription }) => subscription === heads)).toHaveLength(3);
    const own = await ask(devnet, 'eth_getBlockByNumber', 'latest', false);
    await socket.ask('anvil_loadState', hexOf(state));
    const [removed, first] = await socket.pushes(2);
    expect(removed).toMatchObject({
      subscription: logs,
      result: { removed: true, transactionHash: expect.any(String) },
    });
    expect(first).toMatchObject({ subscription: heads, result: { number: at(last + 1) } });
    expect(await ask(devnet, 'eth_getBlockByHash', own.hash, false)).toBeNull();
    await expect(ask(devnet, 'eth_getFilterChanges', filter)).rejects.toThrow(/filter not found/);
    expect(await ask(devnet, 'evm_revert', snapshot)).toBe(false);
    expect(Number(await ask(devnet, 'evm_snapshot'))).toBeGreaterThan(Number(snapshot));
    socket.close();
  });

  it('keeps clock, mining mode, impersonated accounts and pending transactions', async () => {
    const devnet = await running();
    await ask(devnet, 'evm_setAutomine', false);
    await ask(devnet, 'evm_increaseTime', '0x15180');
    await ask(devnet, 'anvil_impersonateAccount', OWN);
    await ask(devnet, 'anvil_setBalance', OWN, '0xffffffffffffffff');
    const { nonce } = state.accounts[ALICE] as StateOfFile['accounts'][string];
    const from = { from: ALICE, to: LATE, value: '0x5' };
    const pending = await ask(devnet, 'eth_sendTransaction', { ...from, nonce: at(nonce) });
    const stale = await ask(devnet, 'eth_sendTransaction', { ...from, nonce: '0x0' });
    const { now } = devnet.time;
    await load(devnet, state);
    expect(devnet.miningMode).toEqual({ type: 'manual' });
    const { timestamp } = await ask(devnet, 'eth_getBlockByNumber', 'latest', false);
    expect(BigInt(timestamp)).toBeGreaterThanOrEqual(now);
    const impersonated = await ask(devnet, 'eth_sendTransaction', { from: OWN, to: LATE, value: '0x6' });
    await devnet.mine();
    expect(await ask(devnet, 'eth_getTransactionReceipt', pending)).toMatchObject({ status: '0x1' });
    expect(await ask(devnet, 'eth_getTransactionReceipt', impersonated)).toMatchObject({ status: '0x1' });
    expect(await ask(devnet, 'eth_getTransactionByHash', stale)).toBeNull();
    const next = await ask(devnet, 'eth_getBlockByNumber', 'latest', false);
    expect(Number(next.timestamp) - Number(timestamp)).toBeLessThan(0x15180);
  });

  it('gives its first block the time that was set for the next one', async () => {
    const devnet = await running();
    const time = devnet.time.now + 500n;
    await ask(devnet, 'evm_setNextBlockTimestamp', at(time));
    await load(devnet, state);
    const times = async () => BigInt((await ask(devnet, 'eth_getBlockByNumber', 'latest', false)).timestamp) - time;
    expect(await times()).toBe(0n);
    await devnet.mine();
    expect(await times()).toBeGreaterThan(0n);
  });

  it('goes back to its first block with a reset, and dumps and loads all blocks again', async () => {
    const devnet = await running();
    await load(devnet, state);
    await withHistory(devnet);
    const whole = await dumped(devnet);
    expect(whole.blocks.map(({ header }) => Number(header['number']))).toEqual(
      Array.from({ length: last + 5 }, (_, number) => number),
    );
    const file = join(temporaryFolder(), 'state.json');
    writeFileSync(file, JSON.stringify(whole));
    await devnet.mine({ blocks: 2 });
    await devnet.loadState(file);
    expect(devnet.height).toBe(BigInt(last) + 5n);
    const logs = await ask(devnet, 'eth_getLogs', { fromBlock: '0x0' });
    expect(logs).toHaveLength(2);
    await devnet.mine({ blocks: 2 });
    await ask(devnet, 'hardhat_reset');
    expect(devnet.height).toBe(BigInt(last) + 5n);
    expect(await balance(devnet, OWN)).toBe('0x11');
    expect(await ask(devnet, 'eth_getLogs', { fromBlock: '0x0' })).toEqual(logs);
  });

  it("is put there by loadState of viem's test client", async () => {
    const devnet = await running();
    const transport = custom({ request: (request) => devnet.provider.request(request) });
    const client = createTestClient({ mode: 'anvil', transport });
    const otherTransport = custom({ request: (request) => origin.provider.request(request) });
    await client.loadState({ state: await createTestClient({ mode: 'anvil', transport: otherTransport }).dumpState() });
    expect(await ask(devnet, 'eth_getBlockByNumber', at(last), true)).toEqual(
      await ask(origin, 'eth_getBlockByNumber', at(last), true),
    );
  });
});

describe('the blocks of a state file', () => {
  it('are not taken when the file or an account is refused, and nothing changes', async () => {
    const devnet = await running();
    const before = await dumped(devnet);
    const { [ALICE]: account } = state.accounts;
    const [first, ...others] = state.blocks;
    const { parentHash: _, ...header } = first?.header ?? {};
    for (const [file, text] of [
      [{ ...state, accounts: { ...state.accounts, [MODULE]: account } }, /is the account of a module/],
      [{ ...state, blocks: [{ ...first, header }, ...others] }, /blocks\[0\]\.header\.parentHash is missing/],
    ] as const)
      await expect(load(devnet, file)).rejects.toThrow(text);
    expect(await dumped(devnet)).toEqual(before);
    await devnet.mine();
    expect(devnet.height).toBe(14n);
  });

  it('are left out with a home folder, a record and other chains, which take only the accounts', async () => {
    for (const options of [
      { home: join(temporaryFolder(), 'home') },
      { record: join(temporaryFolder(), 'record') },
      { chains: [{ id: 'second_9-1' }] },
    ]) {
      const devnet = await running(options);
      const { height } = devnet;
      await load(devnet, state);
      expect(await balance(devnet, CAROL)).toBe('0x33');
      expect(devnet.height).toBe(height);
    }
  });

  it('are left out by a fork, which takes the accounts alone', async () => {
    const remote = await running();
    const fork = await aDevnet({ fork: { url: remote.urls.evmHttp as string, noStorageCaching: true } });
    const { height } = fork;
    await load(fork, state);
    expect([fork.height, await balance(fork, CAROL)]).toEqual([height, '0x33']);
    await ask(fork, 'anvil_reset');
    await load(fork, state);
    expect(fork.height).toBe(BigInt(last) + 1n);
  });

  it('follow another load, and are refused after a reset to a fork', async () => {
    const remote = await running();
    const devnet = await running();
    const carol = (wei: string) => ({
      ...state,
      accounts: { [CAROL]: { nonce: 0, balance: wei, code: '0x', storage: {} } },
    });
    await Promise.all([load(devnet, carol('0x55')), load(devnet, carol('0x44'))]);
    expect(devnet.height).toBe(BigInt(last) + 1n);
    expect(['0x44', '0x55']).toContain(await balance(devnet, CAROL));
    const forking = { jsonRpcUrl: remote.urls.evmHttp, blockNumber: 5 };
    const loads = await Promise.allSettled([ask(devnet, 'hardhat_reset', { forking }), load(devnet, carol('0x66'))]);
    const refused = { message: expect.stringMatching(/^a reset has made the chain a fork since/) };
    expect(loads).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected', reason: refused }]);
    expect(devnet.fork?.blockNumber).toBe(5n);
  });
});
