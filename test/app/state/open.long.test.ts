/** Kills processes that write a state to disk, and opens it again. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openAppState } from '../../../src/app/state/open.js';
import { toHex } from '../../../src/kernel/hex.js';
import { openLevelStore } from '../../../src/storage/level_store.js';
import { MemoryStore } from '../../../src/storage/memory_store.js';
import { shown } from './model.js';
import { writeHeight } from './written_heights.js';

describe('a state in a store', () => {
  it('is intact after its process is killed at any moment', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'halley-state-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    let height = -1;
    for (const blocks of [25, 60, 110]) {
      const acknowledged = await killAfter(folder, blocks);
      const store = await openLevelStore(folder);
      const state = await openAppState(store);
      expect(Number(state.height)).toBeGreaterThanOrEqual(acknowledged);
      expect(Number(state.height)).toBeGreaterThan(height);
      height = Number(state.height);
      const model = await openAppState(undefined);
      for (let h = 0; h <= height; h++) await writeHeight(model, new MemoryStore(), h);
      expect(shown(state.latest)).toEqual(shown(model.latest));
      expect(toHex(state.appHash(BigInt(height)))).toBe(toHex(model.appHash(BigInt(height))));
      await store.close();
    }
  });
});

/** Kills a process that commits heights to the folder after it has reported so many of them. */
async function killAfter(folder: string, blocks: number): Promise<number> {
  const writer = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'written_heights.ts'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let last = -1;
  await new Promise<void>((resolve, reject) => {
    writer.on('exit', () => reject(new Error('the writer ended by itself')));
    writer.stdout.on('data', (chunk: Buffer) => {
      last = Number(String(chunk).trim().split('\n').at(-1));
      if (last >= blocks) resolve();
    });
  });
  writer.removeAllListeners('exit');
  writer.kill('SIGKILL');
  await once(writer, 'exit');
  return last;
}
