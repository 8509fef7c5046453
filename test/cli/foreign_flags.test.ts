/** Runs the built command with flags of Anvil and of Hardhat's node, and checks the effect with a client. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { toHex } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { type Facts, FREE_PORTS, halley, Running, temporaryFolder } from './run.js';

const WORDS = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const CREATE2_DEPLOYER = '0x4e59b44847b379578588920cA78FbF26c0B4956C';
const STRANGER = '0x00000000000000000000000000000000000a11ce';
const GENESIS_TIME = 1_700_000_000;

/** The EVM JSON-RPC has the port of `--port`; the other servers have free ports. */
const OTHER_PORTS = FREE_PORTS.slice(2);
const onPort = (...args: readonly string[]) => new Running(['--json', '-q', '--port', '0', ...OTHER_PORTS, ...args]);

type Answer = { readonly result?: unknown; readonly error?: { readonly message: string } };

async function post(facts: Facts, method: string, params: readonly unknown[], origin?: string): Promise<Response> {
  return await fetch(facts.urls.evmHttp ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(origin !== undefined && { origin }) },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
}

async function ask(facts: Facts, method: string, ...params: readonly unknown[]): Promise<unknown> {
  const { result, error } = (await (await post(facts, method, params)).json()) as Answer;
  if (error !== undefined) throw new Error(error.message);
  return result;
}

const allowedOrigin = async (facts: Facts, origin: string): Promise<string | null> =>
  (await post(facts, 'eth_chainId', [], origin)).headers.get('access-control-allow-origin');

const blockOf = async (facts: Facts, block: string) =>
  (await ask(facts, 'eth_getBlockByNumber', block, false)) as Readonly<Record<string, string>> & {
    readonly transactions: readonly string[];
  };

describe('halley without a subcommand', () => {
  it('starts a chain with the accounts, the time and the number of Anvil’s flags', async () => {
    const path = "m/44'/60'/1'/0/";
    const file = join(temporaryFolder(), 'config.json');
    const devnet = onPort(
      ...['-m', WORDS, '-a', '2', '--balance', '5', '--derivation-path', path, '--config-out', file],
      ...['--timestamp', `${GENESIS_TIME}`, '--number', '100', '--slots-in-an-epoch', '2'],
    );
    const facts = await devnet.facts();
    const keys = [0, 1].map((index) => mnemonicToAccount(WORDS, { path: `m/44'/60'/1'/0/${index}` }));
    expect(facts.accounts.map(({ address }) => address)).toEqual(keys.map(({ address }) => address));
    expect(facts.accounts.map(({ balance }) => balance)).toEqual(['5000000000000000000', '5000000000000000000']);
    expect(facts.urls.evmWs).toBe(facts.urls.evmHttp?.replace('http', 'ws'));

    expect(await ask(facts, 'eth_blockNumber')).toBe(toHex(101));
    expect((await blockOf(facts, toHex(100)))['timestamp']).toBe(toHex(GENESIS_TIME));
    const newest = await blockOf(facts, 'latest');
    const gasPrice = BigInt((await ask(facts, 'eth_gasPrice')) as string);
    const first = Number(newest['timestamp']);
    expect(first).toBeGreaterThanOrEqual(GENESIS_TIME);
    expect(first).toBeLessThan(GENESIS_TIME + 3600);

    await ask(facts, 'anvil_mine', toHex(10));
    expect((await blockOf(facts, 'safe'))['number']).toBe(toHex(109));
    expect((await blockOf(facts, 'finalized'))['number']).toBe(toHex(107));
    await ask(facts, 'anvil_rollback', toHex(9));
    expect((await blockOf(facts, 'finalized'))['number']).toBe(toHex(100));

    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      available_accounts: facts.accounts.map(({ address }) => address.toLowerCase()),
      private_keys: facts.accounts.map(({ privateKey }) => privateKey),
      wallet: { derivation_path: path, mnemonic: WORDS },
      base_fee: `${BigInt(newest['baseFeePerGas'] ?? 0)}`,
      gas_price: `${gasPrice}`,
      gas_limit: '60000000',
      genesis_timestamp: `${GENESIS_TIME}`,
    });
    expect((await devnet.signal('SIGINT')).code).toBe(0);
  });

  it('applies the rules and prices of Anvil’s flags', async () => {
    const devnet = onPort(
      ...['--auto-impersonate', '--no-create2', '--tx-gas-limit', '--gas-price', '5000000000', '--tracing'],
      ...['--no-cors', '--no-request-size-limit', '--no-priority-fee', '--block-base-fee-per-gas', '7', '--order=fees'],
    );
    const facts = await devnet.facts();
    const [owner] = facts.accounts.map(({ address }) => address);
    await ask(facts, 'eth_sendTransaction', { from: owner, to: STRANGER, value: toHex(10n ** 18n) });
    const hash = await ask(facts, 'eth_sendTransaction', { from: STRANGER, to: owner, value: '0x1' });
    expect(await ask(facts, 'eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1', from: STRANGER });
    const tooMuch = ask(facts, 'eth_sendTransaction', { from: owner, to: owner, gas: toHex(16_777_217) });
    await expect(tooMuch).rejects.toThrow('16777216');
    expect(await ask(facts, 'eth_getCode', CREATE2_DEPLOYER, 'latest')).toBe('0x');
    expect(await ask(facts, 'eth_gasPrice')).toBe(toHex(5_000_000_000));
    expect((await blockOf(facts, '0x1'))['baseFeePerGas']).toBe('0x7');
    expect(await ask(facts, 'debug_traceTransaction', hash, {})).toMatchObject({ failed: false });
    expect(await allowedOrigin(facts, 'https://a.example')).toBeNull();
    // The request is longer than the default limit of 5 MiB.
    expect(await ask(facts, 'web3_sha3', `0x${'00'.repeat(3_000_000)}`)).toMatch(/^0x/);
    await ask(facts, 'hardhat_reset');
    await ask(facts, 'anvil_setBalance', STRANGER, toHex(10n ** 18n));
    expect(await ask(facts, 'eth_sendTransaction', { from: STRANGER, to: owner })).toMatch(/^0x/);
    await devnet.signal('SIGINT');
  });

  it('makes blocks without a gas limit and of few transactions, and allows one page of another origin', async () => {
    const devnet = onPort(
      ...['--disable-block-gas-limit', '--no-mine', '--max-transactions', '2', '--allow-origin', 'https://a.example'],
    );
    const facts = await devnet.facts();
    const [from] = facts.accounts.map(({ address }) => address);
    const gas = toHex(100_000_000);
    for (let nonce = 0; nonce < 3; nonce++)
      await ask(facts, 'eth_sendTransaction', { from, to: from, gas, nonce: toHex(nonce) });
    await ask(facts, 'evm_mine');
    expect(await blockOf(facts, 'latest')).toMatchObject({ gasLimit: '0xffffffff' });
    expect((await blockOf(facts, 'latest')).transactions.length).toBe(2);
    await ask(facts, 'evm_mine');
    expect((await blockOf(facts, 'latest')).transactions.length).toBe(1);
    expect(await allowedOrigin(facts, 'https://a.example')).toBe('https://a.example');
    expect(await allowedOrigin(facts, 'https://b.example')).toBeNull();
    await devnet.signal('SIGINT');
  });

  it('listens on every host of --host', async () => {
    const devnet = onPort('--host', '127.0.0.1,127.0.0.2');
    const facts = await devnet.facts();
    expect(facts.urls.evmHttpAll.map((url) => new URL(url).hostname)).toEqual(['127.0.0.1', '127.0.0.2']);
    for (const evmHttp of facts.urls.evmHttpAll)
      expect(await ask({ ...facts, urls: { ...facts.urls, evmHttp } }, 'eth_chainId')).toBe('0x7a69');
    await devnet.signal('SIGINT');
  });

  it('runs twice at once on different ports', async () => {
    const devnets = [0, 1].map(() => new Running(['--json', '-q', '--port', '0']));
    const [first, second] = await Promise.all(devnets.map((devnet) => devnet.facts()));
    expect(first?.urls.cometRpc).not.toBe(second?.urls.cometRpc);
    expect(first?.urls.assets).not.toBe(second?.urls.assets);
    await Promise.all(devnets.map((devnet) => devnet.signal('SIGINT')));
  });

  it('prints the words of a random mnemonic, and colours on request', async () => {
    const devnet = new Running([...FREE_PORTS, '--mnemonic-random', '24', '--color', 'always']);
    const inBanner = (name: string) => devnet.said(new RegExp(`^${BOLD}${name} +${NOT_BOLD} (.*)$`, 'm'));
    const words = await inBanner('Mnemonic');
    const url = await inBanner('EVM JSON-RPC');
    expect(words.split(' ').length).toBe(24);
    await fetch(url, { method: 'POST', body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}', headers: JSON_TYPE });
    // Bold is on before the name of a method.
    await devnet.said(new RegExp(`(${BOLD}eth_chainId)`));
    const { stdout } = await devnet.signal('SIGINT');
    expect(stdout).toContain(mnemonicToAccount(words).address);
    const other = onPort('--mnemonic-random');
    const facts = (await other.facts()) as Facts & { readonly mnemonic: string };
    expect(facts.mnemonic.split(' ').length).toBe(12);
    expect(facts.accounts[0]?.address).toBe(mnemonicToAccount(facts.mnemonic).address);
    await other.signal('SIGINT');
  });

  it('stores the time of --timestamp in its home folder', async () => {
    const home = temporaryFolder();
    const started = async (...args: string[]): Promise<number> => {
      const devnet = onPort(`--home=${home}`, ...args);
      const facts = await devnet.facts();
      await ask(facts, 'evm_mine');
      const time = Number((await blockOf(facts, 'latest'))['timestamp']);
      expect(Number((await blockOf(facts, '0x0'))['timestamp'])).toBe(GENESIS_TIME);
      await devnet.signal('SIGINT');
      return time;
    };
    expect(await started('--timestamp', `${GENESIS_TIME}`)).toBeLessThan(GENESIS_TIME + 3600);
    expect(await started()).toBeLessThan(GENESIS_TIME + 3600);
    const { code, stderr } = await halley(`--home=${home}`, '--timestamp=5');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('--timestamp applies only to a new chain, but'),
    });
  });
});

const BOLD = '\\u001b\\[1m';
const NOT_BOLD = '\\u001b\\[22m';
const JSON_TYPE = { 'content-type': 'application/json' };

describe('an unsupported flag', () => {
  it('is recognized by its short name too', async () => {
    const { code, stderr } = await halley('-vvv');
    expect(code).toBe(1);
    expect(stderr).toContain('--verbosity is a flag of Anvil and Hardhat');
  });

  it('is not in the help, which names the page that lists it', async () => {
    const { stdout } = await halley('start', '--help');
    expect(stdout).not.toContain('--verbosity');
    expect(stdout).toContain('-p, --port <port>');
    expect(stdout).toContain('docs/reference/configuration.md');
    expect((await halley('--prot', '1')).stderr).toBe("halley: unknown option '--prot' (Did you mean --port?)\n");
  });
});
