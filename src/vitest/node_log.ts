/**
 * Collects what the node logs while a test runs, and prints it when the test fails. The console.log calls of contracts
 * are printed at once, like a test's own console.log.
 */
import type { LogEntry, LogListener } from '../devnet/index.js';

/** Most entries; the oldest are dropped. */
const MAX_ENTRIES = 1000;

export class NodeLog {
  readonly #entries: LogEntry[] = [];
  #dropped = 0;

  /** Returns the entries, oldest first. */
  get entries(): readonly LogEntry[] {
    return this.#entries;
  }

  hear(entry: LogEntry): void {
    for (const line of consoleLines(entry)) console.log(line);
    this.#entries.push(entry);
    if (this.#entries.length <= MAX_ENTRIES) return;
    this.#entries.shift();
    this.#dropped++;
  }

  /** Returns the log in the format of `halley start`. It is empty when nothing was logged. */
  async text(): Promise<string> {
    if (this.#entries.length === 0) return '';
    const { logText } = await import('../devnet/index.js');
    const dropped = this.#dropped === 0 ? [] : [`… ${this.#dropped} entries before these`];
    return [...dropped, ...this.#entries.map((entry) => logText(entry))].join('\n');
  }
}

function consoleLines(entry: LogEntry): readonly string[] {
  if (entry.type === 'console') return entry.lines;
  return entry.type === 'block' ? entry.transactions.flatMap(({ console: lines }) => lines) : [];
}

/** Log of the running test, for devnets that the file's tests share. */
let running: NodeLog | undefined;

export function begin(log: NodeLog): () => void {
  running = log;
  return () => {
    if (running === log) running = undefined;
  };
}

/** Returns the log listener of a devnet that the file's tests share; `also` is the listener of its options. */
export const reportRunning =
  (also: LogListener | undefined): LogListener =>
  (entry) => {
    also?.(entry);
    running?.hear(entry);
  };

export const printed = (of: string, text: string): void => {
  if (text !== '') console.error(`${of}:\n${text}`);
};
