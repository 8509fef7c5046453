/**
 * Tests networks of `halley testnet` with the real CometBFT: the engines load the files of the homes, and four engines
 * with four applications make blocks that clients use, through kills and a restart.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPublicClient, createWalletClient, http, parseEther } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { DEVELOPMENT_ACCOUNTS } from '../../src/config/development_accounts.js';
import { evmCall, FREE_PORTS, halley, Running, temporaryFolder } from '../cli/run.js';
import { freePortsInARow } from '../support/ports.js';
import { cometbft, cometbftIsAbsent, run, until } from './peers/cometbft.js';

/** Allows for four engines and four applications that start and wait for each other. */
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const COUNT = 4;
/** Timeouts that suffice for block times of a quarter second on a busy machine. */
const TIMEOUTS = ['--consensus.timeout_commit=200ms', '--consensus.timeout_propose=2s'];
const WAIT_MS = 240_000;
const TARGET = '0x000000000000000000000000000000000000d0d0';

interface Network {
  readonly folder: string;
  readonly first: number;
  home(index: number): string;
  /** Returns a URL of a node: 1 is its CometBFT RPC, 5 its EVM JSON-RPC. */
  url(index: number, port: number): string;
}

async function aNetwork(...flags: readonly string[]): Promise<Network> {
  const folder = join(temporaryFolder(), 'net');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const first = await freePortsInARow(10 * COUNT);
  const made = await halley('testnet', 'init', '--out', folder, `--starting-port=${first}`, ...TIMEOUTS, ...flags);
  expect(made).toMatchObject({ code: 0, stderr: '' });
  return {
    folder,
    first,
    home: (index) => join(folder, `node${index}`),
    url: (index, port) => `http://127.0.0.1:${first + 10 * index + port}`,
  };
}

/** Answer of the route `blockchain`. */
interface Chain {
  readonly block_metas: readonly { readonly header: { readonly proposer_address: string } }[];
}

/** Answer of the route `status`. */
interface Status {
  readonly sync_info: { readonly earliest_block_height: string };
}

const heightOf = async (url: string): Promise<number> => Number(await evmCall(url, 'eth_blockNumber'));

/** Returns the command lines of the programs that run with one of the network's homes. */
function programsOf({ folder }: Network): readonly { readonly pid: number; readonly line: string }[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  return lines
    .filter((line) => line.includes(`--home ${folder}/`))
    .map((line) => ({ pid: Number.parseInt(line, 10), line }));
}

function kill(network: Network, program: 'app' | 'start', index: number): void {
  const found = programsOf(network).find(({ line }) => line.includes(` ${program} --home ${network.home(index)}`));
  process.kill(found?.pid ?? Number.NaN, 'SIGKILL');
}

/** Starts the network, and ends it with the test, whatever happens. */
async function started(network: Network, ...flags: readonly string[]): Promise<Running> {
  const running = new Running(['testnet', 'start', network.folder, ...flags]);
  onTestFinished(async () => void (await running.signal('SIGINT')));
  await running.said(/^(height \d+) /m);
  return running;
}

/** Waits for the first line of JSON of a type. */
async function jsonOf(running: Running, type: string): Promise<Record<string, unknown>> {
  return JSON.parse(await running.said(new RegExp(`^(\\{"type":"${type}".*)\\n`, 'm')));
}

describe.skipIf(cometbftIsAbsent)('a network on one machine', () => {
  it('has homes that CometBFT loads: four engines make blocks together', async () => {
    const network = await aNetwork();
    for (let index = 0; index < COUNT; index++) {
      const home = network.home(index);
      const key = JSON.parse(readFileSync(join(home, 'config/priv_validator_key.json'), 'utf8'));
      expect(JSON.parse(cometbft('show-validator', '--home', home))).toEqual(key.pub_key);
      const id = cometbft('show-node-id', '--home', home).trim();
      const other = readFileSync(join(network.home((index + 1) % COUNT), 'config/config.toml'), 'utf8');
      expect(other).toContain(`${id}@127.0.0.1:${network.first + 10 * index}`);
    }
    const engines = await Promise.all(
      Array.from({ length: COUNT }, (_, index) =>
        run(['start', '--home', network.home(index), '--proxy_app=kvstore'], network.url(index, 1)),
      ),
    );
    onTestFinished(async () => void (await Promise.all(engines.map((engine) => engine.stop()))));
    await until(
      'each validator has proposed a block',
      async () => {
        const { result } = (await (await fetch(`${network.url(0, 1)}/blockchain`)).json()) as { result?: Chain };
        return new Set(result?.block_metas.map(({ header }) => header.proposer_address)).size === COUNT;
      },
      WAIT_MS,
    );
    expect(await (await fetch(`${network.url(2, 4)}/metrics`)).text()).toContain('cometbft_consensus_height');
  });

  it('shows the nodes without one that hangs, names it, and says when it answers', async () => {
    const network = await aNetwork();
    const [program, sign] = [join(network.folder, 'slow-cometbft'), join(network.folder, 'go')];
    // A named pipe holds its reader until somebody writes to it.
    execFileSync('mkfifo', [sign]);
    const waits = `case "$*" in *node2*) read -r _ < "${sign}";; esac`;
    writeFileSync(program, `#!/bin/sh\n${waits}\nexec cometbft "$@"\n`, { mode: 0o755 });
    const running = await started(network, `--cometbft=${program}`);
    expect(await running.said(/^(No answer yet .*)$/m)).toMatch(/\bnode2: its logs may say why$/);
    expect(await running.said(/^(Validators {5}.*)$/m)).toBe('Validators     4 of 4 run here');
    writeFileSync(sign, 'go\n');
    await running.said(/^(node2 answers now)$/m);
    const { stderr, code } = await running.signal('SIGINT');
    expect(code).toBe(0);
    expect(stderr).toMatch(/^halley: still waiting for .*\bnode2: their logs may say why\n$/);
    expect(programsOf(network)).toEqual([]);
  });

  it('serves clients on every node, ends without a process left, and continues after a restart', async () => {
    const network = await aNetwork();
    const first = await started(network);
    expect(await first.said(/^(Validators {5}.*)$/m)).toBe('Validators     4 of 4 run here');
    const account = privateKeyToAccount(DEVELOPMENT_ACCOUNTS[0]?.privateKey as `0x${string}`);
    const transport = http(network.url(1, 5));
    const client = createPublicClient({ transport, pollingInterval: 100 });
    const wallet = createWalletClient({ account, transport });
    const hash = await wallet.sendTransaction({ chain: null, to: TARGET, value: parseEther('1') });
    const receipt = await client.waitForTransactionReceipt({ hash, timeout: WAIT_MS });
    expect(receipt.status).toBe('success');
    await until(
      'every node has the balance',
      async () => {
        const urls = Array.from({ length: COUNT }, (_, index) => network.url(index, 5));
        const balances = await Promise.all(urls.map((url) => evmCall(url, 'eth_getBalance', [TARGET, 'latest'])));
        return balances.every((balance) => balance === '0xde0b6b3a7640000');
      },
      WAIT_MS,
    );
    expect(await first.said(new RegExp(`^(height ${receipt.blockNumber}  \\S+  node\\d  1 tx)`, 'm'))).toContain('tx');

    const again = await halley('testnet', 'start', network.folder);
    expect(again.code).toBe(1);
    expect(again.stderr).toMatch(/^halley: the home folder ".*" is in use by process \d+/);
    expect((await halley('testnet', 'init', '--out', network.folder, '--force')).stderr).toContain(
      'is in use by process',
    );

    const height = await heightOf(network.url(0, 5));
    expect(await first.signal('SIGINT')).toMatchObject({ code: 0, stderr: '' });
    expect(programsOf(network)).toEqual([]);
    for (const part of ['app', 'engine'])
      expect(readFileSync(join(network.home(3), 'logs', `${part}.log`), 'utf8')).not.toBe('');

    const second = await started(network);
    await until('blocks go on', async () => (await heightOf(network.url(3, 5))) > height + 2, WAIT_MS);
    expect(await evmCall(network.url(3, 5), 'eth_getBalance', [TARGET, 'latest'])).toBe('0xde0b6b3a7640000');
    expect((await second.signal('SIGTERM')).code).toBe(0);
    expect(programsOf(network)).toEqual([]);
  });

  it('goes on when a program ends, says which one, and says when the chain halts', async () => {
    const network = await aNetwork();
    const running = await started(network);
    kill(network, 'start', 0);
    await until(
      'the engine has ended',
      () => !programsOf(network).some(({ line }) => line.includes(` start --home ${network.home(0)}`)),
      WAIT_MS,
    );
    const height = await heightOf(network.url(1, 5));
    await until('blocks go on', async () => (await heightOf(network.url(1, 5))) > height + 2, WAIT_MS);
    await running.said(new RegExp(`^(height ${height + 3}) `, 'm'));
    kill(network, 'app', 2);
    await until('nothing of two nodes runs', () => programsOf(network).length === 2 * (COUNT - 2), WAIT_MS);
    await until('it says that the chain halts', () => running.stderr.includes('the chain halts'), WAIT_MS);
    const { code, stderr } = await running.signal('SIGINT');
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^halley: the engine of node0 ended unexpectedly \(signal SIGKILL\); the last line of \S+engine\.log: \S/m,
    );
    expect(stderr).toMatch(
      /^halley: the application of node2 ended unexpectedly \(signal SIGKILL\); the last line of /m,
    );
    expect(stderr).toContain(
      `halley: node2 is down; start it again in another terminal: npx halley-devnet testnet start ${network.folder} --nodes node2\n`,
    );
    expect(stderr).toContain(
      'halley: the chain halts: the other validators have 20 of 40 voting power, and a block needs more than two thirds\n',
    );
    expect(programsOf(network)).toEqual([]);
  });

  it('starts a node again in another terminal, which the first one notices, with a JSON object a line', async () => {
    const network = await aNetwork();
    const first = new Running(['testnet', 'start', network.folder, '--json']);
    onTestFinished(async () => void (await first.signal('SIGINT')));
    const { nodes, validators } = await jsonOf(first, 'ready');
    expect([validators, nodes]).toEqual([COUNT, expect.arrayContaining([expect.objectContaining({ name: 'node2' })])]);
    expect(await jsonOf(first, 'block')).toMatchObject({
      height: expect.any(Number),
      proposer: expect.stringMatching(/^node\d$/),
    });
    expect((await halley('testnet', 'start', network.folder, '--nodes=2')).stderr).toMatch(
      /^halley: the home folder ".*node2" is in use by process \d+/,
    );
    kill(network, 'app', 2);
    expect(await jsonOf(first, 'ended')).toMatchObject({ node: 'node2', program: 'application', signal: 'SIGKILL' });
    const { command } = await jsonOf(first, 'down');
    expect(command).toBe(`npx halley-devnet testnet start ${network.folder} --nodes node2`);
    const second = await started(network, '--nodes=node2');
    expect(await jsonOf(first, 'returned')).toEqual({ type: 'returned', node: 'node2' });
    const height = await heightOf(network.url(0, 5));
    await until('node2 follows', async () => (await heightOf(network.url(2, 5))) > height, WAIT_MS);
    expect((await second.signal('SIGINT')).code).toBe(0);
    expect(await jsonOf(first, 'left')).toEqual({ type: 'left', node: 'node2' });
    expect(programsOf(network)).toHaveLength(2 * (COUNT - 1));
    const { code, stdout, stderr } = await first.signal('SIGINT');
    expect([code, stderr]).toEqual([0, '']);
    for (const line of stdout.trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('type');
    expect(programsOf(network)).toEqual([]);
  });

  it('says that the chain halts when a node that is down gets too much power', async () => {
    const network = await aNetwork();
    const running = new Running(['testnet', 'start', network.folder, '--json']);
    onTestFinished(async () => void (await running.signal('SIGINT')));
    const { nodes } = (await jsonOf(running, 'ready')) as { readonly nodes: readonly { readonly validator: string }[] };
    kill(network, 'start', 3);
    await jsonOf(running, 'down');
    await evmCall(network.url(0, 5), 'halley_setValidatorPower', [`0x${nodes[3]?.validator}`, 30]);
    // Without the node the other three have 30 of 40, which is enough.
    expect(await jsonOf(running, 'stalled')).toEqual({ type: 'stalled', running: '30', total: '60' });
  });

  it('runs some of its nodes, while the others run elsewhere', async () => {
    const network = await aNetwork();
    const copy = join(temporaryFolder(), 'copy');
    onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
    spawnSync('cp', ['-r', network.folder, copy]);
    const elsewhere = new Running(['testnet', 'start', copy, '--nodes=node3']);
    onTestFinished(async () => void (await elsewhere.signal('SIGINT')));
    expect(await (await started(network, '--nodes=0,2')).said(/^(Validators {5}.*)$/m)).toBe(
      'Validators     2 of 4 run here',
    );
    expect(readdirSync(network.home(3))).not.toContain('logs');
    expect(await heightOf(network.url(3, 5))).toBeGreaterThan(0);
  });

  it('continues a devnet from its exported document, with other validators', async () => {
    const home = join(temporaryFolder(), 'devnet');
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    const devnet = new Running(['--home', home, '--json', '--validators=6', ...FREE_PORTS]);
    const { urls, accounts } = await devnet.facts();
    const value = '0xde0b6b3a7640000';
    for (let i = 0; i < 3; i++)
      await evmCall(urls.evmHttp, 'eth_sendTransaction', [{ from: accounts[i]?.address, to: TARGET, value }]);
    const height = await heightOf(urls.evmHttp as string);
    await devnet.signal('SIGINT');
    const document = join(home, 'exported.json');
    writeFileSync(document, (await halley('export', '--home', home)).stdout);

    const network = await aNetwork('--genesis', document);
    const running = await started(network);
    await until('blocks go on', async () => (await heightOf(network.url(0, 5))) > height + 3, WAIT_MS);
    expect(Number(await running.said(/^height (\d+) /m))).toBeGreaterThan(height);
    const { result } = (await (await fetch(`${network.url(0, 1)}/status`)).json()) as { readonly result: Status };
    expect(result.sync_info.earliest_block_height).toBe(`${height + 1}`);
    for (const index of [0, 3]) {
      const balance = (await evmCall(network.url(index, 5), 'eth_getBalance', [TARGET, 'latest'])) as string;
      expect(BigInt(balance)).toBe(3n * 10n ** 18n);
    }
    expect(await running.signal('SIGINT')).toMatchObject({ code: 0, stderr: '' });
  });
});
