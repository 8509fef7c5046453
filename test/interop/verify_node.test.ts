/**
 * Verifies the chains of real CometBFT nodes by `halley verify --node`, and moves a chain both ways: from a devnet to a
 * network of engines, and back to a devnet.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createWalletClient, encodeDeployData, getContractAddress, http, parseEther, publicActions } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { DEVELOPMENT_ACCOUNTS } from '../../src/config/development_accounts.js';
import { developmentGenesis } from '../../src/config/development_genesis.js';
import { verifyNode } from '../../src/devnet/index.js';
import { evmCall, FREE_PORTS, halley, Running, temporaryFolder } from '../cli/run.js';
import { type Alter, type AlteringProxy, alteringProxy, type Json } from '../support/altering_proxy.js';
import { COUNTER_CREATION } from '../support/counter.js';
import { freePortsInARow } from '../support/ports.js';
import { cometbftIsAbsent, startNetwork, until } from './peers/cometbft.js';

/** Allows for networks that are verified and continued. */
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const COUNT = 2;
const WAIT_MS = 240_000;
const TARGET = '0x000000000000000000000000000000000000d0d0';
const GIFTED = '0x000000000000000000000000000000000000d0d1';
const ETHER = '0xde0b6b3a7640000';
const account = privateKeyToAccount(DEVELOPMENT_ACCOUNTS[0]?.privateKey as `0x${string}`);
const counter = getContractAddress({ from: account.address, nonce: 0n });

const heightOf = async (url: string): Promise<number> => Number(await evmCall(url, 'eth_blockNumber'));

describe.skipIf(cometbftIsAbsent)('a network that continues a devnet', () => {
  const root = temporaryFolder();
  const folder = join(root, 'net');
  let network: Running;
  let first: number;
  let devnetHeight: number;

  const evmUrl = (index: number): string => `http://127.0.0.1:${first + 10 * index + 5}`;
  const cometUrl = (index: number): string => `http://127.0.0.1:${first + 10 * index + 1}`;
  const walletAt = (url: string) =>
    createWalletClient({ account, transport: http(url), pollingInterval: 100 }).extend(publicActions);

  /** Sends a transaction and waits for its receipt. */
  async function send(url: string, tx: Json): Promise<'success' | 'reverted'> {
    const wallet = walletAt(url);
    const hash = await wallet.sendTransaction({ chain: null, gas: 500_000n, ...tx });
    return (await wallet.waitForTransactionReceipt({ hash, timeout: WAIT_MS })).status;
  }

  beforeAll(async () => {
    const home = join(root, 'devnet');
    const devnet = new Running(['--home', home, '--json', '--validators=5', ...FREE_PORTS]);
    const { urls } = await devnet.facts();
    const url = urls.evmHttp as string;
    await send(url, { data: encodeDeployData({ abi: [], bytecode: COUNTER_CREATION }) });
    await send(url, { to: counter });
    await send(url, { to: TARGET, value: parseEther('1') });
    devnetHeight = await heightOf(url);
    await devnet.signal('SIGINT');
    const document = join(root, 'exported.json');
    writeFileSync(document, (await halley('export', '--home', home)).stdout);

    first = await freePortsInARow(10 * COUNT);
    const timeouts = ['--consensus.timeout_commit=200ms', '--consensus.timeout_propose=2s'];
    const flags = [`--validators=${COUNT}`, `--starting-port=${first}`, '--genesis', document, ...timeouts];
    expect(await halley('testnet', 'init', '--out', folder, ...flags)).toMatchObject({ code: 0, stderr: '' });
    network = new Running(['testnet', 'start', folder]);
    await network.said(/^(height \d+) /m);
  }, WAIT_MS);

  afterAll(async () => {
    await network.signal('SIGINT');
    rmSync(root, { recursive: true, force: true });
  });

  it('begins at the next height, with its balances, its contracts and its own validators', async () => {
    const { result: status } = (await (await fetch(`${cometUrl(0)}/status`)).json()) as Json;
    expect(status.sync_info.earliest_block_height).toBe(`${devnetHeight + 1}`);
    const { result } = (await (await fetch(`${cometUrl(0)}/validators`)).json()) as Json;
    expect(result.validators).toHaveLength(COUNT);
    expect(await evmCall(evmUrl(0), 'eth_getBalance', [TARGET, 'latest'])).toBe(ETHER);
    expect(await evmCall(evmUrl(1), 'eth_getStorageAt', [counter, '0x0', 'latest'])).toBe(`0x${'1'.padStart(64, '0')}`);
  });

  it('is verified with transactions, dev transactions, a revert and a changed validator', async () => {
    expect(await send(evmUrl(1), { to: counter })).toBe('success');
    expect(await send(evmUrl(0), { to: TARGET, value: parseEther('1') })).toBe('success');
    expect(await send(evmUrl(1), { data: '0xfd' })).toBe('reverted');
    expect(await evmCall(evmUrl(0), 'hardhat_setBalance', [GIFTED, '0x77'])).toBe(true);
    const { result } = (await (await fetch(`${cometUrl(0)}/validators`)).json()) as Json;
    const [{ address, voting_power: power }] = result.validators;
    await evmCall(evmUrl(0), 'halley_setValidatorPower', [`0x${address.toLowerCase()}`, Number(power) + 15]);
    const changed = await heightOf(evmUrl(0));
    await until('the change applies', async () => (await heightOf(evmUrl(1))) > changed + 3, WAIT_MS);

    const heights: bigint[] = [];
    const report = await verifyNode(cometUrl(1), { reference: true, onHeight: (height) => heights.push(height) });
    expect(report).toMatchObject({ chainId: 'halley_31337-1', problems: [], txs: 5, reference: { differing: 0 } });
    expect(report.reference?.agreed).toBe(3);
    expect(heights[0]).toBe(BigInt(devnetHeight + 1));
    const { code, stdout, stderr } = await halley('verify', '--node', cometUrl(0), '--to', `${changed}`);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toBe(
      `verified ${changed - devnetHeight} blocks of halley_31337-1: 5 transactions, height ${changed}\n`,
    );
  });

  it('is watched with the names of its validators', async () => {
    const { code, stdout } = await halley('watch', cometUrl(1), '--once');
    expect(code).toBe(0);
    expect([...stdout.matchAll(/^[> ] (node\d) +\d+\.\d % /gm)].map(([, name]) => name).sort()).toEqual([
      'node0',
      'node1',
    ]);
  });

  describe('behind a proxy that alters an answer', () => {
    let proxy: AlteringProxy;
    beforeAll(async () => {
      proxy = await alteringProxy(cometUrl(0));
    });
    afterAll(() => proxy.close());

    const differenceWith = async (alter: Alter): Promise<string> => {
      proxy.alter = alter;
      const { code, stdout, stderr } = await halley('verify', '--node', proxy.url);
      expect([code, stdout]).toEqual([1, '']);
      return stderr;
    };
    it('differs at the height of an app hash', async () => {
      const height = devnetHeight + 3;
      expect(
        await differenceWith((method, params, result) => {
          if (method === 'block' && params.height === `${height}`) result.block.header.app_hash = '00'.repeat(32);
        }),
      ).toMatch(new RegExp(`^halley: height ${height}: app_hash of the header is 0{64}, expected [0-9A-F]{64}\n$`));
    });

    it('differs at the height of the first transaction whose result is altered', async () => {
      let height = 0;
      const stderr = await differenceWith((method, params, result) => {
        if (method !== 'block_results' || !result.txs_results?.length) return;
        const found = Number(params.height);
        if (height === 0 || found < height) height = found;
        result.txs_results[0].gas_used = '1';
      });
      expect(stderr).toMatch(
        new RegExp(`^halley: height ${height}: gas_used of transaction 0 \\([0-9A-F]{64}\\) is 1, expected [0-9]+\n$`),
      );
    });

    it('differs at the height of a validator update', async () => {
      const stderr = await differenceWith((method, _, result) => {
        if (method === 'block_results') result.validator_updates = null;
      });
      expect(stderr).toMatch(
        /^halley: height \d+: validator update 0 is missing, expected [0-9A-F]{40} with power \d+\n$/,
      );
    });
  });

  it('ends as a devnet, which continues with its balances and contracts', async () => {
    await network.signal('SIGINT');
    const home = join(folder, 'node1');
    const verified = await halley('verify', '--home', home);
    expect([verified.code, verified.stderr]).toEqual([0, '']);
    const exported = await halley('export', '--home', home);
    expect([exported.code, exported.stderr]).toEqual([0, '']);
    const genesis = JSON.parse(exported.stdout);
    expect(genesis.validators.map(({ name }: Json) => name).sort()).toEqual(['node0', 'node1']);
    const document = join(root, 'back.json');
    writeFileSync(document, exported.stdout);
    const refused = await halley('--genesis', document, ...FREE_PORTS);
    expect(refused.stderr).toMatch(/^halley: genesis: this node has no key for validator "node\d" .* --validators N /);

    const back = join(root, 'back');
    for (const flags of [['--genesis', document, '--validators=3'], []]) {
      const devnet = new Running(['--json', '--home', back, ...flags, ...FREE_PORTS]);
      onTestFinished(async () => void (await devnet.signal('SIGINT')));
      const { urls } = await devnet.facts();
      const url = urls.evmHttp as string;
      expect(await heightOf(url)).toBeGreaterThanOrEqual(Number(genesis.initial_height) - 1);
      expect(await evmCall(url, 'eth_getBalance', [GIFTED, 'latest'])).toBe('0x77');
      expect(await evmCall(url, 'eth_getBalance', [TARGET, 'latest'])).toBe('0x1bc16d674ec80000');
      expect(BigInt((await evmCall(url, 'eth_getStorageAt', [counter, '0x0', 'latest'])) as string)).toBeGreaterThan(
        1n,
      );
      expect(await evmCall(url, 'hardhat_setBalance', [TARGET, '0x1bc16d674ec80000'])).toBe(true);
      expect(await send(url, { to: counter })).toBe('success');
      const { result } = (await (await fetch(`${urls.cometRpc}/validators`)).json()) as Json;
      expect(result.validators).toHaveLength(3);
      expect((await devnet.signal('SIGINT')).code).toBe(0);
    }
    expect((await halley('verify', '--home', back)).code).toBe(0);
  });
});

describe.skipIf(cometbftIsAbsent)('a chain with another application', () => {
  const kvstore = async (appState?: unknown): Promise<string> => {
    const network = await startNetwork({
      chainId: 'halley_31337-1',
      powers: [10],
      ...(appState !== undefined && { appState }),
    });
    onTestFinished(() => network.close());
    const url = network.nodes[0]?.url as string;
    await until(
      'there is a block',
      async () => {
        const { result } = (await (await fetch(`${url}/status`)).json()) as Json;
        return result.sync_info.latest_block_height !== '0';
      },
      WAIT_MS,
    );
    return url;
  };

  it('is refused when its genesis document has no state of this application', async () => {
    const { code, stderr } = await halley('verify', '--node', await kvstore());
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^halley: the chain of http:\/\/127.0.0.1:\d+ is not one of this application: app_state is missing: expected an object with the modules .*\n$/,
    );
  });

  it('differs at its first height when the genesis document has one', async () => {
    const { app_state: appState } = developmentGenesis({}) as Json;
    const { code, stderr } = await halley('verify', '--node', await kvstore(appState));
    expect(code).toBe(1);
    expect(stderr).toMatch(/^halley: height 1: app_hash of the header is \w+, expected [0-9A-F]{64}\n$/);
  });
});
