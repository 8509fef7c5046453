/**
 * Runs the built command on bad disks. A limit on the size of files, which LevelDB's log exceeds, simulates a full
 * disk.
 */
import { cpSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { to0x } from '../../src/kernel/hex.js';
import { transfer } from '../devnet/node_kit.js';
import { FREE_PORTS, halley, Running, temporaryFolder } from './run.js';

/** Shell command that limits files to 300 blocks of 512 bytes, which suffices for some ten transfers. */
const NO_ROOM = 'ulimit -f 300';

const start = (home: string, flags: readonly string[], before?: string) =>
  new Running(['start', '--json', ...FREE_PORTS, `--home=${home}`, ...flags], {}, before);

interface Answer {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** Returns the answer to a call, or undefined when the server has ended. */
async function call(url: string | null, method: string, ...params: unknown[]): Promise<Answer | undefined> {
  try {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const headers = { 'content-type': 'application/json' };
    return (await (await fetch(url ?? '', { method: 'POST', headers, body })).json()) as Answer;
  } catch {
    return undefined;
  }
}

const expectOneLine = (stderr: string, home: string): void => {
  expect(stderr.split('\n').length).toBe(2);
  expect(stderr).toMatch(
    /^halley: the store in ".*" cannot be written: .*; acknowledged data is not lost: .*start again/,
  );
  expect(stderr).toContain(home);
};

describe('halley start on a disk that is full', () => {
  it.each([
    { mode: 'automine', flags: [] as string[] },
    { mode: 'no mining', flags: ['--no-mining'] },
    { mode: 'interval', flags: ['--block-time=0.2'] },
  ])('reports it in one line, ends with 1, and has stored what it acknowledged ($mode)', async ({ flags }) => {
    const home = temporaryFolder();
    const first = start(home, flags, NO_ROOM);
    const { evmHttp } = (await first.facts()).urls;
    const acknowledged: unknown[] = [];
    for (let nonce = 0; ; nonce++) {
      const answer = await call(evmHttp, 'eth_sendRawTransaction', to0x(await transfer(31337n, nonce)));
      if (answer?.error !== undefined) expect(answer.error).toMatchObject({ code: -32603 });
      if (answer?.result === undefined) break;
      acknowledged.push(answer.result);
    }
    const { code, stderr } = await first.ended;
    expect(code).toBe(1);
    expectOneLine(stderr, home);
    expect(acknowledged.length).toBeGreaterThan(flags[0] === '--block-time=0.2' ? 0 : 5);

    const second = start(home, []);
    const urls = (await second.facts()).urls;
    for (const hash of acknowledged)
      expect((await call(urls.evmHttp, 'eth_getTransactionByHash', hash))?.result).toMatchObject({ hash });
    expect(await second.signal('SIGINT')).toMatchObject({ code: 0, stderr: '' });
  });

  it('reports it when it only made blocks', async () => {
    const home = temporaryFolder();
    const { code, stderr } = await start(home, ['--block-time=0.01'], NO_ROOM).ended;
    expect(code).toBe(1);
    expectOneLine(stderr, home);
  });

  it('reports it when it cannot write the initial state', async () => {
    const home = temporaryFolder();
    await halley('init', `--home=${home}`, '--accounts=500');
    const { code, stdout, stderr } = await start(home, [], 'ulimit -f 40').ended;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expectOneLine(stderr, home);
  });
});

describe('halley start on a damaged home', () => {
  const logOf = (home: string): string => {
    const folder = join(home, 'data');
    return join(folder, readdirSync(folder).find((file) => file.endsWith('.log')) ?? '');
  };
  const DAMAGES: Readonly<Record<string, (log: string) => void>> = {
    'a byte of its log': (log) => {
      const bytes = readFileSync(log);
      bytes[1000] = (bytes[1000] ?? 0) ^ 1;
      writeFileSync(log, bytes);
    },
    'the end of its log': (log) => truncateSync(log, readFileSync(log).length - 100),
  };

  it.each(Object.entries(DAMAGES))(
    'reports it in one line each time, and continues with a copy: %s',
    async (_, damage) => {
      const home = temporaryFolder();
      const first = start(home, []);
      const { evmHttp } = (await first.facts()).urls;
      for (const nonce of [0, 1]) await call(evmHttp, 'eth_sendRawTransaction', to0x(await transfer(31337n, nonce)));
      await first.signal('SIGKILL');
      const copy = temporaryFolder();
      cpSync(join(home, 'data'), copy, { recursive: true });
      damage(logOf(home));
      for (let run = 0; run < 2; run++) {
        const { code, stdout, stderr } = await start(home, []).ended;
        expect({ code, stdout, lines: stderr.split('\n').length }).toEqual({ code: 1, stdout: '', lines: 2 });
        expect(stderr).toMatch(/^halley: the store in ".*" is damaged: .*; restore the folder from a copy/);
      }
      rmSync(join(home, 'data'), { recursive: true });
      cpSync(copy, join(home, 'data'), { recursive: true });
      const second = start(home, []);
      expect(await call((await second.facts()).urls.evmHttp, 'eth_blockNumber')).toMatchObject({ result: '0x3' });
      expect((await second.signal('SIGTERM')).code).toBe(0);
    },
  );
});
