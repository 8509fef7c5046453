/**
 * Runs a program as a child process with its output appended to a log. The child has a process group of its own, so
 * that Ctrl-C reaches only the parent, which ends the children in order.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../../storage/make_folder.js';

export interface ChildCommand {
  /** Is the program with its arguments. */
  readonly command: readonly [program: string, ...args: string[]];
  /** Is the file to which its output is appended. */
  readonly log: string;
}

/** Is how a child ended. */
export interface ChildEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Is the reason when the program did not start. */
  readonly error: Error | undefined;
}

/** Is read of the end of a log to find its last line. */
const TAIL_BYTES = 8192;

export class Child {
  readonly #process: ChildProcess;
  /** Resolves when the child has ended. */
  readonly ended: Promise<ChildEnd>;
  #isRunning = true;

  constructor(private readonly options: ChildCommand) {
    const [program, ...args] = options.command;
    makeFolder(dirname(options.log));
    const log = openSync(options.log, 'a');
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

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** Sends a signal to the child and to all that it has started. */
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

  /** Returns the last line of the log that is not empty, or the empty text. */
  lastLine(): string {
    const file = openSync(this.options.log, 'r');
    try {
      const { size } = fstatSync(file);
      const bytes = Buffer.alloc(Math.min(size, TAIL_BYTES));
      readSync(file, bytes, 0, bytes.length, size - bytes.length);
      const lines = bytes.toString('utf8').split('\n');
      return lines.map((line) => line.trim()).findLast((line) => line !== '') ?? '';
    } finally {
      closeSync(file);
    }
  }
}

/** Describes an end: `exit code 1`, `signal SIGKILL`, or why the program did not start. */
export function endText({ code, signal, error }: ChildEnd): string {
  if (error !== undefined) return `it did not start: ${error.message}`;
  return signal === null ? `exit code ${code}` : `signal ${signal}`;
}
