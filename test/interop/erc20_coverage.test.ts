/** Compares the lines of OpenZeppelin's ERC-20 that ran with those that Foundry reports for the same calls. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hex } from 'viem';
import { expect, it, onTestFinished } from 'vitest';
import { createDevnet } from '../../src/devnet/index.js';
import { callsOf, type Lines, linesOf, OPEN_ZEPPELIN, sourcesOfToken } from './erc20_coverage.js';

const FORGE = JSON.parse(readFileSync(new URL('../vectors/forge_coverage.json', import.meta.url), 'utf8')) as {
  readonly lines: Lines;
};

/** Returns what has become of each line, such as `src/Token.sol:7 hit`. */
const listed = (lines: Lines): ReadonlySet<string> =>
  new Set(
    Object.entries(lines).flatMap(([name, kinds]) =>
      Object.entries(kinds).flatMap(([kind, text]) =>
        text.split(' ').flatMap((line) => (line === '' ? [] : [`${name}:${line} ${kind}`])),
      ),
    ),
  );

const isAbsent = !existsSync(OPEN_ZEPPELIN) && process.env['CI'] !== 'true';
if (isAbsent) console.warn(`OpenZeppelin is not installed (${OPEN_ZEPPELIN}): its coverage is not compared`);

it.skipIf(isAbsent)('finds the lines that Foundry finds', async () => {
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string };
  const sources = Object.fromEntries(Object.entries(sourcesOfToken()).map(([name, content]) => [name, { content }]));
  const outputSelection = { '*': { '*': ['abi', 'evm.bytecode', 'evm.deployedBytecode'] } };
  const input = { language: 'Solidity', sources, settings: { outputSelection, optimizer: { enabled: false } } };
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as {
    readonly contracts: Readonly<Record<string, Readonly<Record<string, { evm: { bytecode: { object: string } } }>>>>;
  };
  const folder = mkdtempSync(join(tmpdir(), 'halley-coverage-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'build.json'), JSON.stringify({ input, output }));
  const devnet = await createDevnet({ artifacts: folder, coverage: {} });
  onTestFinished(() => devnet.close());
  const ask = (method: string, ...params: readonly unknown[]) => devnet.provider.request({ method, params });
  const from = devnet.accounts[0]?.address as Hex;
  const send = async (to: Hex | undefined, data: Hex) => {
    const hash = await ask('eth_sendTransaction', { from, to, data, gas: '0x600000' });
    return (await ask('eth_getTransactionReceipt', hash)) as { status: Hex; contractAddress: Hex };
  };
  const code = output.contracts['src/Token.sol']?.['Token']?.evm.bytecode.object;
  const { contractAddress } = await send(undefined, `0x${code}`);
  for (const { data, succeeds } of callsOf(from))
    expect((await send(contractAddress, data)).status).toBe(succeeds ? '0x1' : '0x0');
  const [ours, theirs] = [listed(linesOf((await ask('halley_coverage')) as string)), listed(FORGE.lines)];
  expect([...theirs].filter((line) => !ours.has(line))).toEqual([]);
  expect([...ours].filter((line) => !theirs.has(line))).toEqual([]);
  expect(theirs.size).toBe(86);
});
