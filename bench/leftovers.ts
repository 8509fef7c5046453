/** Removes child processes and folders when the benchmark ends for any reason. */
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const children = new Set<ChildProcess>();
const folders = new Set<string>();

/** Kills the child when this process exits. */
export function untilExit<T extends ChildProcess>(child: T): T {
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

/** Creates a folder, which is removed when this process exits. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'halley-bench-'));
  folders.add(folder);
  return folder;
}

/** Cleans up at the exit, which comes on a signal or after `ms` at the latest. */
export function clearUpAtExit(ms: number): void {
  process.once('exit', () => {
    for (const child of children) child.kill('SIGKILL');
    for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  setTimeout(() => {
    console.error(`the benchmark did not end in ${ms / 1000} s`);
    process.exit(1);
  }, ms).unref();
}
