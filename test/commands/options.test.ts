/** Runs commands in this process, and tests that each of their own options has its effect, and is refused where it has none. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { app } from '../../src/cli/commands/app.js';
import { export_ } from '../../src/cli/commands/export.js';
import { fixtures } from '../../src/cli/commands/fixtures.js';
import { replay } from '../../src/cli/commands/replay.js';
import { scenario } from '../../src/cli/commands/scenario.js';
import { start } from '../../src/cli/commands/start.js';
import { trace } from '../../src/cli/commands/trace.js';
import { verify } from '../../src/cli/commands/verify.js';
import { devnetOptions } from '../../src/cli/devnet_options.js';
import { oneOrMany } from '../../src/cli/fixtures/nodes.js';
import { withStateFlag } from '../../src/cli/state_flag.js';
import { resolveConfig } from '../../src/config/resolve.js';
import type { AppNodeOptions } from '../../src/devnet/app_node/app_node.js';
import { createDevnet, type Devnet } from '../../src/devnet/index.js';
import { decodeLine, LineEncoder, NO_SUM } from '../../src/devnet/records/line_text.js';
import { HalleyError } from '../../src/kernel/errors.js';
import { MAX_SCENARIO_BYTES } from '../../src/scenario/limits.js';

interface Output {
  stdout: string;
  stderr: string;
}

/** Collects what the process writes until the test ends. */
function outputOfProcess(): Output {
  const output: Output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    const spy = vi.spyOn(process[name], 'write').mockImplementation((text) => {
      output[name] += String(text);
      return true;
    });
    onTestFinished(() => spy.mockRestore());
  }
  return output;
}

/** Runs a command to its end. Returns what it writes, and the exit code that it leaves. */
async function run(add: (program: Command) => void, ...args: readonly string[]) {
  const output = outputOfProcess();
  const before = process.exitCode;
  process.exitCode = undefined;
  try {
    const program = new Command('halley').exitOverride();
    add(program);
    await program.parseAsync([...args], { from: 'user' });
    return { ...output, code: process.exitCode };
  } finally {
    process.exitCode = before;
    vi.restoreAllMocks();
  }
}

/** Runs a command that goes on until a signal. Returns its output, and a function that ends it as the signal does. */
async function begun(add: (program: Command) => void, ...args: readonly string[]) {
  const output = outputOfProcess();
  let stop = (): void => undefined;
  const listen = vi.spyOn(process, 'on').mockImplementation((event, listener) => {
    if (event === 'SIGINT') stop = listener as () => void;
    return process;
  });
  const program = new Command('halley').exitOverride();
  add(program);
  await program.parseAsync([...args], { from: 'user' });
  listen.mockClear();
  const end = () =>
    new Promise<number | undefined>((resolve) => {
      vi.spyOn(process, 'exit').mockImplementation((code) => resolve(Number(code ?? 0)) as never);
      // The listeners for a second signal are added later, when the next test has listeners of its own.
      vi.useFakeTimers({ toFake: ['setTimeout'] });
      stop();
      vi.useRealTimers();
    }).finally(() => vi.restoreAllMocks());
  return { output, end };
}

async function post(url: string, method: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method });
  await (await fetch(url, { method: 'POST', headers, body })).text();
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'halley-command-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe('halley scenario run', () => {
  async function scenarios(): Promise<readonly [passing: string, failing: string]> {
    const [passing, failing] = ['passing', 'failing'].map((name) => join(folder, `${name}.toml`)) as [string, string];
    await run(scenario, 'scenario', 'new', passing);
    writeFileSync(failing, readFileSync(passing, 'utf8').replace('round = 0', 'round = 1'));
    return [passing, failing];
  }
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'halley-command-'));
    return () => rmSync(folder, { recursive: true, force: true });
  });

  it('ends with 1 when one of several fails, whichever it is, and prints only expectations with --quiet', async () => {
    const [passing, failing] = await scenarios();
    const { stdout, code } = await run(scenario, 'scenario', 'run', failing, passing, '--quiet', '--seed', 'own');
    expect(code).toBe(1);
    const title = 'One of four validators is down, seed own';
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => line.replace(/;.*|: height.*/, ''))).toEqual([
      title,
      expect.stringMatching(/^FAILED {2}/),
      'failed',
      title,
      expect.stringMatching(/^ok {6}/),
      'passed',
    ]);
    expect(lines[1]).toContain(failing);
  });

  it('prints the trace of the observed validator, and of all with --every', async () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    const [passing] = await scenarios();
    const validators = async (...flags: readonly string[]): Promise<readonly string[]> => {
      const { stdout, code } = await run(scenario, 'scenario', 'run', passing, ...flags);
      expect([code, stdout.includes('  >>  crash')]).toEqual([undefined, true]);
      return [...new Set([...stdout.matchAll(/ s {2}(v\d) {2}/g)].map(([, name = '']) => name))].toSorted();
    };
    expect(await validators()).toEqual(['v0']);
    expect(await validators('--every')).toEqual(['v0', 'v1', 'v2', 'v3']);
  });
});

describe('a scenario by its path', () => {
  it('may be as long as the limit, and not a byte longer', async () => {
    const file = join(temporaryFolder(), 'long.toml');
    await run(scenario, 'scenario', 'new', file);
    const text = readFileSync(file, 'utf8');
    const filler = (length: number): string => `#${'x'.repeat(length - Buffer.byteLength(text) - 2)}\n`;
    writeFileSync(file, filler(MAX_SCENARIO_BYTES) + text);
    expect((await run(scenario, 'scenario', 'run', file, '--quiet')).code).toBeUndefined();
    // What follows the limit is a comment, without which the file could be read.
    writeFileSync(file, `${filler(MAX_SCENARIO_BYTES)}${text}#`);
    await expect(run(scenario, 'scenario', 'run', file)).rejects.toThrow(`${MAX_SCENARIO_BYTES}`);
    await expect(run(scenario, 'scenario', 'run', 'nothing')).rejects.toThrow('there is no scenario "nothing"');
    await expect(run(scenario, 'scenario', 'run', `${file}.toml`)).rejects.toThrow(`cannot read ${file}.toml: ENOENT`);
  });
});

describe('a record', () => {
  async function aRecord(): Promise<string> {
    const file = join(temporaryFolder(), 'session.jsonl');
    await using devnet = await createDevnet({ record: file, seed: 'commands' });
    await devnet.mine({ blocks: 4 });
    return file;
  }

  it('is replayed up to --until, and ends with 1 where it differs', async () => {
    const file = await aRecord();
    const whole = await run(replay, 'replay', file);
    expect([whole.code, whole.stderr]).toEqual([undefined, '']);
    expect(whole.stdout).toMatch(/^replayed 5 heights, .*: identical\n$/);
    const part = await run(replay, 'replay', file, '--until', '3');
    expect(part.stdout).toMatch(/^replayed 3 heights, /);
    for (const height of ['0', '-1', '1.5', 'x'])
      await expect(run(replay, 'replay', file, '--until', height)).rejects.toThrow(`--until is "${height}"`);
    const encoder = new LineEncoder();
    let sum = NO_SUM;
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    const changed = lines.map((text) => {
      const decoded = decodeLine(text, sum);
      if ('damage' in decoded) throw new Error(decoded.damage);
      ({ sum } = decoded);
      const { line } = decoded;
      return encoder.encode(line.type === 'decided' ? { ...line, appHash: new Uint8Array(32) } : line);
    });
    writeFileSync(file, changed.join(''));
    for (const [add, name] of [
      [replay, 'replay'],
      [trace, 'trace'],
    ] as const) {
      const { code, stderr } = await run(add, name, file);
      expect([name, code, stderr]).toEqual([name, 1, expect.stringContaining('did not happen again')]);
    }
  });

  it('is traced to a new file, and says so, or to the standard output', async () => {
    const file = await aRecord();
    const out = join(temporaryFolder(), 'trace.jsonl');
    const written = await run(trace, 'trace', file, '--out', out);
    expect(written).toMatchObject({ code: undefined, stderr: '' });
    expect(written.stdout).toMatch(/^traced 5 heights, .*\n$/);
    const text = readFileSync(out, 'utf8');
    expect((await run(trace, 'trace', file)).stdout).toBe(text);
    await expect(run(trace, 'trace', file, '--out', out)).rejects.toMatchObject({ code: 'unavailable' });
    expect(readFileSync(out, 'utf8')).toBe(text);
  });
});

describe('halley verify', () => {
  it('takes a node up to --to, or a folder, and not both', async () => {
    const home = temporaryFolder();
    await using devnet = await createDevnet({ home, seed: 'commands', rpc: { address: '127.0.0.1:0' } });
    await devnet.mine({ blocks: 6 });
    const node = `${devnet.urls.cometRpc}`;
    const part = await run(verify, 'verify', '--node', node, '--to', '4');
    expect(part.stdout).toMatch(/^verified 4 blocks of halley_31337-1: .*, height 4\n$/);
    const { stdout, code } = await run(verify, 'verify', '--node', node, '--reference');
    expect([code, stdout]).toEqual([undefined, expect.stringMatching(/, height 7\nreference: 0 transactions agree, /)]);
    await expect(run(verify, 'verify', '--node', node, '--home', home)).rejects.toThrow(
      '--home and --node are both given',
    );
    await expect(run(verify, 'verify', '--home', home, '--to', '4')).rejects.toThrow('--to has no effect with --home');
    await expect(run(verify, 'verify', '--node', node, '--to', '0')).rejects.toThrow('--to is "0": expected a height');
  });
});

describe('a home', () => {
  it('is that of the variable where no flag names one, and is exported with its blocks on demand', async () => {
    const [home, other] = [temporaryFolder(), temporaryFolder()];
    await (await createDevnet({ home, seed: 'commands' })).close();
    vi.stubEnv('HALLEY_HOME', home);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect((await run(verify, 'verify')).stdout).toMatch(/^verified 1 blocks of halley_31337-1: /);
    const plain = JSON.parse((await run(export_, 'export')).stdout);
    const whole = JSON.parse((await run(export_, 'export', '--with-history')).stdout);
    expect([plain.halley?.history, whole.halley?.history]).toEqual([undefined, expect.anything()]);
    await expect(run(verify, 'verify', '--home', other)).rejects.toThrow(`there is no chain in "${other}"`);
    vi.stubEnv('HALLEY_HOME', '');
    await expect(run(verify, 'verify')).rejects.toThrow('--home is missing');
  });
});

describe('halley fixtures', () => {
  it('takes each node for the server that its name, protocol or port says', () => {
    expect(oneOrMany(['ws://a:1'], '--against')).toBe('ws://a:1');
    expect(oneOrMany(['comet=http://a:1'], '--against')).toEqual({ comet: 'http://a:1' });
    const named = ['comet@hub-1=http://a:1', 'assets=http://b:2'];
    expect(oneOrMany(['wss://c:3', 'http://d:4', 'tcp://e:5', ...named], '--against')).toEqual({
      ...{ 'evm-ws': 'wss://c:3', evm: 'http://d:4', comet: 'tcp://e:5' },
      ...{ 'comet@hub-1': 'http://a:1', assets: 'http://b:2' },
    });
    expect(() => oneOrMany(['http://a:26657', 'tcp://b:1'], '--proxy')).toThrow('--proxy names two nodes for comet');
  });

  it('records in the formats of --format, checks with exit codes, and writes with --update', async () => {
    const folder = temporaryFolder();
    const [plan, out] = [join(folder, 'plan.toml'), join(folder, 'out')];
    await run(fixtures, 'fixtures', 'new', plan);
    mkdirSync(out);
    writeFileSync(join(out, 'other.txt'), 'x');
    await expect(run(fixtures, 'fixtures', 'record', plan, '--out', out)).rejects.toThrow('--force');
    const flags = ['--out', out, '--force', '--format', 'har', 'flat'];
    expect((await run(fixtures, 'fixtures', 'record', plan, ...flags)).stdout).toBe(
      `transfer: 2 exchanges in ${out}\n`,
    );
    expect(
      ['formats/har/transfer.har', 'formats/flat/transfer.json', 'other.txt'].map((file) =>
        existsSync(join(out, file)),
      ),
    ).toEqual([true, true, false]);
    await expect(run(fixtures, 'fixtures', 'record', plan, '--out', out, '--format', 'hra')).rejects.toThrow(
      'there is no format "hra" (did you mean "har"?)',
    );
    await expect(run(fixtures, 'fixtures', 'record', '--proxy', 'x', '--out', out, '--format', 'har')).rejects.toThrow(
      'a proxy writes no other format',
    );
    const check = (...more: readonly string[]) => run(fixtures, 'fixtures', 'check', out, ...more);
    expect(await check()).toMatchObject({ code: undefined, stdout: '2 exchanges: 2 equal, 0 different.\n' });
    await using devnet = await createDevnet({ seed: 'other', jsonRpc: true, rpc: true });
    await devnet.mine();
    const { evmHttp, cometRpc } = devnet.urls;
    const node = ['--against', `evm=${evmHttp}`, '--against', `comet=${cometRpc}`];
    const files = readdirSync(join(out, 'exchanges'));
    const texts = (): readonly string[] => files.map((file) => readFileSync(join(out, 'exchanges', file), 'utf8'));
    const recorded = texts();
    expect((await check(...node)).code).toBe(1);
    expect(texts()).toEqual(recorded);
    await check(...node, '--update');
    expect(texts()).not.toEqual(recorded);
    expect((await check(...node)).code).toBeUndefined();
  });

  it('replays in any order, or with --strict in that of the recording, and says what was not recorded', async () => {
    const folder = temporaryFolder();
    const [plan, out] = [join(folder, 'plan.toml'), join(folder, 'out')];
    await run(fixtures, 'fixtures', 'new', plan);
    await run(fixtures, 'fixtures', 'record', plan, '--out', out);
    await expect(run(fixtures, 'fixtures', 'replay', out, '--strict', '--loose')).rejects.toThrow('exclude each other');
    for (const [flags, mode] of [
      [[], 'loose'],
      [['--strict'], 'strict'],
    ] as const) {
      const { output, end } = await begun(fixtures, 'fixtures', 'replay', out, '--free-ports', ...flags);
      expect(output.stdout).toMatch(new RegExp(`^transfer: ${mode} replay\\n`));
      const url = / evm +(http:\S+)\n/.exec(output.stdout)?.[1] ?? '';
      await post(url, 'eth_unheard');
      expect(output.stderr).toMatch(/^evm: [^\n]*eth_unheard[^\n]*\n$/);
      expect(await end()).toBe(0);
      await expect(fetch(url)).rejects.toThrow('fetch failed');
    }
  });
});

describe('halley app', () => {
  const NODE = '../../src/devnet/app_node/app_node.js';

  const nodes: AppNodeOptions[] = [];
  let closes = 0;

  // Once for all tests: Vitest may apply a mock and an unmock of imports that run side by side in another order.
  beforeAll(() => {
    vi.doMock(NODE, () => ({
      startAppNode: async (own: AppNodeOptions) => {
        nodes.push(own);
        return { abci: own.abci, close: async () => void closes++ };
      },
    }));
    return () => vi.doUnmock(NODE);
  });

  /** Runs the command with a node that only notes its options. */
  async function options(...flags: readonly string[]) {
    closes = 0;
    const running = await begun(app, 'app', '--home', temporaryFolder(), ...flags);
    return { ...running, given: nodes.at(-1) as AppNodeOptions, closes: () => closes };
  }

  it('gives the node the settings of its own flags, and those of others', async () => {
    const { given, output, end, closes } = await options(
      ...['--abci', 'tcp://127.0.0.1:1', '--node', 'http://127.0.0.1:2', '--min-retain-blocks', '3'],
      ...['--snapshot-interval', '4', '--snapshot-keep-recent', '5', '--accounts', '6', '--max-transactions', '7'],
      ...['--order', 'fifo', '--auto-impersonate', '--compat', 'hardhat', '--assets.address', ''],
    );
    expect(given).toMatchObject({
      ...{ abci: 'tcp://127.0.0.1:1', node: 'http://127.0.0.1:2', minRetainBlocks: 3n, snapshotInterval: 4n },
      ...{ snapshotKeepRecent: 5, maxTransactions: 7, order: 'fifo', autoImpersonate: true, compat: 'hardhat' },
      assets: false,
    });
    expect(given.privateKeys).toHaveLength(6);
    expect(output.stdout).toBe(`ABCI listens on tcp://127.0.0.1:1 for a CometBFT node with the home ${given.home}\n`);
    given.onServing?.({ urls: { evmHttp: 'http://127.0.0.1:8' } } as never);
    for (let i = 0; i < 3; i++) given.log?.({ type: 'call', method: 'eth_gasPrice' });
    expect([await end(), closes()]).toEqual([0, 1]);
    expect(output.stdout).toMatch(
      /\n {2}EVM JSON-RPC {2}http:\/\/127\.0\.0\.1:8\neth_gasPrice\neth_gasPrice \(2 more\)\n$/,
    );
  });

  it('logs nothing with --quiet, and prints nothing with --silent', async () => {
    const quiet = await options('--quiet');
    expect([quiet.given.log, quiet.output.stdout]).toEqual([undefined, expect.stringMatching(/^ABCI listens on /)]);
    await quiet.end();
    const silent = await options('--silent');
    silent.given.onServing?.({ urls: { evmHttp: 'http://127.0.0.1:8' } } as never);
    expect([silent.given.log, silent.output.stdout]).toEqual([undefined, '']);
    await silent.end();
  });

  it('ends with 1 after a fatal error, when the node has closed', async () => {
    const { given, output, end } = await options('--quiet');
    const before = process.exitCode;
    onTestFinished(() => {
      process.exitCode = before;
    });
    const exits: unknown[] = [];
    vi.spyOn(process, 'exit').mockImplementation(() => exits.push(process.exitCode) as never);
    let close = (): void => undefined;
    const closed = new Promise<void>((resolve) => {
      close = resolve;
    });
    given.onFatal?.(new HalleyError('unavailable', 'the engine of this test is gone'), closed);
    expect([output.stderr, exits]).toEqual(['halley: the engine of this test is gone\n', []]);
    close();
    await closed;
    expect(exits).toEqual([1]);
    await end();
  });
});

const FREE_PORTS = ['--port=0', '--rpc.laddr=', '--assets.address=', '--dashboard.address='];

describe('halley start', () => {
  it('writes the count of repeated calls when it ends, and that it has written the state', async () => {
    const file = join(temporaryFolder(), 'state.json');
    const { output, end } = await begun(start, 'start', ...FREE_PORTS, '--dump-state', file);
    const url = /EVM JSON-RPC +(http:\S+)/.exec(output.stdout)?.[1] ?? '';
    for (let i = 0; i < 3; i++) await post(url, 'eth_gasPrice');
    expect(await end()).toBe(0);
    expect(output.stdout).toMatch(/\neth_gasPrice\neth_gasPrice \(2 more\)\n/);
    expect(output.stdout).toContain(`State written to ${file}\n`);
  });

  it('does not say that it has written the state after a fatal error', async () => {
    const file = join(temporaryFolder(), 'state.json');
    const { output, end } = await begun(start, 'start', '--quiet', ...FREE_PORTS, '--dump-state', file);
    const before = process.exitCode;
    onTestFinished(() => {
      process.exitCode = before;
    });
    process.exitCode = 1;
    await end();
    expect(output.stdout).not.toContain('State written');
  });
});

describe('--state', () => {
  const runOf = (...flags: readonly (readonly [string, string])[]) =>
    withStateFlag(resolveConfig({ flags: new Map(flags) }));

  it('loads a file that exists into a new chain only, and writes it always', async () => {
    const [folder, home] = [temporaryFolder(), temporaryFolder()];
    const file = join(folder, 'state.json');
    const chosen = (...flags: readonly (readonly [string, string])[]) => {
      const { dumpState, loadState } = runOf(['--state', file], ...flags).run;
      return [dumpState, loadState];
    };
    expect(chosen()).toEqual([file, undefined]);
    writeFileSync(file, '{"accounts":{}}');
    expect(chosen()).toEqual([file, file]);
    expect(chosen(['--home', home])).toEqual([file, file]);
    mkdirSync(join(home, 'config'));
    writeFileSync(join(home, 'config', 'genesis.json'), '{}');
    expect(chosen(['--home', home])).toEqual([file, undefined]);
    expect(runOf(['--state', folder]).run).toMatchObject({ dumpState: folder, loadState: folder });
    expect(runOf(['--dump-state', file]).run).toMatchObject({ dumpState: file, loadState: undefined });
  });

  it('may replace the file of another chain only after it has loaded it', async () => {
    const file = join(temporaryFolder(), 'state.json');
    const dumpOf = async (...flags: readonly (readonly [string, string])[]) =>
      (await devnetOptions(runOf(...flags))).dumpState;
    expect(await dumpOf(['--state', file])).toEqual({
      file,
      historicalStates: false,
      intervalMs: 60_000,
      onlyOwn: true,
    });
    await using devnet: Devnet = await createDevnet({ dumpState: file });
    await devnet.close();
    expect(
      await dumpOf(['--state', file], ['--state-interval', '7'], ['--preserve-historical-states', 'true']),
    ).toEqual({
      ...{ file, historicalStates: true, intervalMs: 7000, onlyOwn: false },
    });
    expect(await dumpOf(['--dump-state', file])).toMatchObject({ file, onlyOwn: false });
  });
});
