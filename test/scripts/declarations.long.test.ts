/**
 * Compiles programs against the declarations that the package ships, in a project that has only the package. The
 * declarations come from the report, which `npm run check` compares with the compiled project.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportedTypes } from '../../scripts/declarations.mjs';
import { ROOT } from '../../scripts/ensure.mjs';

const COMPILER_OPTIONS = {
  target: 'ES2022',
  lib: ['ES2022'],
  types: [],
  module: 'NodeNext',
  strict: true,
  noEmit: true,
};

const ERRORS = `
import { createDevnet, type ErrorCode, HalleyError, RpcError } from 'halley-devnet';

export async function codeOf(action: Promise<unknown>): Promise<ErrorCode | number | undefined> {
  try {
    await action;
  } catch (error) {
    if (error instanceof HalleyError) return error.code;
    if (error instanceof RpcError) return error.code;
    throw error;
  }
}
export const refused = codeOf(createDevnet({ validators: 0 }));
`;

const PROVIDER = `
import { createDevnet, type Devnet, type DevnetOptions, type EvmProvider, systemClock } from 'halley-devnet';

const options: DevnetOptions = { clock: systemClock, timeouts: { commit: 0n }, jsonRpc: { limits: { filters: 5 } } };
export async function height(): Promise<bigint> {
  await using devnet: Devnet = await createDevnet(options);
  const provider: EvmProvider = devnet.provider;
  await provider.request({ method: 'eth_blockNumber' });
  return devnet.height;
}
`;

const MISTAKEN = `
import { createDevnet } from 'halley-devnet';

createDevnet({ validatorz: 4 });
`;

const FIXTURES = `
import type { Devnet, EvmProvider, Urls } from 'halley-devnet';
import { type Server, test } from 'halley-devnet/vitest';

test.override({ devnetOptions: { validators: 7 } });
test.beforeAll(async ({ chain }) => {
  await chain.mine();
});
test('has its fixtures', async ({ devnet, provider, server, urls, expect }) => {
  const all: [Devnet, EvmProvider, Server, Urls] = [devnet, provider, server, urls];
  expect(all.length).toBe(4);
});
// @ts-expect-error: only what the file has is there before all tests.
test.beforeAll(async ({ devnet }) => {});
// @ts-expect-error: there is no such option.
test.override({ devnetOptions: { validatorz: 7 } });
`;

const CLIENTS = `
import { createDevnet } from 'halley-devnet';
import type { Server } from 'halley-devnet/vitest';
import { chain, type Clients, clients, transport } from 'halley-devnet/viem';
import { createPublicClient, type CustomTransport, parseAbi } from 'viem';

const abi = parseAbi(['function deposit(uint256 amount) payable', 'function total() view returns (uint256)']);
const devnet = await createDevnet();
const all: Clients<CustomTransport> = clients(devnet);
const { publicClient, walletClient, testClient, accounts } = all;
const { address } = accounts[0];
const hash: \`0x\${string}\` = await walletClient.writeContract({ address, abi, functionName: 'deposit', args: [1n] });
const { status }: { status: 'success' | 'reverted' } = await publicClient.waitForTransactionReceipt({ hash });
const total: bigint = await publicClient.readContract({ address, abi, functionName: 'total' });
await testClient.setBalance({ address: devnet.accounts[1]?.address ?? address, value: total });
await clients(devnet.chains.get('hub-1')).walletClient.sendTransaction({ to: address });
export const own = createPublicClient({ chain: chain(devnet), transport: transport(devnet), batch: { multicall: true } });
export const remote = (server: Server) => clients(server).publicClient.transport.url;
export { status };
// @ts-expect-error: the amount is missing.
await walletClient.writeContract({ address, abi, functionName: 'deposit', args: [] });
// @ts-expect-error: a URL is no chain.
clients('http://127.0.0.1:8545');
`;

describe('a program that imports the package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'halley-consumer-'));
  const tsc = (cwd: string, ...args: string[]): string =>
    spawnSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), ...args], { cwd, encoding: 'utf8' })
      .stdout;
  const link = (name: string): void => {
    const path = join(folder, 'node_modules', name);
    if (!existsSync(path)) symlinkSync(join(ROOT, 'node_modules', name), path);
  };
  let received = '';
  beforeAll(() => {
    const home = join(folder, 'node_modules/halley-devnet');
    mkdirSync(home, { recursive: true });
    cpSync(join(ROOT, 'package.json'), join(home, 'package.json'));
    for (const [path, text] of reportedTypes()) {
      mkdirSync(dirname(join(home, path)), { recursive: true });
      writeFileSync(join(home, path), text);
    }
    const files = { 'errors.mts': ERRORS, 'provider.mts': PROVIDER, 'mistaken.mts': MISTAKEN };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const config = { compilerOptions: COMPILER_OPTIONS, files: Object.keys(files) };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    received = tsc(folder, '-p', '.', '--pretty', 'false');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('distinguishes the errors and names the types of the API, without the types of Node', () => {
    expect(received.split('\n').filter((line) => line !== '' && !line.startsWith('mistaken'))).toEqual([]);
  });

  it('has typed fixtures if vitest is installed', () => {
    link('vitest');
    writeFileSync(join(folder, 'fixtures.mts'), FIXTURES);
    const compilerOptions = { ...COMPILER_OPTIONS, lib: ['ES2023'], skipLibCheck: true };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['fixtures.mts'] }));
    expect(tsc(folder, '-p', '.', '--pretty', 'false')).toBe('');
  });

  it('has typed clients if viem is installed', () => {
    for (const name of ['viem', 'vitest']) link(name);
    writeFileSync(join(folder, 'clients.mts'), CLIENTS);
    const compilerOptions = { ...COMPILER_OPTIONS, skipLibCheck: true };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['clients.mts'] }));
    expect(tsc(folder, '-p', '.', '--pretty', 'false')).toBe('');
  });

  it('does not compile with an unknown option', () => {
    expect(received).toContain("'validatorz' does not exist in type 'DevnetOptions'");
  });
});
