/** Writes the node's log to stdout: lines for people, or one line of JSON for each entry. */
import { COLOURED, type LogEntry, PLAIN } from '../../devnet/index.js';
import { gapJson, lineJson } from './json_lines.js';
import { LogLines } from './lines.js';
import { LogWriter } from './writer.js';

export interface Log {
  readonly listener: (entry: LogEntry) => void;
  /** Starts writing, after the banner. */
  open(): void;
  /** Writes the rest. */
  end(): void;
}

export interface LogChoices {
  readonly json: boolean;
  /** Decides when to write colors; `auto` means on a terminal that has them. */
  readonly color: 'auto' | 'always' | 'never';
  /** Omits the console.log calls of contracts. */
  readonly disableConsoleLog: boolean;
}

export function logTo(output: NodeJS.WriteStream, { json, color, disableConsoleLog }: LogChoices): Log {
  const hasColours = color === 'always' || (color === 'auto' && output.isTTY && output.hasColors());
  const lines = new LogLines(hasColours ? COLOURED : PLAIN, output.isTTY);
  const writer = new LogWriter(output, (action) => void setImmediate(action), json ? gapJson : undefined);
  const write = (entry: LogEntry): void => writer.add(json ? lineJson(entry) : lines.add(entry));
  return {
    listener: (entry) => {
      const shown = disableConsoleLog ? withoutConsole(entry) : entry;
      if (shown !== undefined) write(shown);
    },
    open: () => writer.open(),
    end: () => {
      writer.add(lines.end());
      writer.flush();
    },
  };
}

/** Returns the entry without console.log calls, or undefined for an entry that has nothing else. */
function withoutConsole(entry: LogEntry): LogEntry | undefined {
  if (entry.type === 'console') return undefined;
  if (entry.type !== 'block') return entry;
  return { ...entry, transactions: entry.transactions.map((tx) => ({ ...tx, console: [] })) };
}
