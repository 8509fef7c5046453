/** Tests `halley testnet` as users run it, as far as it needs no CometBFT. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readInitFlags } from '../../src/cli/testnet/init.js';
import { halley, Running, temporaryFolder } from './run.js';

function newFolder(): string {
  const folder = temporaryFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns the texts of all files of a network but its lock, by path. */
function contentsOf(folder: string): Readonly<Record<string, string>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map(({ parentPath, name }) => join(parentPath, name));
  const own = files.filter((file) => !file.startsWith(join(folder, 'lock')));
  return Object.fromEntries(own.map((file) => [file.slice(folder.length), readFileSync(file, 'utf8')]));
}

const failure = async (...args: readonly string[]): Promise<string> => {
  const { code, stdout, stderr } = await halley('testnet', ...args);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  return stderr;
};

describe('halley testnet init', () => {
  it('writes the same files for the same seed, and other keys without one', async () => {
    const [a, b, c] = ['a', 'b', 'c'].map((name) => join(newFolder(), name)) as [string, string, string];
    const { stdout } = await halley('testnet', 'init', '--out', a, '--seed=x', '--validators=2');
    expect(stdout).toBe(`${join(a, 'node0')}\n${join(a, 'node1')}\n\nNext: npx halley-devnet testnet start ${a}\n`);
    await halley('testnet', 'init', '--out', b, '--seed=x', '--validators=2');
    expect(contentsOf(a)).toEqual(contentsOf(b));
    await halley('testnet', 'init', '--out', c, '--validators=2');
    const key = '/node1/config/priv_validator_key.json';
    expect(contentsOf(c)[key]).not.toBe(contentsOf(a)[key]);
    expect(Object.keys(contentsOf(c))).toEqual(Object.keys(contentsOf(a)));
  });

  it('makes secrets readable only by their owner', async () => {
    const out = join(newFolder(), 'net');
    await halley('testnet', 'init', '--out', out, '--validators=1');
    const files = ['priv_validator_key.json', 'node_key.json', 'dev_authority_key.json'];
    for (const file of files) expect(statSync(join(out, 'node0/config', file)).mode & 0o777).toBe(0o600);
    expect(statSync(join(out, 'node0/data/priv_validator_state.json')).mode & 0o777).toBe(0o600);
  });

  it('takes the settings of a new chain and of the engine, and prints facts as JSON', async () => {
    const out = join(newFolder(), 'net');
    const chain = ['--chain-id=9000', '--balance=5', '--gas-limit=1000000', '--accounts=1'];
    const network = ['--hosts=alpha,beta', '--node-dir-prefix=val', '--install-dir=/srv/net', '--no-dev-authority'];
    const { stdout } = await halley('testnet', 'init', '--out', out, '--json', ...chain, ...network);
    expect(JSON.parse(stdout)).toEqual({
      chainId: 'halley_9000-1',
      evmChainId: '9000',
      homes: [join(out, 'val0'), join(out, 'val1')],
    });
    const genesis = JSON.parse(readFileSync(join(out, 'val0/config/genesis.json'), 'utf8'));
    expect(genesis.consensus_params.block.max_gas).toBe('1000000');
    expect(genesis.app_state.bank.balances[0].coins[0].amount).toBe('5000000000000000000');
    expect(readFileSync(join(out, 'systemd/halley-val1-app.service'), 'utf8')).toContain('--home /srv/net/val1\n');
    expect(existsSync(join(out, 'val0/config/dev_authority_key.json'))).toBe(false);
  });

  it('refuses a folder with something else, and replaces a network only with --force', async () => {
    const out = join(newFolder(), 'net');
    mkdirSync(out);
    writeFileSync(join(out, 'thesis.txt'), '');
    expect(await failure('init', '--out', out, '--force')).toBe(
      `halley: --out is "${out}": it has "thesis.txt", which is not part of a network; expected a new or an empty folder\n`,
    );
    rmSync(join(out, 'thesis.txt'));
    expect((await halley('testnet', 'init', '--out', out, '--validators=3')).code).toBe(0);
    expect(await failure('init', '--out', out)).toBe(
      `halley: --out is "${out}": it already has a network; give another folder, or --force to delete that network with its keys and blocks\n`,
    );
    expect((await halley('testnet', 'init', '--out', out, '--validators=1', '--force')).code).toBe(0);
    expect(existsSync(join(out, 'node1'))).toBe(false);
  });

  it.each([
    [['--validators=2', '--hosts=a,b,c'], '--hosts has 3 hosts, but there are 2 validators'],
    [['--hosts=a,a'], '--hosts is "a,a": expected each host once; "a" is there twice'],
    [['--hosts=a,A'], '--hosts is "a,A": expected each host once; "A" is there twice'],
    [['--hosts=a..b'], 'expected names or IP addresses without ports; "a..b" is not one'],
    [['--hosts=http://a'], 'expected names or IP addresses without ports; "http://a" is not one'],
    [['--starting-port=0'], '--starting-port is "0": expected a port from 1 to 65535'],
    [['--node-dir-prefix=../x'], '--node-dir-prefix is "../x": expected letters, digits, "-" and "_"'],
    [['--install-dir=here'], '--install-dir is "here": expected an absolute path'],
    [['--genesis=ibc'], 'the genesis document has 5 chains: expected one'],
    [['--validators=0'], '--validators is "0"'],
    [['extra'], '"extra" is not a flag'],
  ])('refuses %j with one line, and writes nothing', async (args, text) => {
    const out = join(newFolder(), 'net');
    const stderr = await failure('init', '--out', out, ...args);
    expect(stderr).toContain(text);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(existsSync(out)).toBe(false);
  });

  it('starts from the exported document of a devnet', async () => {
    const folder = newFolder();
    const home = join(folder, 'devnet');
    const document = join(folder, 'exported.json');
    const started = new Running(['--home', home, '--json', '--json-rpc.address=127.0.0.1:0', ...CLOSED]);
    await started.line();
    expect((await started.signal('SIGINT')).code).toBe(0);
    writeFileSync(document, (await halley('export', '--home', home)).stdout);
    const out = join(folder, 'net');
    expect(await halley('testnet', 'init', '--out', out, '--genesis', document, '--validators=3')).toMatchObject({
      code: 0,
      stderr: '',
    });
    const genesis = JSON.parse(readFileSync(join(out, 'node2/config/genesis.json'), 'utf8'));
    const jailed = genesis.app_state.staking.validators.filter((each: { jailed: boolean }) => each.jailed);
    expect([genesis.validators.length, jailed.length]).toEqual([3, 1]);
    expect(await failure('init', '--out', join(folder, 'other'), '--genesis', document, '--chain-id=7')).toContain(
      '--chain-id applies only to a new chain',
    );
  });
});

it('the flags of halley testnet init may have any host, and the first and the last port', () => {
  const flags = { out: 'net', nodeDirPrefix: 'node', installDir: '/srv', devAuthority: false };
  const read = (own: object) => readInitFlags({ ...flags, ...own });
  expect(read({ hosts: 'a.example , 10.0.0.2,[2001:db8::1]', startingPort: '1', force: true })).toEqual({
    ...{ out: 'net', hosts: ['a.example', '10.0.0.2', '[2001:db8::1]'], startingPort: 1, prefix: 'node' },
    ...{ installDir: '/srv', withDevAuthority: false, force: true },
  });
  expect(read({ startingPort: '65535' })).toMatchObject({ hosts: undefined, startingPort: 65_535, force: false });
  expect(() => read({ startingPort: '65536' })).toThrow('--starting-port is "65536"');
  expect(() => read({ out: '' })).toThrow('--out is "": expected the folder of the network');
});

/** Closes the servers of a devnet. */
const CLOSED = ['--json-rpc.ws-address=', '--rpc.laddr=', '--assets.address=', '--dashboard.address='];

/** Writes a program that prints a version. */
function program(text: string): string {
  const path = join(newFolder(), 'engine');
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
  return path;
}

const INSTALL = 'install it with "go install github.com/cometbft/cometbft/cmd/cometbft@v0.38.25"';

describe('halley testnet start', () => {
  it.each([
    [
      'missing',
      () => '/no/such/program',
      () => `there is no program /no/such/program: ${INSTALL}, or name it with --cometbft PATH`,
    ],
    [
      'not on PATH',
      () => 'no-such-engine',
      () => `no-such-engine is not on PATH: ${INSTALL}, or name it with --cometbft PATH`,
    ],
    [
      'of another version',
      () => program('echo 1.0.1'),
      (path: string) =>
        `${path} is version "1.0.1": expected CometBFT 0.38 to 0.40; ${INSTALL}, or name another program with --cometbft PATH`,
    ],
    [
      'another program',
      () => program('echo usage: engine >&2; exit 3'),
      (path: string) =>
        `"${path} version" ended with exit code 3: usage: engine; expected CometBFT 0.38 to 0.40; ${INSTALL}`,
    ],
  ])('says how to get CometBFT when it is %s', async (_, engine, text) => {
    const out = join(newFolder(), 'net');
    await halley('testnet', 'init', '--out', out, '--validators=1');
    const path = engine();
    expect(await failure('start', out, '--cometbft', path)).toBe(`halley: ${text(path)}\n`);
  });

  it('refuses a folder without homes, nodes that do not exist, and nodes of different machines', async () => {
    const folder = newFolder();
    expect(await failure('start', folder)).toBe(
      `halley: "${folder}" has no home of a validator: expected a folder that "halley testnet init --out ${folder}" has made\n`,
    );
    const out = join(folder, 'net');
    await halley('testnet', 'init', '--out', out, '--hosts=a,b');
    expect(await failure('start', out, '--nodes=0,5')).toBe(
      'halley: --nodes has "5": expected the numbers or the names of nodes in the folder: node0, node1\n',
    );
    expect(await failure('start', out)).toBe(
      'halley: node0 and node1 both listen on 0.0.0.0:26656, so they are for different machines: choose those of this machine with --nodes\n',
    );
    rmSync(join(out, 'node0/config/app.toml'));
    expect(await failure('start', out, '--nodes=0')).toMatch(
      /app\.toml is missing: each home of a validator has one\n$/,
    );
  });

  it('refuses a file in place of the folder, and a program without a name', async () => {
    const file = join(newFolder(), 'file');
    writeFileSync(file, '');
    expect(await failure('start', file)).toMatch(/^halley: ".*" has no home of a validator: [^\n]*\n$/);
    const out = join(newFolder(), 'net');
    await halley('testnet', 'init', '--out', out, '--validators=1');
    expect(await failure('start', out, '--cometbft=')).toBe(
      'halley: --cometbft is "": expected the name or the path of the program cometbft\n',
    );
  });

  it('refuses nodes whose genesis documents differ by a balance', async () => {
    const out = join(newFolder(), 'net');
    await halley('testnet', 'init', '--out', out, '--validators=3');
    const [first, last] = ['node0', 'node2'].map((name) => join(out, name, 'config/genesis.json')) as [string, string];
    const genesis = JSON.parse(readFileSync(last, 'utf8'));
    genesis.app_state.bank.balances[0].coins[0].amount = '1';
    writeFileSync(last, JSON.stringify(genesis));
    const engine = program('echo 0.38.25');
    expect(await failure('start', out, '--cometbft', engine)).toBe(
      `halley: ${last} differs from ${first}: expected the same genesis document on every node; copy the right one to all of them\n`,
    );
  });
});
