/** Child processes and folders that never outlive the benchmark, however it ends. */
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

/** A new folder, removed when this process exits. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'halley-bench-'));
  folders.add(folder);
  return folder;
}

/** Clears up at the exit, which comes on a signal or after `ms` at the latest. */
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
