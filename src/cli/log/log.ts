/** Writes the node's log to stdout: lines for people, or one line of JSON for each entry. */
import { COLOURED, type LogEntry, logText, type Paint, PLAIN } from '../../devnet/index.js';
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

/**
 * Returns the style of an output. `auto` colors a terminal that has colors, and nothing else. As in Node, FORCE_COLOR
 * colors any output, and NO_COLOR none.
 */
export function paintOf(
  output: Pick<NodeJS.WriteStream, 'isTTY' | 'hasColors'>,
  color: LogChoices['color'],
  { FORCE_COLOR: force, NO_COLOR: no = '' }: NodeJS.ProcessEnv = process.env,
): Paint {
  if (color !== 'auto') return color === 'always' ? COLOURED : PLAIN;
  if (force !== undefined) return force === '0' || force === 'false' ? PLAIN : COLOURED;
  return no === '' && output.isTTY && output.hasColors() ? COLOURED : PLAIN;
}

/**
 * Most characters of a failure's message, and of its data. Revert data may have megabytes; the response has all of it.
 */
const MAX_FAILURE_TEXT = 100_000;

/** Returns the line of JSON that counts dropped entries. */
export const gapJson = (dropped: number): string => `${JSON.stringify({ type: 'dropped', entries: dropped })}\n`;

/** Returns an entry as one line of JSON. Long texts of failures are cut. */
export const lineJson = (entry: LogEntry): string =>
  `${JSON.stringify(entry.type === 'failure' ? withShortTexts(entry) : entry)}\n`;

function withShortTexts<E extends LogEntry & { readonly type: 'failure' }>(entry: E): E {
  const { message, data } = entry;
  return { ...entry, message: shortened(message), data: data === undefined ? data : shortened(data) };
}

const shortened = (text: string): string =>
  text.length > MAX_FAILURE_TEXT ? `${text.slice(0, MAX_FAILURE_TEXT)}… (${text.length} characters)` : text;

/** Moves up one line, to its start, and clears it. */
const REWRITE = '\u001b[1A\r\u001b[2K';

interface Repeated {
  readonly key: string;
  readonly first: LogEntry;
  last: LogEntry;
  count: number;
}

/**
 * Formats the log as lines of text. Repeated entries, such as polling calls and empty blocks, are counted. A terminal's
 * last line is rewritten with its count; elsewhere the count follows when a different entry arrives.
 */
export class LogLines {
  #repeated: Repeated | undefined;

  constructor(
    private readonly paint: Paint,
    /** Whether the output is a terminal, whose last line can be rewritten. */
    private readonly rewrites: boolean,
  ) {}

  /** Returns the text to write for an entry, including line ends. */
  add(entry: LogEntry): string {
    const key = keyOf(entry);
    const repeated = this.#repeated;
    if (repeated !== undefined && repeated.key === key) {
      repeated.last = entry;
      repeated.count++;
      return this.rewrites ? `${REWRITE}${this.#summary(repeated, `(${repeated.count})`)}\n` : '';
    }
    const counted = this.end();
    if (key !== undefined) this.#repeated = { key, first: entry, last: entry, count: 1 };
    const gap = entry.type === 'block' && entry.transactions.length + (entry.cosmos?.length ?? 0) > 0 ? '\n' : '';
    return `${counted}${logText(entry, this.paint)}\n${gap}`;
  }

  /** Returns the count that is not written yet. */
  end(): string {
    const repeated = this.#repeated;
    this.#repeated = undefined;
    if (repeated === undefined || repeated.count === 1 || this.rewrites) return '';
    return `${this.#summary(repeated, `(${repeated.count - 1} more)`)}\n`;
  }

  #summary({ first, last }: Repeated, count: string): string {
    const blocks = first.type === 'block' && last.type === 'block';
    return blocks
      ? `${first.chain === undefined ? '' : `[${first.chain}] `}  Blocks:           #${first.number} to #${last.number}, all empty`
      : `${logText(last, this.paint)} ${count}`;
  }
}

/** Returns a key that is equal for repeated entries. */
function keyOf(entry: LogEntry): string | undefined {
  const { chain = '' } = entry;
  if (entry.type === 'call') return `call ${chain} ${entry.method}`;
  if (entry.type === 'block' && entry.transactions.length + entry.others === 0) return `empty block ${chain}`;
  return undefined;
}

export function logTo(output: NodeJS.WriteStream, { json, color, disableConsoleLog }: LogChoices): Log {
  const lines = new LogLines(paintOf(output, color), output.isTTY);
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
