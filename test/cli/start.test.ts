import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SETTINGS } from '../../src/config/names.js';
import { evmCall, FREE_PORTS, halley, Running, temporaryFolder } from './run.js';

const started = (...args: string[]) => new Running(['start', '--json', '--quiet', ...FREE_PORTS, ...args]);

describe('halley start', () => {
  it('prints its addresses in one line of JSON, and Ctrl-C ends it cleanly', async () => {
    const devnet = started();
    const { chainId, evmChainId, urls, accounts } = await devnet.facts();
    expect([chainId, evmChainId, accounts.length]).toEqual(['halley_31337-1', 31337, 20]);
    expect(accounts[0]?.balance).toBe('10000000000000000000000');
    expect(await evmCall(urls.evmHttp, 'eth_chainId')).toBe('0x7a69');
    expect(await evmCall(urls.evmHttp, 'eth_blockNumber')).toBe('0x1');
    const status = await (await fetch(`${urls.cometRpc}/status`)).json();
    expect(JSON.stringify(status)).toContain('"network":"halley_31337-1"');
    const { code, stdout, stderr } = await devnet.signal('SIGINT');
    expect({ code, lines: stdout.split('\n').length, stderr }).toEqual({ code: 0, lines: 2, stderr: '' });
  });

  it('prints accounts, keys, addresses and chain ids, and SIGTERM ends it cleanly', async () => {
    const devnet = new Running(['start', ...FREE_PORTS, '--accounts=1', '--block-time=60']);
    await devnet.line();
    const { code, stdout } = await devnet.signal('SIGTERM');
    expect(code).toBe(0);
    expect(stdout.toLowerCase()).toContain('0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266');
    expect(stdout).toContain('Each has 10000 coins.');
    expect(stdout).toContain(
      '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80  halley17w0adeg64ky0daxwd2ugyuneellmjgnxjn5qmu\n',
    );
    for (const fact of ['31337 (EVM), halley_31337-1 (consensus)', 'a block every 60 s', 'http://127.0.0.1:', 'ws://'])
      expect(stdout).toContain(fact);
  });

  it('identifies itself as the node of the compat mode', async () => {
    const devnet = started('--compat=hardhat');
    const { evmHttp } = (await devnet.facts()).urls;
    expect(await evmCall(evmHttp, 'web3_clientVersion')).toMatch(/^HardhatNetwork\//);
    await devnet.signal('SIGINT');
    const { stderr } = await halley('start', '--compat=ganache');
    expect(stderr).toBe('halley: --compat is "ganache": expected one of auto, hardhat, anvil, hardhat2, hardhat3\n');
  });

  it('mines and orders transactions as configured', async () => {
    const devnet = started('--block-time=60', '--mixed-mining', '--order=fifo', '--automine-batch');
    const { evmHttp } = (await devnet.facts()).urls;
    expect(await evmCall(evmHttp, 'anvil_getIntervalMining')).toBe(60);
    expect(await evmCall(evmHttp, 'anvil_getAutomine')).toBe(true);
    expect(await evmCall(evmHttp, 'anvil_nodeInfo')).toMatchObject({ transactionOrder: 'fifo' });
    await evmCall(evmHttp, 'hardhat_mine', ['0x64', '0x3c']);
    expect(await evmCall(evmHttp, 'eth_blockNumber')).toBe('0x65');
    await devnet.signal('SIGINT');
    const { stderr } = await halley('start', '--mixed-mining');
    expect(stderr).toBe(
      'halley: --mixed-mining needs --block-time: it adds blocks at that interval to those of transactions\n',
    );
  });

  it('starts in the mining mode, and refuses an invalid one before it writes anything', async () => {
    const devnet = started('--mining-mode=step');
    const { evmHttp } = (await devnet.facts()).urls;
    const reached = await evmCall(evmHttp, 'halley_step', ['height', 2]);
    expect(reached).toEqual({ height: '0x4', round: '0x0', step: 'NewHeight', count: '0x2' });
    expect(await evmCall(evmHttp, 'eth_blockNumber')).toBe('0x3');
    await devnet.signal('SIGINT');
    const home = join(temporaryFolder(), 'home');
    for (const [miningMode, why] of [
      ['slow', 'there is no mining mode "slow", expected one of automine, interval, manual, mixed, realtime, step'],
      ['realtime:x', '"factor" of mining mode "realtime" is "x", expected a number from 0.01 to 1000'],
    ]) {
      const { code, stderr } = await halley('start', ...FREE_PORTS, `--home=${home}`, `--mining-mode=${miningMode}`);
      expect([code, stderr]).toEqual([1, `halley: ${why}\n`]);
      expect(existsSync(home)).toBe(false);
    }
    const missing = await halley('start', ...FREE_PORTS, `--home=${home}`, '--genesis=./nowhere.json');
    expect([missing.code, existsSync(home)]).toEqual([1, false]);
    const { stderr } = await halley('start', '--mining-mode=step', '--no-mining');
    expect(stderr).toBe(
      'halley: --mining-mode excludes --no-mining and --block-time, which mean manual and interval\n',
    );
  });

  it('makes a chain with the requested values', async () => {
    const devnet = started('--chain-id=777', '--accounts=2', '--balance=1.5', '--gas-limit=9000000', '--base-fee=7');
    const { chainId, evmChainId, urls, accounts } = await devnet.facts();
    expect([chainId, evmChainId]).toEqual(['halley_777-1', 777]);
    expect(accounts.map(({ balance }) => balance)).toEqual(['1500000000000000000', '1500000000000000000']);
    expect(await evmCall(urls.evmHttp, 'eth_getBlockByNumber', ['0x1', false])).toMatchObject({ gasLimit: '0x895440' });
    await devnet.signal('SIGINT');
  });

  it('starts a genesis document of the package by its name, from any folder', async () => {
    const args = ['start', '--json', '--genesis', 'teaching', '--home', 'chain', ...FREE_PORTS];
    const first = new Running(args, {}, `cd ${temporaryFolder()}`);
    expect((await first.facts()).chainId).toBe('teaching_9001-1');
    expect((await first.signal('SIGINT')).code).toBe(0);
  });

  it('makes a chain with the requested fork, code size and gas limit, and stores them', async () => {
    const home = temporaryFolder();
    const flags = ['--hardfork=Prague', '--disable-code-size-limit', '--gas-limit=160000000'];
    const devnet = started(`--home=${home}`, ...flags);
    const { urls } = await devnet.facts();
    expect(await evmCall(urls.evmHttp, 'anvil_nodeInfo')).toMatchObject({ hardFork: 'prague' });
    // This initcode returns 30,000 bytes.
    expect(await evmCall(urls.evmHttp, 'eth_call', [{ data: '0x620075305ff3' }])).toMatch(/^0x(00){30000}$/);
    // The code is GAS, PUSH0, MSTORE, PUSH1 32, PUSH0, RETURN.
    const to = `0x${'aa'.repeat(20)}`;
    const code = { [to]: { code: '0x5a5f5260205ff3' } };
    const gas = await evmCall(urls.evmHttp, 'eth_call', [{ to }, 'latest', code]);
    expect(BigInt(gas as string)).toBe(160_000_000n - 21_002n);
    await devnet.signal('SIGINT');
    const document = JSON.parse(readFileSync(join(home, 'config/genesis.json'), 'utf8'));
    expect(document.app_state.evm.params).toMatchObject({ hardfork: 'prague', max_code_size: '-1' });
    const again = started(`--home=${home}`);
    expect(await evmCall((await again.facts()).urls.evmHttp, 'anvil_nodeInfo')).toMatchObject({ hardFork: 'prague' });
    await again.signal('SIGINT');
    const { stderr } = await halley('start', `--home=${home}`, '--hardfork=osaka');
    expect(stderr).toContain('--hardfork applies only to a new chain, but');
  });

  it('makes the same first block from the same seed', async () => {
    const blocks: unknown[] = [];
    for (let run = 0; run < 2; run++) {
      const devnet = started('--seed=a seed');
      blocks.push(await evmCall((await devnet.facts()).urls.evmHttp, 'eth_getBlockByNumber', ['0x1', false]));
      await devnet.signal('SIGINT');
    }
    expect(blocks[1]).toEqual(blocks[0]);
  });

  it('serves only the enabled interfaces', async () => {
    const devnet = new Running([
      'start',
      '--json',
      '--json-rpc.enable=false',
      '--assets.address=',
      '--grpc.enable=false',
      '--dashboard.address=',
      FREE_PORTS[2] ?? '',
    ]);
    const { urls } = await devnet.facts();
    expect(urls).toMatchObject({ evmHttp: null, evmWs: null, assets: null, dashboard: null, grpc: null });
    expect(urls.cometRpc).toMatch(/^http:/);
    await devnet.signal('SIGINT');
  });

  it('reads variables, and a file of the home folder', async () => {
    const home = temporaryFolder();
    mkdirSync(join(home, 'config'));
    writeFileSync(join(home, 'config/app.toml'), '[devnet]\naccounts = 3\n');
    const devnet = new Running(['start', '--json', ...FREE_PORTS], { HALLEY_HOME: home });
    expect((await devnet.facts()).accounts.length).toBe(3);
    await devnet.signal('SIGINT');
  });

  it('continues the chain of its home folder', async () => {
    const home = temporaryFolder();
    const first = started(`--home=${home}`, '--chain-id=42');
    const { urls } = await first.facts();
    const block = await evmCall(urls.evmHttp, 'eth_getBlockByNumber', ['0x1', false]);
    expect((await first.signal('SIGINT')).code).toBe(0);
    const second = started(`--home=${home}`);
    const facts = await second.facts();
    expect(facts.chainId).toBe('halley_42-1');
    expect(await evmCall(facts.urls.evmHttp, 'eth_getBlockByNumber', ['0x1', false])).toEqual(block);
    await second.signal('SIGINT');
    expect((await halley('start', `--home=${home}`, '--chain-id=43')).stderr).toContain(
      '--chain-id applies only to a new chain, but',
    );
  });
});

describe('halley refuses in one line on stderr, with exit code 1', () => {
  const refused = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await halley(...args);
    expect({ code, stdout, lines: stderr.split('\n').length }).toEqual({ code: 1, stdout: '', lines: 2 });
    return stderr;
  };

  it('a port in use, with the flag that changes it', async () => {
    const devnet = started();
    const port = new URL((await devnet.facts()).urls.evmHttp ?? '').port;
    const stderr = await refused('start', ...FREE_PORTS.slice(1), `--json-rpc.address=127.0.0.1:${port}`);
    expect(stderr).toContain(port);
    expect(stderr).toContain('--json-rpc.address');
    const inUse = `halley: 127.0.0.1:${port} is in use: stop the process that listens there, choose another port with`;
    expect(await refused('start', ...FREE_PORTS.slice(1), '--port', port)).toBe(
      `${inUse} --port (0 picks a free one), or give --free-ports instead of --port\n`,
    );
    const comet = new Running(['start', ...FREE_PORTS.filter((flag) => !flag.startsWith('--rpc'))], {
      HALLEY_RPC_LADDR: `tcp://127.0.0.1:${port}`,
      HALLEY_FREE_PORTS: 'true',
    });
    expect((await comet.ended).stderr).toContain('or give --free-ports instead of HALLEY_RPC_LADDR');
    await devnet.signal('SIGINT');
  });

  it('an unknown flag, with the probable one', async () => {
    expect(await refused('start', '--blok-time', '3')).toBe(
      "halley: unknown option '--blok-time' (Did you mean --block-time?)\n",
    );
  });

  it('an unknown fork, and two limits for code', async () => {
    expect(await refused('start', '--hardfork=london')).toBe(
      'halley: --hardfork is "london": expected one of shanghai, cancun, prague, osaka, or latest (osaka)\n',
    );
    expect(await refused('start', '--code-size-limit=5', '--disable-code-size-limit')).toBe(
      'halley: --code-size-limit and --disable-code-size-limit exclude each other: the second means no limit\n',
    );
  });

  it('an invalid value', async () => {
    expect(await refused('start', '--validators', 'many')).toBe(
      'halley: --validators is "many": expected a whole number from 1 to 200\n',
    );
    expect(await refused('start', '--block-time')).toContain("'-b, --block-time <seconds>' argument missing");
  });

  it('an unknown namespace, and a setting of other nodes without effect', async () => {
    expect(await refused('start', '--json-rpc.api=eth,clique')).toBe(
      'halley: --json-rpc.api is "eth,clique": clique is not supported: validators vote on blocks, there are no clique signers; expected eth, web3, net, txpool, debug, personal, admin, miner, trace, ots, or all\n',
    );
    expect(await refused('start', '--evm.tracer=json')).toBe(
      'halley: --evm.tracer is a setting of cosmos/evm nodes without effect here: blocks are traced on request, by debug_traceBlockByNumber; remove it\n',
    );
    expect(await refused('start', '--json-rpc.filter-cap', '-1')).toBe(
      'halley: --json-rpc.filter-cap is "-1": JSON-RPC filter-cap cannot be negative\n',
    );
  });

  it('a genesis document that is missing or invalid', async () => {
    expect(await refused('start', '--genesis', '/nowhere.json')).toContain('halley: genesis /nowhere.json: ENOENT');
    expect(await refused('start', '--genesis', 'teachin')).toContain('(did you mean "teaching"?)');
    const file = join(temporaryFolder(), 'genesis.json');
    writeFileSync(file, '{"chain_id":"halley_1-1","initial_height":"high"}');
    expect(await refused('start', '--genesis', file, ...FREE_PORTS)).toContain('initial_height');
  });

  it('an unknown command', async () => {
    expect(await refused('strat')).toBe(`halley: unknown command 'strat' (did you mean "start"?)\n`);
    expect(await refused('start', 'now')).toBe(
      'halley: "now" is not a flag: expected only flags, such as halley start --port 8545\n',
    );
  });
});

describe('halley', () => {
  it('shows its flags and its version', async () => {
    const help = await halley('start', '--help');
    expect(help.code).toBe(0);
    const flagsIn = (text: string): string[] =>
      [...text.matchAll(/^ +(?:-\w, )?(--[\w.-]+)/gm)].map(([, flag]) => `${flag}`);
    expect(flagsIn(help.stdout)).toEqual([
      ...['--port', '--fork-url', '--block-time', '--no-mining', '--accounts', '--balance', '--mnemonic', '--chain-id'],
      ...[
        '--gas-limit',
        '--home',
        '--state',
        '--genesis',
        '--json-rpc.api',
        '--quiet',
        '--json',
        '--help',
        '--help-all',
      ],
    ]);
    const all = await halley('start', '--help-all');
    expect([all.code, all.stderr]).toEqual([0, '']);
    expect(flagsIn(all.stdout).slice(0, 17)).toEqual(flagsIn(help.stdout));
    for (const { flag } of SETTINGS) expect(flagsIn(all.stdout), flag).toContain(flag);
    for (const line of `${help.stdout}${all.stdout}`.split('\n')) expect(line.length, line).toBeLessThanOrEqual(100);
    expect((await halley('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
