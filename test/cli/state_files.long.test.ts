/** Runs the built command with the flags of state files and with documents of geth and Hardhat. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { evmCall, FREE_PORTS, halley, Running, temporaryFolder } from './run.js';

const start = (...args: string[]) => new Running(['start', '--json', '-q', ...FREE_PORTS, ...args]);
const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const BOB = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
const KEY = '0x8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba';

function written(name: string, document: unknown): string {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, JSON.stringify(document));
  return file;
}

describe('halley start', () => {
  it('with --state writes the file on exit and continues from it', async () => {
    const file = join(temporaryFolder(), 'state.json');
    const first = start('--state', file);
    const { urls } = await first.facts();
    await evmCall(urls.evmHttp, 'anvil_setBalance', [BOB, '0x7']);
    await evmCall(urls.evmHttp, 'anvil_mine', ['0x3']);
    expect(existsSync(file)).toBe(false);
    expect((await first.signal('SIGINT')).code).toBe(0);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ best_block_number: 4 });

    const second = start('--state', file, '--preserve-historical-states');
    const next = await second.facts();
    expect(await evmCall(next.urls.evmHttp, 'eth_blockNumber')).toBe('0x5');
    expect(await evmCall(next.urls.evmHttp, 'eth_getBalance', [BOB, 'latest'])).toBe('0x7');
    expect((await second.signal('SIGTERM')).code).toBe(0);
    const { best_block_number, historical_states } = JSON.parse(readFileSync(file, 'utf8'));
    expect([best_block_number, historical_states.length]).toEqual([5, 2]);
  });

  it('says that it wrote the state file, except as JSON', async () => {
    const file = join(temporaryFolder(), 'state.json');
    for (const [flags, end] of [
      [['-q'], `State written to ${file}\n`],
      [['--json', '-q'], '}\n'],
    ] as const) {
      const devnet = new Running(['start', ...FREE_PORTS, '--dump-state', file, ...flags]);
      await devnet.line();
      const { code, stdout } = await devnet.signal('SIGINT');
      expect([code, existsSync(file), stdout.slice(-end.length)]).toEqual([0, true, end]);
    }
  });

  it('with --state refuses a pipe at once, from which it could only read', async () => {
    const pipe = join(temporaryFolder(), 'state.json');
    execFileSync('mkfifo', [pipe]);
    const { code, stderr } = await halley('start', ...FREE_PORTS, '--state', pipe);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^halley: the state file .* cannot be written: it exists and is not a regular file\n$/),
    ]);
  });

  it('with --load-state and --home stores the chain, and refuses the flag for a stored one', async () => {
    const file = written('state.json', { accounts: { [BOB]: { nonce: 3, balance: '0x9', code: '0x', storage: {} } } });
    const home = temporaryFolder();
    const first = start('--load-state', file, '--home', home);
    await first.facts();
    await first.signal('SIGINT');
    const ours = join(temporaryFolder(), 'state.json');
    const again = start('--home', home, '--state', ours);
    const { urls } = await again.facts();
    expect(await evmCall(urls.evmHttp, 'eth_getTransactionCount', [BOB, 'latest'])).toBe('0x3');
    await again.signal('SIGINT');
    expect((await halley('verify', '--home', home)).code).toBe(0);
    const content = readFileSync(file, 'utf8');
    const foreign = await halley('start', ...FREE_PORTS, '--home', home, '--state', file);
    expect([foreign.code, foreign.stderr]).toEqual([
      1,
      expect.stringMatching(
        /^halley: the state file .* is not of the chain in the home folder, which would overwrite it/,
      ),
    ]);
    expect(readFileSync(file, 'utf8')).toBe(content);
    const refused = await halley('start', '--home', home, '--load-state', file);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('--load-state applies only to a new chain'),
    ]);
  });

  it('answers about the blocks of a state file also after a restart, and of an export with history', async () => {
    const file = join(temporaryFolder(), 'state.json');
    const first = start('--dump-state', file);
    const { urls } = await first.facts();
    const hash = await evmCall(urls.evmHttp, 'eth_sendTransaction', [{ from: ALICE, to: BOB, value: '0x1' }]);
    const receipt = await evmCall(urls.evmHttp, 'eth_getTransactionReceipt', [hash]);
    await first.signal('SIGINT');
    const receiptOf = async (...args: string[]): Promise<unknown> => {
      const running = start(...args);
      const facts = await running.facts();
      const answer = await evmCall(facts.urls.evmHttp, 'eth_getTransactionReceipt', [hash]);
      await running.signal('SIGINT');
      return answer;
    };
    const home = temporaryFolder();
    expect((await halley('init', '--home', home, '--load-state', file)).code).toBe(0);
    expect(await receiptOf('--home', home)).toEqual(receipt);
    expect(await receiptOf('--home', home)).toEqual(receipt);
    const { stdout } = await halley('export', '--home', home, '--with-history');
    const genesis = join(temporaryFolder(), 'exported.json');
    writeFileSync(genesis, stdout);
    expect(await receiptOf('--genesis', genesis)).toEqual(receipt);
    const plain = await halley('export', '--home', home);
    expect(JSON.parse(plain.stdout).halley).toBeUndefined();
    writeFileSync(
      join(home, 'config', 'genesis.json'),
      readFileSync(join(home, 'config', 'genesis.json'), 'utf8').replace(/"gasUsed":"0x5208"/, '"gasUsed":"0x5209"'),
    );
    const other = temporaryFolder();
    const damaged = await halley('start', '--home', other, '--genesis', join(home, 'config', 'genesis.json'));
    expect([damaged.code, damaged.stderr]).toEqual([
      1,
      expect.stringMatching(/^halley: genesis: halley\.history is not what was written/),
    ]);
  });

  it('with --init starts from a genesis of geth, and flags take precedence', async () => {
    const geth = written('geth.json', {
      config: { chainId: 77 },
      gasLimit: '0x989680',
      alloc: { [BOB]: { balance: '5' } },
    });
    const running = start('--init', geth, '--gas-limit', '5000000');
    const { evmChainId, urls } = await running.facts();
    expect(evmChainId).toBe(77);
    expect(await evmCall(urls.evmHttp, 'eth_getBalance', [BOB, 'latest'])).toBe('0x5');
    expect(await evmCall(urls.evmHttp, 'eth_getBlockByNumber', ['latest', false])).toMatchObject({
      gasLimit: '0x4c4b40',
    });
    await running.signal('SIGINT');
  });

  it('with accounts of Hardhat unlocks their keys, which no home stores', async () => {
    const accounts = written('accounts.json', [{ privateKey: KEY, balance: '1000' }]);
    const running = start('--genesis', accounts);
    expect((await running.facts()).accounts).toMatchObject([{ privateKey: KEY, balance: '1000' }]);
    await running.signal('SIGINT');
    const home = temporaryFolder();
    const refused = await halley('start', '--genesis', accounts, '--home', home);
    expect(refused.stderr).toContain('has keys of accounts, which the folder of --home does not store');
    expect(existsSync(join(home, 'config'))).toBe(false);
  });

  it('refuses invalid files before it starts, with the member', async () => {
    const state = written('state.json', { accounts: { [BOB]: { nonce: 1, balance: 'x', code: '0x', storage: {} } } });
    const geth = written('geth.json', { alloc: {}, timestamp: 'soon' });
    const own = written('own.json', { chain_id: 'a-1', app_state: {} });
    for (const [args, text] of [
      [['--load-state', state], `state file ${state}: accounts.${BOB}.balance is "x", expected a whole number`],
      [['--load-state', '/nowhere.json'], 'state file /nowhere.json: the file cannot be read: ENOENT'],
      [['--genesis', geth], `genesis ${geth}: timestamp is "soon", expected a whole number`],
      [['--genesis', own, '--load-state', state], 'needs a new chain, but the document'],
      [['--genesis', own, '--chain-id', '5'], '--chain-id applies only to a new chain'],
    ] as const) {
      const { code, stderr } = await halley('start', ...FREE_PORTS, ...args);
      expect([code, stderr]).toEqual([1, expect.stringContaining(text)]);
    }
  });
});
