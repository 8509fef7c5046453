/** Tests `halley fixtures` with the built command: a proxy in front of a devnet, the replay, and the check. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { evmCall, FREE_PORTS, halley, Running, temporaryFolder } from './run.js';

describe('halley fixtures', () => {
  it('records by a proxy until a signal, replays with hints, and checks', async () => {
    const out = join(temporaryFolder(), 'recording');
    const node = new Running(['start', '--json', '--seed=fixtures', ...FREE_PORTS]);
    const { evmHttp } = (await node.facts()).urls;
    const proxy = new Running(['fixtures', 'record', '--proxy', `evm=${evmHttp}`, '--out', out]);
    const proxied = await proxy.said(/^evm +(http:\S+)\n/);
    expect(await evmCall(proxied, 'eth_chainId', [])).toBe('0x7a69');
    expect(await evmCall(proxied, 'eth_blockNumber', [])).toBe('0x1');
    expect(existsSync(out)).toBe(false);
    await proxy.signal('SIGINT');
    expect(await proxy.ended).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining(`2 exchanges in ${out}\n`),
    });

    const same = await halley('fixtures', 'check', out, '--against', String(evmHttp));
    expect(same).toEqual({ code: 0, stderr: '', stdout: '2 exchanges: 2 equal, 0 different.\n' });
    await evmCall(evmHttp, 'evm_mine', []);
    const changed = await halley('fixtures', 'check', out, '--against', `evm=${evmHttp}`);
    expect(changed).toMatchObject({
      code: 1,
      stdout:
        'exchanges/002-eth_blockNumber.json\n  @ result\n  - "0x1"\n  + "0x2"\n\n2 exchanges: 1 equal, 1 different.\n',
    });
    await node.signal('SIGINT');

    const replay = new Running(['fixtures', 'replay', out, '--free-ports', '--strict']);
    const replayed = await replay.said(/ evm +(http:\S+)\n/);
    expect(await evmCall(replayed, 'eth_chainId', [])).toBe('0x7a69');
    await replay.signal('SIGTERM');
    expect((await replay.ended).stdout).toMatch(/^recording: strict replay\n/);
  });

  it('begins a plan that records, and never replaces a file', async () => {
    const plan = join(temporaryFolder(), 'plan.toml');
    expect(await halley('fixtures', 'new', plan)).toEqual({ code: 0, stderr: '', stdout: `${plan}\n` });
    const recorded = await halley('fixtures', 'record', plan, '--out', join(temporaryFolder(), 'transfer'));
    expect(recorded).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/^transfer: 2 exchanges in /),
    });
    expect((await halley('fixtures', 'new', plan)).stderr).toContain(`${plan} exists already`);
  });

  it('reports flags and folders that are wrong', async () => {
    const folder = temporaryFolder();
    const refused = async (args: readonly string[], text: string) =>
      expect(await halley('fixtures', ...args)).toMatchObject({ code: 1, stderr: expect.stringContaining(text) });
    await refused(['record', '--out', join(folder, 'x')], 'expected a plan, or nodes with --proxy, and not both');
    await refused(['record', '--out', folder, '--proxy', 'http://127.0.0.1:9'], 'replace it with --force');
    await refused(['replay', folder], 'is not a folder of fixtures');
    await refused(['replay', folder, '--strict', '--loose'], '--strict and --loose exclude each other');
    await refused(['check', folder], 'is not a folder of fixtures');
    await refused(['check', folder, '--against', 'a:1', '--against', 'b:1'], 'names two nodes for evm');
    writeFileSync(join(folder, 'manifest.json'), readFileSync(new URL('../../package.json', import.meta.url)));
    await refused(['check', folder], 'manifest.json:1:1: format is undefined, expected "halley-fixtures"');
  });
});
