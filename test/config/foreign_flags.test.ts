/** Parses the flags of Anvil and of Hardhat's node as the command parses them. */
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { addSettingFlags, givenFlags } from '../../src/cli/flags.js';
import { BUILT_IN, FOREIGN_FLAGS } from '../../src/config/foreign_flags/table.js';
import { SETTINGS } from '../../src/config/names.js';
import { resolveConfig, type Sources } from '../../src/config/resolve.js';
import type { ResolvedConfig } from '../../src/config/schema.js';

/** Returns the configuration that the command uses for these arguments. */
function configOf(args: readonly string[], sources: Omit<Sources, 'flags'> = {}): ResolvedConfig {
  const command = new Command('start').exitOverride().configureOutput({ writeErr: () => undefined });
  addSettingFlags(command);
  command.parse(args, { from: 'user' });
  return resolveConfig({ ...sources, flags: givenFlags(command) });
}

const appToml = (jsonRpc: Readonly<Record<string, string>>): Omit<Sources, 'flags'> => ({
  files: { 'app.toml': { path: 'app.toml', table: { 'json-rpc': jsonRpc } } },
});

const WORDS = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const REMOTE = 'http://127.0.0.1:1/SECRET';
const TX_HASH = `0x${'ab'.repeat(32)}`;
const RPC_ADDRESS = '--json-rpc.address';

/** Each accepted flag with a value (none for a switch), and what it sets. */
const HONOURED: readonly (readonly [flag: string, value: string | undefined, sets: object])[] = [
  ['--accounts', '3', { devnet: { accounts: 3 } }],
  ['--coverage', 'lcov.info', { devnet: { coverage: 'lcov.info' } }],
  ['--balance', '5', { genesis: { balance: 5n * 10n ** 18n } }],
  ['--mnemonic', WORDS, { devnet: { mnemonic: WORDS } }],
  ['--mnemonic-random', undefined, { genesis: { mnemonicRandom: 12 } }],
  ['--derivation-path', "m/44'/1'/0'/", { devnet: { derivationPath: "m/44'/1'/0'/" } }],
  ['--block-time', '1.5', { devnet: { blockTime: 1500 } }],
  ['--no-mining', undefined, { devnet: { noMining: true } }],
  ['--order', 'fifo', { devnet: { order: 'fifo' } }],
  ['--max-transactions', '7', { devnet: { maxTransactions: 7 } }],
  ['--chain-id', '1', { genesis: { chainId: 'halley_1-1' } }],
  ['--number', '100', { genesis: { number: 100 } }],
  ['--hardfork', 'prague', { genesis: { hardfork: 'prague' } }],
  ['--code-size-limit', '40000', { genesis: { codeSizeLimit: 40_000 } }],
  ['--disable-code-size-limit', undefined, { genesis: { allowUnlimitedContractSize: true } }],
  ['--timestamp', '1700000000', { genesis: { timestamp: 1_700_000_000 } }],
  ['--slots-in-an-epoch', '32', { devnet: { slotsInAnEpoch: 32 } }],
  ['--base-fee', '7', { genesis: { baseFee: 7n } }],
  ['--gas-limit', '60000000', { genesis: { gasLimit: 60_000_000n } }],
  ['--disable-block-gas-limit', undefined, { genesis: { disableBlockGasLimit: true } }],
  ['--enable-tx-gas-limit', undefined, { genesis: { enableTxGasLimit: true } }],
  ['--auto-impersonate', undefined, { devnet: { autoImpersonate: true } }],
  ['--disable-default-create2-deployer', undefined, { genesis: { disableCreate2Deployer: true } }],
  ['--disable-console-log', undefined, { run: { disableConsoleLog: true } }],
  ['--config-out', 'out.json', { run: { configOut: 'out.json' } }],
  ['--color', 'never', { run: { color: 'never' } }],
  ['--json', undefined, { run: { json: true } }],
  ['--quiet', undefined, { run: { quiet: true } }],
  ['--silent', undefined, { run: { silent: true } }],
  ['--host', '0.0.0.0', { jsonRpc: { address: '0.0.0.0:8545', wsAddress: '' }, run: { freePorts: false } }],
  ['--port', '9545', { jsonRpc: { address: '127.0.0.1:9545', wsAddress: '' }, run: { freePorts: true } }],
  ['--allow-origin', 'https://a.example', { jsonRpc: { corsAllowedOrigins: ['https://a.example'] } }],
  ['--no-cors', undefined, { jsonRpc: { corsAllowedOrigins: [] } }],
  ['--no-request-size-limit', undefined, { jsonRpc: { httpBodyLimit: 536_870_888 } }],
  ['--block-base-fee-per-gas', '7', { genesis: { baseFee: 7n } }],
  ['--gas-price', '20', { jsonRpc: { gasPrice: 20n } }],
  ['--disable-min-priority-fee', undefined, { evm: { minTip: 0n } }],
  ['--state', 's.json', { run: { state: 's.json' } }],
  ['--dump-state', 's.json', { run: { dumpState: 's.json' } }],
  ['--load-state', 's.json', { run: { loadState: 's.json' } }],
  ['--preserve-historical-states', undefined, { run: { preserveHistoricalStates: true } }],
  ['--init', 'g.json', { run: { genesis: 'g.json' } }],
  ['--steps-tracing', undefined, { jsonRpc: { api: ['eth', 'net', 'web3', 'debug'] } }],
  ['--fork-url', `${REMOTE}@5`, { fork: { url: `${REMOTE}@5` } }],
  ['--fork', REMOTE, { fork: { url: REMOTE } }],
  ['--fork-block-number', '-2', { fork: { blockNumber: -2n } }],
  ['--fork-transaction-hash', TX_HASH, { fork: { transactionHash: TX_HASH } }],
  ['--fork-header', 'x-key: a:b', { fork: { headers: { 'x-key': 'a:b' } } }],
  ['--fork-chain-id', '7', { fork: { chainId: 7 } }],
  ['--fork-retry-backoff', '20', { fork: { retryBackoffMs: 20 } }],
  ['--retries', '0', { fork: { retries: 0 } }],
  ['--timeout', '100', { fork: { timeoutMs: 100 } }],
  ['--compute-units-per-second', '50', { fork: { computeUnitsPerSecond: 50 } }],
  ['--no-rate-limit', undefined, { fork: { noRateLimit: true } }],
  ['--no-storage-caching', undefined, { fork: { noStorageCaching: true } }],
  ['--cache-path', 'folder', { fork: { cachePath: 'folder' } }],
];

/** Returns true for settings that need the URL of a fork. */
const isOfFork = (sets: object): boolean => 'fork' in sets && !('url' in Object(sets.fork));

describe('the table of flags', () => {
  const rows = FOREIGN_FLAGS.filter(({ flag }) => !BUILT_IN.includes(flag));
  const ours = SETTINGS.map(({ flag }) => flag);

  it('has each name once', () => {
    const names = FOREIGN_FLAGS.flatMap(({ flag, short, synonyms = [] }) => [
      flag,
      ...synonyms,
      ...(short === undefined ? [] : [short]),
    ]);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });

  it('marks a flag as the same when it is a setting, and only then', () => {
    const same = rows.filter(({ type }) => type === 'same').map(({ flag }) => flag);
    expect(same.filter((flag) => !ours.includes(flag))).toEqual([]);
    const others = rows.filter(({ type }) => type !== 'same').flatMap(({ flag, synonyms = [] }) => [flag, ...synonyms]);
    expect(others.filter((flag) => ours.includes(flag))).toEqual([]);
    for (const row of rows) if (row.type === 'alias' && row.replaces) expect(ours).toContain(row.replaces);
  });

  it('is covered by the tests below', () => {
    const honoured = rows.filter(({ type }) => type !== 'refused').map(({ flag }) => flag);
    expect([...HONOURED.map(([flag]) => flag), '--mixed-mining', '--state-interval'].sort()).toEqual(honoured.sort());
  });
});

describe('an accepted flag', () => {
  it.each(HONOURED)('%s sets its setting, under each of its names', (flag, value, sets) => {
    const row = FOREIGN_FLAGS.find((candidate) => candidate.flag === flag);
    const names = [flag, ...(row?.synonyms ?? []), ...(row?.short === undefined ? [] : [row.short])];
    const more = isOfFork(sets) ? ['--fork-url', REMOTE] : [];
    for (const name of names)
      expect(configOf([...more, ...(value === undefined ? [name] : [name, value])]), name).toMatchObject(sets);
    // Some switches set a default.
    if (flag !== '--disable-min-priority-fee') expect(configOf([])).not.toMatchObject(sets);
  });

  it('--mixed-mining adds blocks of transactions to those of an interval', () => {
    expect(configOf(['-b', '2', '--mixed-mining']).devnet).toMatchObject({ blockTime: 2000, mixedMining: true });
  });

  it('--state-interval sets the seconds between writes of a state file', () => {
    expect(configOf(['--dump-state', 's.json', '-s', '5']).run).toMatchObject({ stateIntervalMs: 5000 });
  });

  it('--fork-header may be given several times', () => {
    const headers = { 'x-a': '1', authorization: 'Bearer SECRET, x' };
    const args = Object.entries(headers).flatMap((entry) => ['--fork-header', entry.join(': ')]);
    expect(configOf(['-f', REMOTE, ...args]).fork.headers).toEqual(headers);
  });

  it.each<[readonly string[], string]>([
    [['--fork-url', 'ftp://SECRET'], '--fork-url is invalid: expected the URL of a JSON-RPC'],
    [['--fork', 'SECRET'], '--fork is invalid: expected the URL of a JSON-RPC'],
    [['-f', REMOTE, '--fork-header', 'SECRET'], '--fork-header is invalid: expected an HTTP header'],
    [['-f', REMOTE, '--fork-header', 'x: SECRET\u20ac'], '--fork-header is invalid: expected an HTTP header'],
    [['-f', REMOTE, '--fork-header', 'x: SECRET\u0001'], '--fork-header is invalid: expected an HTTP header'],
    [['--retries', '1'], '--retries applies only to a fork: also give --fork-url'],
    [['-f', REMOTE, '--fork-block-number', '1', '--fork-transaction-hash', TX_HASH], 'exclude each other'],
    [['-f', `${REMOTE}@5`, '--fork-block-number', '1'], '--fork-block-number and the block of --fork-url exclude'],
    [['-f', REMOTE, '--fork', REMOTE], '--fork and --fork-url exclude each other'],
  ])('of a fork is refused without a secret: %j', (args, message) => {
    const failure = (() => {
      try {
        return configOf(args);
      } catch (error) {
        return error as Error;
      }
    })();
    expect(failure).toMatchObject({ code: 'invalid-config', message: expect.stringContaining(message) });
    expect(JSON.stringify([failure, String(failure)])).not.toContain('SECRET');
  });

  it('--disable-min-priority-fee overrides a configured tip', () => {
    const env = { HALLEY_EVM_MIN_TIP: '5' };
    expect(configOf([], { env }).evm.minTip).toBe(5n);
    expect(configOf(['--no-priority-fee'], { env }).evm.minTip).toBe(0n);
  });

  it('overrides a variable, and a variable overrides a file, even under a name of another tool', () => {
    const file = appToml({ address: '127.0.0.1:1', 'gas-price': '1' });
    const env = { HALLEY_JSON_RPC_GAS_PRICE: '2' };
    expect(configOf([], file).jsonRpc.gasPrice).toBe(1n);
    expect(configOf([], { ...file, env }).jsonRpc.gasPrice).toBe(2n);
    expect(configOf(['--gas-price', '3'], { ...file, env }).jsonRpc.gasPrice).toBe(3n);
  });

  it('is refused with an invalid value, under the given name', () => {
    expect(() => configOf(['-p', '70000'])).toThrow('--port is "70000": expected a port from 0 to 65535');
    expect(() => configOf(['--hostname', 'a b'])).toThrow('--hostname is "a b": expected addresses such as 127.0.0.1');
    expect(() => configOf(['--derivation-path', '44/60'])).toThrow('--derivation-path is "44/60": expected a path');
    expect(() => configOf(['--mnemonic-random', '13'])).toThrow('expected the number of words: 12, 15, 18, 21 or 24');
    expect(() => configOf(['--timestamp', '0'])).toThrow('--timestamp is "0": expected Unix seconds from 1');
  });

  it('is refused together with the setting that it replaces', () => {
    expect(() => configOf(['-p', '1', `${RPC_ADDRESS}=127.0.0.1:2`])).toThrow(
      '--port and --json-rpc.address exclude each other',
    );
    expect(() => configOf(['--no-cors', '--json-rpc.cors-allowed-origins=*'])).toThrow('exclude each other');
    expect(() => configOf(['--disable-block-gas-limit', '--gas-limit', '5'])).toThrow('exclude each other');
    expect(() => configOf(['--mnemonic-random', '-m', WORDS])).toThrow('exclude each other');
  });

  it('generates a random mnemonic of another length', () => {
    expect(configOf(['--mnemonic-random', '24']).genesis.mnemonicRandom).toBe(24);
  });

  it('does not change a list of namespaces that includes debug', () => {
    expect(configOf(['--tracing', '--json-rpc.api=all']).jsonRpc.api).toEqual(['all']);
    expect(configOf(['--tracing', '--json-rpc.api=eth']).jsonRpc.api).toEqual(['eth', 'debug']);
  });
});

describe('--host and --port', () => {
  const addressOf = (args: readonly string[], sources?: Omit<Sources, 'flags'>) =>
    configOf(args, sources).jsonRpc.address;

  it('make one address, in any order', () => {
    expect(addressOf(['--host', '0.0.0.0', '--port', '9545'])).toBe('0.0.0.0:9545');
    expect(addressOf(['-p', '9545', '--hostname', 'localhost'])).toBe('localhost:9545');
  });

  it('make several addresses of several hosts', () => {
    expect(addressOf(['--host', '127.0.0.1,::1', '-p', '1'])).toBe('127.0.0.1:1,[::1]:1');
    expect(addressOf(['--host', '127.0.0.1', '--host', '127.0.0.2'])).toBe('127.0.0.1:8545,127.0.0.2:8545');
  });

  it('preserve the other part of an address in a file', () => {
    expect(addressOf(['-p', '9545'], appToml({ address: '0.0.0.0:1' }))).toBe('0.0.0.0:9545');
    expect(addressOf(['--host', '127.0.0.2'], appToml({ address: '0.0.0.0:1' }))).toBe('127.0.0.2:1');
    expect(addressOf(['-p', '9545'], appToml({ address: '' }))).toBe('127.0.0.1:9545');
  });

  it('do not change a configured WebSocket address', () => {
    expect(configOf(['-p', '1', '--json-rpc.ws-address=127.0.0.1:2']).jsonRpc.wsAddress).toBe('127.0.0.1:2');
    expect(configOf(['-p', '1'], appToml({ 'ws-address': '127.0.0.1:3' })).jsonRpc.wsAddress).toBe('127.0.0.1:3');
  });
});
