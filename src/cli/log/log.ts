/** The node's log on stdout: lines for people, or one of JSON for each entry. */
import { COLOURED, type LogEntry, PLAIN } from '../../devnet/index.js';
import { LogLines } from './lines.js';
import { LogWriter } from './writer.js';

export interface Log {
  readonly listener: (entry: LogEntry) => void;
  /** After what comes first on stdout. */
  open(): void;
  /** What is left is written. */
  end(): void;
}

export function logTo(output: NodeJS.WriteStream, json: boolean): Log {
  const lines = new LogLines(output.isTTY && output.hasColors() ? COLOURED : PLAIN, output.isTTY);
  const writer = new LogWriter(output, (action) => void setImmediate(action));
  return {
    listener: (entry) => writer.add(json ? `${JSON.stringify(entry)}\n` : lines.add(entry)),
    open: () => writer.open(),
    end: () => {
      writer.add(lines.end());
      writer.flush();
    },
  };
}
