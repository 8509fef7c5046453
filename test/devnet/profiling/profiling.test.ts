/** Tests profiling by RPC on a running devnet: real figures, files that DevTools and Go read, and permissions. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { createDevnet, type Devnet, type DevnetOptions } from '../../../src/devnet/index.js';
import { ProcessProfiler } from '../../../src/devnet/profiling/profiler.js';
import { asking } from '../../support/ask.js';
import { temporaryHome } from '../node_kit.js';

const open: Devnet[] = [];
afterEach(async () => {
  for (const devnet of open.splice(0)) await devnet.close();
});

async function start(options: DevnetOptions = {}) {
  const devnet = await createDevnet({ seed: 'profiling', jsonRpc: { namespaces: ['debug'] }, ...options });
  open.push(devnet);
  const ask = asking(devnet);
  return { devnet, ask };
}

/** Blocks the one thread for `ms` milliseconds. */
function block(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

/** Computes a number with frames of its own, because V8 does not inline a recursive function. */
function fibonacci(n: number): number {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

function count(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until) fibonacci(22);
}

/** Members of Go's `runtime.MemStats`. */
const GO_MEM_STATS = (
  'Alloc BuckHashSys BySize DebugGC EnableGC Frees GCCPUFraction GCSys HeapAlloc HeapIdle HeapInuse HeapObjects ' +
  'HeapReleased HeapSys LastGC Lookups MCacheInuse MCacheSys MSpanInuse MSpanSys Mallocs NextGC NumForcedGC NumGC ' +
  'OtherSys PauseEnd PauseNs PauseTotalNs StackInuse StackSys Sys TotalAlloc'
).split(' ');

describe('figures', () => {
  it('of memory have Go’s names and V8’s values', async () => {
    const { ask } = await start();
    const before = await ask('debug_memStats');
    expect(Object.keys(before).sort()).toEqual(GO_MEM_STATS);
    expect(before.PauseNs).toHaveLength(256);
    expect(before.PauseEnd).toHaveLength(256);
    expect(before.BySize).toHaveLength(61);
    expect(before.HeapAlloc).toBe(before.Alloc);
    expect(before.HeapAlloc).toBeGreaterThan(1_000_000);
    expect(before.HeapSys).toBeGreaterThanOrEqual(before.HeapAlloc);
    expect(before.Sys).toBeGreaterThan(before.HeapAlloc);
    expect(before.TotalAlloc).toBeGreaterThanOrEqual(before.Alloc);
    expect(await ask('debug_freeOSMemory')).toBeNull();
    const after = await ask('debug_memStats');
    expect(after.NumGC).toBeGreaterThan(before.NumGC);
    expect(after.NumForcedGC).toBe(before.NumForcedGC + 1);
    expect(after.PauseTotalNs).toBeGreaterThan(before.PauseTotalNs);
    expect(after.PauseNs[(after.NumGC + 255) % 256]).toBeGreaterThan(0);
    expect(after.LastGC).toBe(after.PauseEnd[(after.NumGC + 255) % 256]);
    const stats = await ask('debug_gcStats');
    expect(stats.NumGC).toBeGreaterThanOrEqual(after.NumGC);
    expect(stats.Pause).toHaveLength(Math.min(256, stats.NumGC));
    expect(stats.PauseQuantiles).toHaveLength(5);
  });

  it('that are set return the value before', async () => {
    const { ask } = await start();
    const first = await ask('debug_setGCPercent', 50);
    expect(await ask('debug_setGCPercent', -1)).toBe(50);
    expect(await ask('debug_setGCPercent', first)).toBe(-1);
    expect(await ask('debug_stacks')).toMatch(/^main thread \[running\]:\n +at .*waiting for \[event loop\]:\n/s);
  });
});

describe('a file', () => {
  it('of the CPU shows which functions ran, for pprof and for DevTools', async () => {
    const home = await temporaryHome();
    const { ask } = await start({ home });
    const files = ['cpu.prof', 'x.cpuprofile'].map((name) => join(home, name));
    for (const file of files) {
      expect(await ask('debug_startCPUProfile', file)).toBeNull();
      await expect(ask('debug_startCPUProfile', file)).rejects.toMatchObject({
        code: -32000,
        message: 'CPU profiling already in progress',
      });
      count(300);
      expect(await ask('debug_stopCPUProfile')).toBeNull();
      await expect(ask('debug_stopCPUProfile')).rejects.toThrow('CPU profiling not in progress');
    }
    expect(gunzipSync(readFileSync(files[0] as string)).toString('latin1')).toContain('fibonacci');
    const profile = JSON.parse(readFileSync(files[1] as string, 'utf8'));
    expect(profile.nodes.map((node: { callFrame: { functionName: string } }) => node.callFrame.functionName)).toContain(
      'fibonacci',
    );
    expect(profile.samples).toHaveLength(profile.timeDeltas.length);
  });

  it('of the CPU that still runs is written at the end', async () => {
    const home = await temporaryHome();
    const { ask, devnet } = await start({ home });
    await ask('debug_startCPUProfile', '~/cpu.prof');
    await devnet.close();
    expect(statSync(join(home, 'cpu.prof')).size).toBeGreaterThan(0);
  });

  it('of a trace has the events of Node.js and V8, in the format of Chrome', async () => {
    const home = await temporaryHome();
    const { ask, devnet } = await start({ home });
    expect(await ask('debug_startGoTrace', '~/trace.json')).toBeNull();
    await expect(ask('debug_startGoTrace', '~/other.json')).rejects.toThrow('trace already in progress');
    await ask('debug_freeOSMemory');
    expect(await ask('debug_stopGoTrace')).toBeNull();
    const { traceEvents } = JSON.parse(readFileSync(join(home, 'trace.json'), 'utf8'));
    const categories = traceEvents.flatMap(({ cat }: { cat: string }) => cat.split(','));
    for (const category of ['v8', 'node.async_hooks', '__metadata']) expect(categories).toContain(category);
    await ask('debug_startGoTrace', '~/last.json');
    await devnet.close();
    expect(JSON.parse(readFileSync(join(home, 'last.json'), 'utf8')).traceEvents.length).toBeGreaterThan(0);
  });

  it('of the heap shows objects in use, for pprof and for DevTools', async () => {
    const home = await temporaryHome();
    const { ask } = await start({ home });
    await ask('debug_writeMemProfile', '~/first.prof');
    const held = holdMuch();
    await ask('debug_writeMemProfile', '~/heap.prof');
    await ask('debug_writeMemProfile', '~/x.heapprofile');
    expect(held).toHaveLength(200_000);
    expect(gunzipSync(readFileSync(join(home, 'heap.prof'))).toString('latin1')).toContain('holdMuch');
    expect(readFileSync(join(home, 'x.heapprofile'), 'utf8')).toMatch(/^\{"head":\{"callFrame"/);
  });

  it('of the whole heap has DevTools’ snapshot format', async () => {
    const home = await temporaryHome();
    const { ask } = await start({ home });
    const first = ask('debug_writeMemProfile', '~/x.heapsnapshot');
    // Each further snapshot would block all clients again.
    await expect(ask('debug_writeMemProfile', '~/y.heapsnapshot')).rejects.toThrow(
      'a heap snapshot is already in progress',
    );
    await first;
    const text = readFileSync(join(home, 'x.heapsnapshot'), 'latin1');
    expect(text.slice(0, 30)).toMatch(/^\{"snapshot":\{"meta":/);
    expect(text.trimEnd().endsWith('}')).toBe(true);
  });

  it('of delays names what blocked the event loop, after counting is on', async () => {
    const home = await temporaryHome();
    const { ask } = await start({ home });
    await ask('debug_writeBlockProfile', '~/none.prof');
    await ask('debug_setBlockProfileRate', 1);
    await ask('debug_setMutexProfileFraction', 1);
    block(100);
    // Node.js measures delays by a timer of its own that reports nothing to wait for.
    await new Promise((resolve) => setTimeout(resolve, 30));
    await ask('debug_writeBlockProfile', '~/block.prof');
    await ask('debug_writeMutexProfile', '~/mutex.prof');
    for (const name of ['block.prof', 'mutex.prof']) {
      expect(gunzipSync(readFileSync(join(home, name))).toString('latin1')).toMatch(
        /delayed (64|128|256|512|\d{4,}) ms/,
      );
    }
    expect(gunzipSync(readFileSync(join(home, 'none.prof'))).toString('latin1')).not.toContain('delayed');
  });

  it('of a number of seconds exists after that time', async () => {
    const home = await temporaryHome();
    const { ask } = await start({ home });
    const names = ['cpu', 'block', 'mutex'];
    await Promise.all(names.map((name) => ask(`debug_${name}Profile`, `~/${name}.prof`, 0)));
    for (const name of names) expect(existsSync(join(home, `${name}.prof`))).toBe(true);
    await expect(ask('debug_cpuProfile', '~/long.prof', 601)).rejects.toThrow('a profile of 601 s is too long');
    expect(await ask('debug_cpuProfile', '~/cpu.prof', 0)).toBeNull();
  });

  it('of many seconds is written when the process ends before', async () => {
    const home = await temporaryHome();
    const profiler = new ProcessProfiler(home);
    const made = profiler.profileBlocks('~/block.prof', 600);
    await profiler.close();
    await made;
    expect(existsSync(join(home, 'block.prof'))).toBe(true);
  });
});

function holdMuch(): object[] {
  return Array.from({ length: 200_000 }, (_, index) => ({ index, text: `text ${index}` }));
}

describe('a refused request', () => {
  it.each<[string, unknown[], number, string]>([
    [
      'debug_setGCPercent',
      ['100'],
      -32602,
      'invalid argument 0: json: cannot unmarshal string into Go value of type int',
    ],
    [
      'debug_setGCPercent',
      [1.5],
      -32602,
      'invalid argument 0: json: cannot unmarshal number 1.5 into Go value of type int',
    ],
    ['debug_setGCPercent', [], -32602, 'missing value for required argument 0'],
    [
      'debug_setBlockProfileRate',
      ['x'],
      -32602,
      'invalid argument 0: json: cannot unmarshal string into Go value of type int',
    ],
    [
      'debug_cpuProfile',
      ['/x', -1],
      -32602,
      'invalid argument 1: json: cannot unmarshal number -1 into Go value of type uint',
    ],
    ['debug_writeMemProfile', [], -32602, 'missing value for required argument 0'],
    [
      'debug_writeMemProfile',
      ['/nonexistent/x/y.prof'],
      -32000,
      'open /nonexistent/x/y.prof: no such file or directory',
    ],
    [
      'debug_writeBlockProfile',
      ['/nonexistent/x/y.prof'],
      -32000,
      'open /nonexistent/x/y.prof: no such file or directory',
    ],
    ['debug_stopGoTrace', [], -32000, 'trace not in progress'],
    ['debug_goTrace', ['/tmp/x', 601], -32000, 'a profile of 601 s is too long, expected at most 600 s'],
    ['debug_seedHash', [1_000_000], -32000, 'block #1000000 not found'],
  ])('%s(%j)', async (method, params, code, message) => {
    const { ask } = await start();
    await expect(ask(method, ...params)).rejects.toMatchObject({ code, message });
  });

  it('writes to a file of the chain, or of another user', async () => {
    const home = await temporaryHome();
    const { ask } = await start({ home });
    for (const path of ['~/data/CURRENT', '~/data/x', '~/keystore', '/etc/halley.prof'])
      await expect(ask('debug_writeMemProfile', path)).rejects.toMatchObject({
        code: -32000,
        message: expect.stringContaining('permission denied'),
      });
  });

  it('is any profiling request, when profiling is off', async () => {
    const { ask } = await start({ jsonRpc: { namespaces: ['debug'], enableProfiling: false } });
    for (const [method, ...params] of [
      ['debug_memStats'],
      ['debug_freeOSMemory'],
      ['debug_writeMemProfile', '/tmp/x'],
      ['debug_startCPUProfile', '/tmp/x'],
    ] as [string, ...unknown[]][])
      await expect(ask(method, ...params)).rejects.toMatchObject({
        code: -32000,
        message: 'profiling disabled in the debug namespace',
      });
  });
});
