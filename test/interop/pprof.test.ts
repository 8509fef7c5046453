/** Checks that `go tool pprof` can read the profiles that a devnet writes of itself. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createDevnet, type Devnet } from '../../src/devnet/index.js';
import { asking } from '../support/ask.js';
import { pause } from './peers/cometbft.js';
import { goPprof } from './peers/go_pprof.js';

/** Allows for Go's tool, whose first run takes long. */
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const home = mkdtempSync(join(tmpdir(), 'halley-pprof-'));
let devnet: Devnet;
const ask = asking(() => devnet);

beforeAll(async () => {
  devnet = await createDevnet({ home, jsonRpc: { namespaces: ['debug'] } });
});
afterAll(async () => {
  await devnet.close();
  rmSync(home, { recursive: true });
});

function fibonacci(n: number): number {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

function count(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until) fibonacci(22);
}

const holdMuch = (): object[] => Array.from({ length: 400_000 }, (_, index) => ({ index, text: `text ${index}` }));

it('a CPU profile shows the function that ran', async () => {
  await ask('debug_startCPUProfile', '~/cpu.prof');
  count(1000);
  await ask('debug_stopCPUProfile');
  expect(goPprof('-top', join(home, 'cpu.prof'))).toMatch(/m?s .* fibonacci/);
  expect(goPprof('-raw', join(home, 'cpu.prof'))).toContain('samples/count cpu/nanoseconds');
});

it('a heap profile shows the function that allocated', async () => {
  await ask('debug_writeMemProfile', '~/first.prof');
  const held = holdMuch();
  await ask('debug_writeMemProfile', '~/heap.prof');
  expect(held).toHaveLength(400_000);
  expect(goPprof('-sample_index=inuse_space', '-top', join(home, 'heap.prof'))).toMatch(/[kM]B .* holdMuch/);
  expect(goPprof('-raw', join(home, 'first.prof'))).toContain('inuse_objects/count inuse_space/bytes');
});

it('block and mutex profiles show the delays of the event loop', async () => {
  await ask('debug_setBlockProfileRate', 1);
  await ask('debug_setMutexProfileFraction', 1);
  count(200);
  // Node.js measures delays by a timer of its own that reports nothing to wait for.
  await pause(50);
  for (const [method, name] of [
    ['debug_writeBlockProfile', 'block.prof'],
    ['debug_writeMutexProfile', 'mutex.prof'],
  ] as const) {
    await ask(method, `~/${name}`);
    expect(goPprof('-sample_index=delay', '-top', join(home, name))).toMatch(/delayed \d+ ms to \d+ ms/);
    expect(goPprof('-raw', join(home, name))).toContain('contentions/count delay/nanoseconds');
  }
});
