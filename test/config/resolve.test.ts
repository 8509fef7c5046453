import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ABCI_DEFAULTS, readAbciSettings } from '../../src/config/abci_settings.js';
import { accountsOf } from '../../src/config/accounts.js';
import { counterpartyGenesis } from '../../src/config/counterparty_genesis.js';
import { configFileText } from '../../src/config/file_text.js';
import { homeFiles, readGenesisFile, readHome } from '../../src/config/files.js';
import { exposedMnemonic } from '../../src/config/mnemonic.js';
import { SETTINGS } from '../../src/config/names.js';
import { resolveConfig, type Sources } from '../../src/config/resolve.js';
import { MACHINE_KINDS } from '../../src/evm/machines.js';

const flags = (given: Record<string, string>): Sources => ({ flags: new Map(Object.entries(given)) });

function homeWith(files: { app?: string; config?: string; genesis?: string }): string {
  const home = mkdtempSync(join(tmpdir(), 'halley-config-'));
  mkdirSync(join(home, 'config'));
  const paths = homeFiles(home);
  for (const [name, text] of Object.entries(files)) writeFileSync(paths[name as keyof typeof paths], text);
  return home;
}

const withApp = (app: string): Sources => ({ files: readHome(homeWith({ app })) });

describe('a setting', () => {
  it('has its default, or the value of a file, or of a variable, or of a flag', () => {
    const files = readHome(homeWith({ app: '[json-rpc]\naddress = "127.0.0.1:1"\nhttp-timeout = "5s"' }));
    const env = { HALLEY_JSON_RPC_ADDRESS: '127.0.0.1:2' };
    const address = (sources: Sources) => resolveConfig(sources).jsonRpc.address;
    expect(address({})).toBe('127.0.0.1:8545');
    expect(address({ files })).toBe('127.0.0.1:1');
    expect(address({ files, env })).toBe('127.0.0.1:2');
    expect(address({ files, env, ...flags({ '--json-rpc.address': '127.0.0.1:3' }) })).toBe('127.0.0.1:3');
    expect(resolveConfig({ files, env }).jsonRpc.httpTimeoutMs).toBe(5000);
  });

  it('selects one of the available EVM machines', () => {
    for (const machine of MACHINE_KINDS) {
      expect(resolveConfig(flags({ '--evm.machine': machine })).evm.machine).toBe(machine);
      expect(resolveConfig({ env: { HALLEY_EVM_MACHINE: machine } }).evm.machine).toBe(machine);
      expect(resolveConfig(withApp(`[evm]\nmachine = "${machine}"`)).evm.machine).toBe(machine);
    }
    const expected = `expected one of ${MACHINE_KINDS.join(', ')}`;
    expect(() => resolveConfig(flags({ '--evm.machine': 'geth' }))).toThrow(expected);
  });

  it('has exactly one flag and one variable', () => {
    expect(new Set(SETTINGS.map(({ flag }) => flag)).size).toBe(SETTINGS.length);
    expect(new Set(SETTINGS.map(({ variable }) => variable)).size).toBe(SETTINGS.length);
    expect(SETTINGS.map(({ flag }) => flag)).toContain('--json-rpc.ws-address');
    expect(SETTINGS.map(({ variable }) => variable)).toContain('HALLEY_RPC_CORS_ALLOWED_ORIGINS');
  });

  it('is read back from the files of halley init', () => {
    const given = flags({
      '--block-time': '0.5',
      '--json-rpc.api': 'eth,debug',
      '--rpc.cors_allowed_origins': '*',
      '--consensus.timeout_commit': '1m30s',
      '--mempool.size': '7',
      '--moniker': 'a "quoted" name',
      '--validators': '7',
      '--json-rpc.enable': 'false',
    });
    for (const config of [resolveConfig(), resolveConfig(given)]) {
      const home = homeWith({ app: configFileText('app.toml', config), config: configFileText('config.toml', config) });
      expect(resolveConfig({ files: readHome(home) })).toEqual(config);
    }
  });
});

describe('an invalid configuration is refused', () => {
  const refusal = (sources: Sources) => () => resolveConfig(sources);

  it('with the place, the value and what was expected', () => {
    expect(refusal(flags({ '--validators': '0' }))).toThrow(
      '--validators is "0": expected a whole number from 1 to 200',
    );
    const huge = `${2n ** 256n}`;
    expect(refusal({ flags: new Map([['--base-fee', huge]]) })).toThrow(
      `--base-fee is "${huge}": expected a whole number of at most 77 digits`,
    );
    expect(refusal({ flags: new Map([['--balance', huge]]) })).toThrow(
      `--balance is "${huge}": expected an amount of coins such as 10000 or 0.5, with at most 50 digits`,
    );
    expect(refusal({ env: { HALLEY_SEED: '' } })).toThrow('HALLEY_SEED is "": expected text that is not empty');
    const { files } = withApp('[json-rpc]\nenable = "yes"');
    const path = files?.['app.toml']?.path;
    expect(refusal({ ...(files && { files }) })).toThrow(`${path}: json-rpc.enable is "yes": expected true or false`);
  });

  it('with the probable name when a name is unknown', () => {
    expect(refusal(flags({ '--block-tme': '1' }))).toThrow('unknown flag --block-tme (did you mean "--block-time"?)');
    expect(refusal({ env: { HALLEY_JSONRPC_ADDRESS: 'x' } })).toThrow(
      'unknown environment variable HALLEY_JSONRPC_ADDRESS (did you mean "HALLEY_JSON_RPC_ADDRESS"?)',
    );
    expect(refusal(withApp('[json-rpc]\nadress = "x"'))).toThrow(
      'unknown key json-rpc.adress (did you mean "json-rpc.address"?)',
    );
    expect(refusal(withApp('[jsonrpc]\naddress = "x"'))).toThrow('unknown key jsonrpc');
    expect(refusal(withApp('[rpc]\nladdr = "x"'))).toThrow('unknown key rpc.laddr (it belongs in config.toml)');
    expect(refusal(withApp('[json-rpc.address]\nport = 1'))).toThrow('json-rpc.address is {"port":1}: expected host');
  });

  it('with the line when a file is not TOML', () => {
    expect(() => withApp('[json-rpc]\naddress = ')).toThrow(/app\.toml:2:\d+: /);
  });

  it('when a folder is given twice, and several are read', () => {
    expect(resolveConfig(flags({ '--artifacts': 'out,lib/out' })).devnet.artifacts).toEqual(['out', 'lib/out']);
    expect(resolveConfig(withApp('[devnet]\nartifacts = ["out", "a, b"]')).devnet.artifacts).toEqual(['out', 'a, b']);
    expect(refusal(flags({ '--artifacts': 'out,out' }))).toThrow(
      '--artifacts is "out,out": expected a list of folders, with commas between them, without duplicates',
    );
  });

  it('when modes exclude each other, or settings of a new chain are given with a document', () => {
    expect(refusal(flags({ '--no-mining': 'true', '--block-time': '2' }))).toThrow('exclude each other');
    expect(refusal(flags({ '--mixed-mining': 'true' }))).toThrow('--mixed-mining needs --block-time');
    expect(refusal(flags({ '--mining-mode': 'step', '--block-time': '2' }))).toThrow('--mining-mode excludes');
    expect(refusal(flags({ '--mining-mode': 'step', '--no-mining': 'true' }))).toThrow('--mining-mode excludes');
    expect(refusal(flags({ '--genesis': 'ibc', '--chain-id': '5' }))).toThrow(
      '--chain-id applies only to a new chain, but the document ibc already defines the chain',
    );
  });

  it('when flags of state files exclude or need each other', () => {
    const state = { '--state': 's.json' };
    expect(refusal(flags({ ...state, '--dump-state': 'd.json' }))).toThrow('--state excludes --load-state and --dump');
    expect(refusal(flags({ ...state, '--load-state': 'd.json' }))).toThrow('--state excludes --load-state and --dump');
    expect(refusal(flags({ '--state-interval': '5' }))).toThrow('--state-interval needs --state or --dump-state');
    expect(refusal(flags({ '--load-state': 's.json', '--number': '5' }))).toThrow('--number and --load-state exclude');
  });

  it('when a genesis document cannot be read or is not JSON', () => {
    expect(() => readGenesisFile('/nowhere/genesis.json')).toThrow(/^genesis \/nowhere\/genesis\.json: ENOENT/);
    const path = homeFiles(homeWith({ genesis: '{' })).genesis;
    expect(() => readGenesisFile(path)).toThrow(`genesis ${path}: not JSON`);
  });
});

it('an address is known by the flag that was typed', () => {
  const sourceOf = (given: Record<string, string>) =>
    resolveConfig(flags(given)).addressSources.get('--json-rpc.address');
  expect(sourceOf({ '--port': '1234' })).toBe('--port');
  expect(sourceOf({ '--json-rpc.address': '127.0.0.1:1234' })).toBe('--json-rpc.address');
  expect(sourceOf({})).toBeUndefined();
});

it('a queue of a WebSocket may be as long as the buffer of its subscriptions, and no shorter', () => {
  const sized = (size: number) =>
    resolveConfig(
      flags({
        '--rpc.experimental_subscription_buffer_size': '300',
        '--rpc.experimental_websocket_write_buffer_size': `${size}`,
      }),
    ).rpc.writeQueue;
  expect(sized(300)).toBe(300);
  expect(() => sized(299)).toThrow('must be >= experimental_subscription_buffer_size (300)');
});

it.runIf(process.platform !== 'win32')(
  'an app.toml with a mnemonic is reported when others can read or write it',
  () => {
    const [file] = Object.values(readHome(homeWith({ app: '[devnet]\nmnemonic = "a secret"' })));
    const reported = (mode: number): boolean => {
      chmodSync(file?.path ?? '', mode);
      return exposedMnemonic(file as NonNullable<typeof file>) !== undefined;
    };
    expect([0o600, 0o640, 0o620, 0o602, 0o604].map(reported)).toEqual([false, true, true, true, true]);
  },
);

it('settings of halley app come from flags before the file, and from the file before the defaults', () => {
  const table = { abci: { address: 'tcp://127.0.0.1:1', node: 'http://127.0.0.1:2', 'snapshot-interval': 3 } };
  const { settings } = readAbciSettings(
    { abci: 'tcp://127.0.0.1:9', 'min-retain-blocks': '4' },
    { path: 'app.toml', table },
  );
  expect(settings).toEqual({
    ...{ address: 'tcp://127.0.0.1:9', node: 'http://127.0.0.1:2', minRetainBlocks: 4n },
    ...{ snapshotInterval: 3n, snapshotKeepRecent: ABCI_DEFAULTS.snapshotKeepRecent },
  });
});

it('a chain beside the first has ten thousand coins for each account, whatever their decimals', () => {
  const facts = { evm: {}, prettyName: 'Hub', bech32Prefix: 'hub', denom: 'uhub', symbol: 'HUB', evmChainId: 7n };
  const amounts = [6, 18].map((decimals) => {
    const document = counterpartyGenesis({
      ...facts,
      id: 'hub-1',
      decimals,
      packetForward: false,
      seed: 's',
      appState: {},
    });
    const { balances } = (document as { app_state: { bank: { balances: { coins: { amount: string }[] }[] } } })
      .app_state.bank;
    return balances[0]?.coins[0]?.amount;
  });
  expect(amounts).toEqual(['10000000000', '10000000000000000000000']);
});

it('the accounts of another path are others, and those of the usual path are the same with and without a slash', async () => {
  const { mnemonic } = resolveConfig().devnet;
  const firstAt = async (derivationPath?: string) =>
    (await accountsOf({ mnemonic, accounts: 1, ...(derivationPath !== undefined && { derivationPath }) }))[0]?.address;
  const usual = await firstAt();
  expect(await firstAt("m/44'/60'/0'/0")).toBe(usual);
  expect(await firstAt("m/44'/60'/1'/0/")).not.toBe(usual);
});
