/** Runs a program as a child of the test, and retains the end of its output. */
import { type ChildProcess, spawn } from 'node:child_process';

const LOG_CHARS = 200_000;

export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Environment of the tests without settings of the command. */
const OWN_ENVIRONMENT = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('HALLEY_')));

export class Process {
  readonly #child: ChildProcess;
  /** Resolves when it has ended, and its output was read. */
  readonly ended: Promise<Ending>;
  #log = '';
  #isRunning = true;

  /** Starts the program. `before` is a shell command that runs first, such as `ulimit -f 100`. */
  constructor(command: readonly string[], before = ':') {
    this.#child = spawn('/bin/sh', ['-c', `${before}; exec "$@"`, 'sh', ...command], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: OWN_ENVIRONMENT,
    });
    const retain = (chunk: Buffer): void => {
      this.#log = (this.#log + chunk.toString()).slice(-LOG_CHARS);
    };
    this.#child.stdout?.on('data', retain);
    this.#child.stderr?.on('data', retain);
    this.ended = new Promise((resolve) => {
      this.#child.once('close', (code, signal) => {
        this.#isRunning = false;
        resolve({ code, signal });
      });
    });
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** End of the process's output. */
  get log(): string {
    return this.#log;
  }

  /** Sends a signal, and resolves when the program has ended. */
  async signal(signal: NodeJS.Signals): Promise<Ending> {
    if (this.#isRunning) this.#child.kill(signal);
    return this.ended;
  }
}
