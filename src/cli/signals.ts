/**
 * Closes the devnet and ends the process on Ctrl-C, SIGTERM and a closed terminal (SIGHUP), and when the npm or npx that
 * runs it ends. A second signal ends it at once. npm forwards a Ctrl-C that the process has already received from the
 * terminal. Signals within half a second of the first therefore count as the same one.
 */
import { readFileSync } from 'node:fs';
import { reportError } from './report_error.js';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const SAME_SIGNAL_MS = 500;
const INTERRUPTED = 130;
/** Interval between two looks at the parent process, each of which takes a few microseconds. */
const PARENT_CHECK_MS = 500;

/** The process that started this one. A process whose parent has ended gets another one. */
const PARENT = process.ppid;

export function closeOnSignals(close: () => Promise<void>): void {
  let watch: NodeJS.Timeout | undefined;
  const stop = (): void => {
    clearInterval(watch);
    for (const signal of SIGNALS) process.off(signal, stop).on(signal, () => undefined);
    setTimeout(() => {
      for (const signal of SIGNALS) process.on(signal, () => process.exit(INTERRUPTED));
    }, SAME_SIGNAL_MS).unref();
    close().then(
      // A fatal error in the meantime has set the exit code.
      () => process.exit(),
      (error: unknown) => {
        reportError(error, 'closing failed: ');
        process.exit(1);
      },
    );
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  if (!isRunByNpm()) return;
  const npm = npmAbove(PARENT);
  watch = setInterval(() => {
    if (process.ppid !== PARENT || (npm !== undefined && !isRunning(npm))) stop();
  }, PARENT_CHECK_MS).unref();
}

/**
 * Checks whether npm or npx runs this command itself. A program that npm runs may start a devnet that outlives it.
 *
 * npm passes SIGTERM on to its shell alone, which ends without the command that it waits for.
 */
const isRunByNpm = ({ npm_lifecycle_script: script } = process.env): boolean => /\bhalley\b/.test(script ?? '');

/**
 * Returns the process id of npm where `shell` is its shell, which goes on when npm is killed. Returns undefined on a
 * system that has no `/proc`.
 */
function npmAbove(shell: number): number | undefined {
  try {
    const parent = /^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${shell}/stat`, 'utf8'))?.[1];
    return readFileSync(`/proc/${parent}/cmdline`, 'utf8').startsWith('npm ') ? Number(parent) : undefined;
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
