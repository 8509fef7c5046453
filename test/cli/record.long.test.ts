/** Tests records with the built command: made, killed, on a full disk, replayed and traced. */
import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { to0x } from '../../src/kernel/hex.js';
import { transfer } from '../devnet/node_kit.js';
import { evmCall, FREE_PORTS, halley, Running, temporaryFolder } from './run.js';

/** Allows for sessions that are replayed by processes. */
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const recording = (file: string, flags: readonly string[] = [], before?: string): Running =>
  new Running(['start', '--json', '--seed=recorded', `--record=${file}`, ...FREE_PORTS, ...flags], {}, before);

const newFile = (): string => join(temporaryFolder(), 'session.jsonl');

/** Returns the hash that the node answered; undefined when it did not answer. */
async function send(url: string | null, nonce: number): Promise<string | undefined> {
  const raw = to0x(await transfer(31337n, nonce));
  return (await evmCall(url, 'eth_sendRawTransaction', [raw]).catch(() => undefined)) as string | undefined;
}

describe('halley replay', () => {
  it('runs a session again, which halley start has recorded', async () => {
    const file = newFile();
    const session = recording(file);
    const { evmHttp } = (await session.facts()).urls;
    for (const nonce of [0, 1, 2]) expect(await send(evmHttp, nonce)).toMatch(/^0x/);
    const id = await evmCall(evmHttp, 'evm_snapshot');
    await evmCall(evmHttp, 'hardhat_mine', ['0x64']);
    await evmCall(evmHttp, 'evm_revert', [id]);
    await evmCall(evmHttp, 'evm_mine');
    expect(await session.signal('SIGINT')).toMatchObject({ code: 0, stderr: '' });

    const replayed = await halley('replay', file);
    expect(replayed).toMatchObject({ code: 0, stderr: '' });
    expect(replayed.stdout).toMatch(/^height 100\nreplayed 105 heights, 3 transactions, [0-9,]+ events: identical\n$/);
    expect((await halley('replay', file, '--until=3')).stdout).toMatch(/^replayed 3 heights, 2 transactions, /);

    const trace = join(temporaryFolder(), 'trace.jsonl');
    const traced = await halley('trace', file, '--out', trace);
    expect([traced.code, traced.stdout]).toEqual([
      0,
      replayed.stdout.replace(/^.*\nreplayed (.*): identical/, 'traced $1'),
    ]);
    expect((await halley('trace', file)).stdout).toBe(readFileSync(trace, 'utf8'));
    expect((await halley('replay', trace)).stdout).toBe(replayed.stdout);
    const again = await halley('trace', file, '--out', trace);
    expect([again.code, again.stderr]).toEqual([
      1,
      `halley: the trace "${trace}" cannot be created: EEXIST: file already exists, open '${trace}'\n`,
    ]);
    const taken = await recording(file).ended;
    expect([taken.code, taken.stderr]).toEqual([
      1,
      `halley: the record "${file}" exists already: give another file, remove this one, or start with the home folder of the chain that it records\n`,
    ]);
  });

  it('ends with 1 and one line for a file that it cannot replay', async () => {
    const file = newFile();
    const session = recording(file);
    await session.facts();
    await session.signal('SIGINT');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('"type":"decided"', '"type":"decidee"'));
    const damaged = await halley('replay', file);
    expect([damaged.code, damaged.stderr]).toEqual([
      1,
      expect.stringMatching(/^halley: line \d+ of ".*" is damaged: its checksum is .*\n$/),
    ]);
    const missing = await halley('replay', `${file}x`);
    expect([missing.code, missing.stderr.split('\n').length]).toEqual([1, 2]);
    const wrong = await halley('replay', file, '--until=many');
    expect([wrong.code, wrong.stderr]).toEqual([1, 'halley: --until is "many", expected a height, such as 12\n']);
  });
});

describe('a recorded process that is killed', () => {
  it('leaves a record with everything that it acknowledged', async () => {
    const file = newFile();
    const session = recording(file, ['--block-time=0.02']);
    const { evmHttp } = (await session.facts()).urls;
    const acknowledged: string[] = [];
    const sending = (async () => {
      for (let nonce = 0; ; nonce++) {
        const hash = await send(evmHttp, nonce);
        if (hash === undefined) return;
        acknowledged.push(hash);
        if (nonce === 30) void session.signal('SIGKILL');
      }
    })();
    await Promise.all([sending, session.ended]);
    expect(acknowledged.length).toBeGreaterThan(30);
    const accepted = readFileSync(file, 'utf8').match(/"type":"transaction"[^\n]*"code":0/g) ?? [];
    expect(accepted.length).toBeGreaterThanOrEqual(acknowledged.length);
    const { code, stdout, stderr } = await halley('replay', file);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/: identical\n$/)]);
    expect(stderr).toMatch(
      /^halley: note: ".*" (is cut off in its last line|does not say that its devnet has closed), /,
    );
  });

  it('is continued with its home folder', async () => {
    const file = newFile();
    const home = temporaryFolder();
    let nonce = 0;
    for (const after of [3, 7, 4]) {
      const session = recording(file, [`--home=${home}`]);
      const { evmHttp } = (await session.facts()).urls;
      for (let sent = 0; sent < after; sent++) expect(await send(evmHttp, nonce++)).toMatch(/^0x/);
      void send(evmHttp, nonce);
      await session.signal('SIGKILL');
      const check = recording(file, [`--home=${home}`]);
      const { urls } = await check.facts();
      nonce = Number(
        await evmCall(urls.evmHttp, 'eth_getTransactionCount', [
          '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
          'latest',
        ]),
      );
      await check.signal('SIGINT');
    }
    const { code, stdout, stderr } = await halley('replay', file);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(new RegExp(`^replayed \\d+ heights, ${nonce} transactions, [0-9,]+ events: identical\n$`));
  });
});

describe('a record that cannot be continued', () => {
  it.each([
    ['on a disk that is full', 'ulimit -f 200', () => undefined, /EFBIG/],
    ['that another program removes', undefined, (file: string) => rmSync(file), /another program has removed it/],
    [
      'that another program cuts off',
      undefined,
      (file: string) => truncateSync(file, 5000),
      /another program has changed it: it has 5000 bytes, not \d+/,
    ],
  ])('%s ends with a whole line, and the devnet goes on and says so once', async (_, before, harm, cause) => {
    const file = newFile();
    const session = recording(file, [], before);
    const { evmHttp } = (await session.facts()).urls;
    for (let nonce = 0; nonce < 150; nonce++) {
      if (nonce === 20) harm(file);
      expect(await send(evmHttp, nonce)).toMatch(/^0x/);
    }
    expect(await evmCall(evmHttp, 'halley_record')).toBeNull();
    const { code, stderr } = await session.signal('SIGINT');
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^halley: warning: the record ".*" cannot be continued: .*; the devnet goes on without it, and the record is valid up to its last whole line: .*\n$/,
    );
    expect(stderr).toMatch(cause);
    if (!existsSync(file)) return;
    const replayed = await halley('replay', file);
    expect([replayed.code, replayed.stdout]).toEqual([0, expect.stringMatching(/: identical\n$/)]);
    if (before !== undefined) expect(readFileSync(file, 'utf8').endsWith('\n')).toBe(true);
  });
});
