/**
 * Runs a program as a child process with its output appended to a log. The child has a process group of its own, so
 * that Ctrl-C reaches only the parent, which ends the children in order.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../storage/make_folder.js';
import type { Schedule } from './backoff.js';

export interface ChildCommand {
  /** Program with its arguments. */
  readonly command: readonly [program: string, ...args: string[]];
  /** File to which its output is appended. */
  readonly log: string;
}

/** End of a child. */
export interface ChildEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Reason why the program did not start. */
  readonly error: Error | undefined;
}

/** Longest time in which a child may end after SIGTERM. */
const STOP_MS = 20_000;

/** Most bytes of a log that are read at once. */
const TAIL_BYTES = 32_768;

/** Line with which programs in Go and for Node.js say why they end. */
const REASON = /^(panic|fatal error|ERROR|\w*Error(?: \[\w+\])?): /;

export class Child {
  readonly #process: ChildProcess;
  /** Resolves when the child has ended. */
  readonly ended: Promise<ChildEnd>;
  /** Size of the log before the child started. */
  readonly #begin: number;
  #isRunning = true;

  constructor(private readonly options: ChildCommand) {
    const [program, ...args] = options.command;
    makeFolder(dirname(options.log));
    const log = openSync(options.log, 'a');
    this.#begin = fstatSync(log).size;
    this.#process = spawn(program, args, { stdio: ['ignore', log, log], detached: true });
    closeSync(log);
    this.ended = new Promise((resolve) => {
      const end = (result: ChildEnd): void => {
        this.#isRunning = false;
        resolve(result);
      };
      this.#process.once('exit', (code, signal) => end({ code, signal, error: undefined }));
      this.#process.once('error', (error) => end({ code: null, signal: null, error }));
    });
  }

  /** Process id; `undefined` for a program that did not start. */
  get pid(): number | undefined {
    return this.#process.pid;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** Sends a signal to the child and to all processes that it has started. */
  kill(signal: NodeJS.Signals): void {
    const { pid } = this.#process;
    if (pid === undefined || !this.#isRunning) return;
    try {
      process.kill(-pid, signal);
    } catch (error) {
      // It has ended in the meantime.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }

  /**
   * Returns the last line with the reason of an end (`panic: …`, `Error: …`), which a stack or a help text follows, or
   * the last non-empty one that the child has written, or an empty string.
   */
  lastLine(): string {
    const lines = this.#output((size) => Math.max(this.#begin, size - TAIL_BYTES)).split('\n');
    const trimmed = lines.map((line) => line.trim());
    return trimmed.findLast((line) => REASON.test(line)) ?? trimmed.findLast((line) => line !== '') ?? '';
  }

  /** Returns the first lines that the child has written. */
  firstLines(): string {
    return this.#output(() => this.#begin);
  }

  /** Reads at most TAIL_BYTES of the log. `from` receives the size of the log, and returns where to begin. */
  #output(from: (size: number) => number): string {
    const file = openSync(this.options.log, 'r');
    try {
      const begin = from(fstatSync(file).size);
      const bytes = Buffer.alloc(TAIL_BYTES);
      return bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, begin));
    } finally {
      closeSync(file);
    }
  }
}

/** Ends children. One that does not end in time after SIGTERM is killed. */
export async function endChildren(children: readonly Child[], schedule: Schedule, stopMs = STOP_MS): Promise<void> {
  for (const child of children) child.kill('SIGTERM');
  const cancel = schedule(stopMs, () => {
    for (const child of children) child.kill('SIGKILL');
  });
  await Promise.all(children.map(({ ended }) => ended));
  cancel();
}

/** Describes an end: `exit code 1`, `signal SIGKILL`, or why the program did not start. */
export function endText({ code, signal, error }: ChildEnd): string {
  if (error !== undefined) return `it did not start: ${error.message}`;
  return signal === null ? `exit code ${code}` : `signal ${signal}`;
}
