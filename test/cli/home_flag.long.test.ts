/** Runs `halley export` and `halley verify` as users do, on homes that `halley start` has made. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { describe, expect, it } from 'vitest';
import { to0x } from '../../src/kernel/hex.js';
import { transfer } from '../devnet/node_kit.js';
import { evmCall, FREE_PORTS, halley, Running, temporaryFolder } from './run.js';

const start = (...args: string[]) => new Running(['start', '--json', ...FREE_PORTS, ...args]);

/** Makes a chain of three blocks with two transfers, whose process was killed. */
async function killedHome(): Promise<string> {
  const home = temporaryFolder();
  const running = start(`--home=${home}`);
  const { evmHttp } = (await running.facts()).urls;
  for (const nonce of [0, 1])
    await evmCall(evmHttp, 'eth_sendRawTransaction', [to0x(await transfer(31337n, nonce, 1, { to: 2 }))]);
  await running.signal('SIGKILL');
  return home;
}

const SENDER = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';

describe('halley export', () => {
  it('prints a document from which halley start continues at the next height', async () => {
    const home = await killedHome();
    const { code, stdout, stderr } = await halley('export', '--home', home);
    expect([code, stderr]).toEqual([0, '']);
    expect((await halley('export', '--home', home)).stdout).toBe(stdout);
    const document = join(temporaryFolder(), 'genesis.json');
    writeFileSync(document, stdout);

    const next = start(`--genesis=${document}`, `--home=${temporaryFolder()}`);
    const { urls } = await next.facts();
    expect(await evmCall(urls.evmHttp, 'eth_blockNumber')).toBe('0x4');
    expect(await evmCall(urls.evmHttp, 'eth_getTransactionCount', [SENDER, 'latest'])).toBe('0x2');
    const status: unknown = await (await fetch(`${urls.cometRpc}/status`)).json();
    expect(status).toMatchObject({
      result: { sync_info: { earliest_block_height: '4', latest_block_height: '4' } },
    });
    expect((await next.signal('SIGINT')).stderr).toBe('');
  });
});

describe('halley verify', () => {
  it('prints in a line what it has verified', async () => {
    const home = await killedHome();
    const { code, stdout, stderr } = await halley('verify', '--home', home);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^verified 3 blocks of halley_31337-1: 2 transactions, \d+ records, height 3\n$/);
    const again = start(`--home=${home}`);
    expect(await evmCall((await again.facts()).urls.evmHttp, 'eth_blockNumber')).toBe('0x3');
    await again.signal('SIGINT');
  });

  it('prints with how many transactions another implementation agrees', async () => {
    const home = await killedHome();
    const { code, stdout, stderr } = await halley('verify', '--reference', '--home', home);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /^verified 3 blocks of halley_31337-1: .*\nreference: 2 transactions agree, 0 differ, 0 are not comparable\n$/,
    );
  });

  it('prints each wrong record in a line, and ends with 1', async () => {
    const home = await killedHome();
    const level = new ClassicLevel<Uint8Array, Uint8Array>(join(home, 'data'), {
      keyEncoding: 'view',
      valueEncoding: 'view',
    });
    await level.open();
    for (const height of [2, 3]) {
      const key = Uint8Array.of(0x4c, 0x72, 0, 0, 0, 0, 0, 0, 0, height);
      const value = (await level.get(key)) ?? new Uint8Array();
      await level.put(
        key,
        value.map((byte, i) => (i === 30 ? byte ^ 1 : byte)),
      );
    }
    await level.close();
    const { code, stdout, stderr } = await halley('verify', '--home', home);
    expect([code, stdout]).toEqual([1, '']);
    const line = (height: number) =>
      `halley: the store in "${join(home, 'data')}" is damaged: the results of height ${height} fails its checksum; ` +
      'restore the folder from a copy, or remove it to start anew\n';
    expect(stderr).toBe(`${line(2)}${line(3)}halley: 2 of its records differ, executed up to height 3\n`);
  });
});

describe.each(['export', 'verify'])('halley %s', (command) => {
  it('refuses in a line a home that it cannot read', async () => {
    const home = temporaryFolder();
    const running = start(`--home=${home}`);
    await running.facts();
    expect(await halley(command, '--home', home)).toEqual({
      code: 1,
      stdout: '',
      stderr: `halley: the home folder "${home}" is in use by process ${running.pid}: close it there first, or use another home folder\n`,
    });
    await running.signal('SIGINT');
    const empty = temporaryFolder();
    expect(await halley(command, '--home', empty)).toMatchObject({
      code: 1,
      stderr: `halley: there is no chain in "${empty}", expected the home folder of a chain (--home)\n`,
    });
    expect(await halley(command)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('halley: --home is missing: expected the folder of the persistent chain'),
    });
    expect(await halley(command, '--home', home, '--port=1')).toMatchObject({
      code: 1,
      stderr: "halley: unknown option '--port=1'\n",
    });
  });
});
