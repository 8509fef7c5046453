/** Runs the command in a project that has installed the package. */
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { call, outputOf, readJson, run } from './project.js';

const { folder } = inject('alone');
const URL_SHOWN = /(?<url>http:\/\/127\.0\.0\.1:\d+)/;

describe('the installed command', () => {
  it('starts a chain with `npx halley-devnet`', async () => {
    const { url } = await outputOf(folder, URL_SHOWN, 'npx', 'halley-devnet');
    expect(await call(url as string, 'eth_chainId')).toBe('0x7a69');
  });

  it('stores a chain in a folder with `npx halley start --home`', async () => {
    const { url } = await outputOf(folder, URL_SHOWN, 'npx', 'halley', 'start', '--home', 'chain');
    expect(await call(url as string, 'eth_blockNumber')).toBe('0x1');
    expect(readJson(join(folder, 'chain/config/genesis.json')).chain_id).toBe('halley_31337-1');
  });

  it('serves the asset API, whose packages are loaded lazily', async () => {
    const { url } = await outputOf(folder, /"assets":"(?<url>[^"]+)"/, 'npx', 'halley', 'start', '--json');
    expect((await fetch(`${url}/openapi.json`)).status).toBe(200);
  });

  it('serves the page of the dashboard with its script and style', async () => {
    const { url } = await outputOf(folder, /"dashboard":"(?<url>[^"]+)"/, 'npx', 'halley', 'start', '--json');
    const page = await (await fetch(`${url}/`)).text();
    const files = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file as string);
    expect(files.sort()).toEqual(['app.css', 'app.js', 'icon.svg']);
    for (const file of files) expect((await fetch(`${url}/${file}`)).status).toBe(200);
    expect(await (await fetch(`${url}/scenarios`)).json()).toContainEqual(
      expect.objectContaining({ name: 'equivocating-prevotes' }),
    );
  });

  it('runs a scenario of the package by its name', async () => {
    const { code, stdout } = await run(folder, 'npx', 'halley', 'scenario', 'run', 'equivocating-prevotes', '--quiet');
    expect({ code, last: stdout.trim().split('\n').at(-1) }).toMatchObject({
      code: 0,
      last: expect.stringMatching(/^passed/),
    });
  });

  it.each(['halley', 'ethereumjs'])('runs precompiles in the machine %s', async (machine) => {
    const args = ['halley', 'start', '--evm.machine', machine];
    const { url } = await outputOf(folder, URL_SHOWN, 'npx', ...args);
    const addPoints = { to: `0x${'6'.padStart(40, '0')}`, data: '0x' };
    expect(await call(url as string, 'eth_call', addPoints)).toBe(`0x${'0'.repeat(128)}`);
  });

  it('prints its version', async () => {
    const { version } = readJson(join(folder, 'node_modules/halley-devnet/package.json'));
    expect(await run(folder, 'npx', 'halley', '--version')).toMatchObject({ code: 0, stdout: `${version}\n` });
  });
});

describe('the command without the optional packages', () => {
  const { folder: bare } = inject('withoutBinaries');

  it('starts a chain that accepts transactions', async () => {
    const { url } = await outputOf(bare, URL_SHOWN, 'npx', 'halley-devnet');
    const [from, to] = (await call(url as string, 'eth_accounts')) as string[];
    expect(await call(url as string, 'eth_sendTransaction', { from, to, value: '0x1' })).toMatch(/^0x[0-9a-f]{64}$/);
    expect(await call(url as string, 'eth_blockNumber')).toBe('0x2');
  });

  it('explains in one line what a home folder needs', async () => {
    const { code, output } = await run(bare, 'npx', 'halley', 'start', '--home', 'chain');
    expect(output).toMatch(
      /^halley: the package classic-level, which stores a chain in a folder, does not load on \S+ \(.*\): .*\n$/m,
    );
    expect(code).toBe(1);
  });
});
