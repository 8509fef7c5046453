/** Reads the artifacts of a large project: 3,000 contracts in 200 MB, while other work goes on. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ProjectSources } from '../../../src/devnet/artifacts/project_sources.js';

/** Writing and reading 200 MB takes most of a minute on a busy machine. */
vi.setConfig({ testTimeout: 300_000 });

const CONTRACTS = 3_000;
const MEGABYTE = 1_000_000;
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Artifact of Foundry with code of its own; 70 kB, of which a third is needed. */
function artifactOf(index: number): string {
  const code = (bytes: number) => ({
    object: `0x${index.toString(16).padStart(8, '0')}${'5b600160020160030a'.repeat(bytes / 8)}`,
    sourceMap: Array.from({ length: bytes / 4 }, (_, i) => `${i + index}:${i % 90}`).join(';'),
    linkReferences: {},
  });
  const inputs = [{ name: 'amount', type: 'uint256', internalType: 'uint256' }];
  const abi = Array.from({ length: 16 }, (_, i) => ({ type: 'function', name: `f${index}_${i}`, inputs, outputs: [] }));
  const node = { nodeType: 'Block', src: '1:2:3', text: 'a "quoted" }', nodes: [{ id: 5 }, { id: [6, 7] }] };
  const ast = { nodes: Array.from({ length: 250 }, (_, id) => ({ id, ...node })) };
  const metadata = { settings: { compilationTarget: { [`src/C${index}.sol`]: `C${index}` } }, sources: {} };
  const [bytecode, deployedBytecode] = [code(4_800), code(4_000)];
  return JSON.stringify({
    abi,
    bytecode,
    deployedBytecode,
    rawMetadata: JSON.stringify({ abi }),
    metadata,
    ast,
    id: index,
  });
}

test('has 3,000 contracts in a background task that pauses, and reads no file twice', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'halley-large-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  let bytes = 0;
  for (let i = 0; i < CONTRACTS; i++) {
    const text = artifactOf(i);
    bytes += text.length;
    mkdirSync(join(folder, `out/C${i}.sol`), { recursive: true });
    writeFileSync(join(folder, `out/C${i}.sol/C${i}.json`), text);
  }
  expect(bytes).toBeGreaterThan(180 * MEGABYTE);
  const used = (): number => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = used();
  const sources = new ProjectSources([join(folder, 'out')], (text) => expect.fail(text));
  onTestFinished(() => sources.close());
  let [turns, isReading] = [0, true];
  const turn = (): void => {
    turns++;
    if (isReading) setImmediate(turn);
  };
  turn();
  const start = process.cpuUsage();
  await sources.refresh();
  const { user, system } = process.cpuUsage(start);
  isReading = false;
  expect(sources.index.size).toBe(CONTRACTS);
  // The counts of a test run alone are 1.9 s and 110 MB; instrumented or shared processes take more.
  expect((user + system) / MEGABYTE).toBeLessThan(6);
  expect(used() - before).toBeLessThan(150 * MEGABYTE);
  expect(turns).toBeGreaterThan(150);
  const contracts = [...sources.index.contracts()];
  await sources.refresh();
  expect([...sources.index.contracts()].every((contract, i) => contract === contracts[i])).toBe(true);
});
