/**
 * Formats the log as lines of text. Repeated entries, such as polling calls and empty blocks, are counted. A terminal's
 * last line is rewritten with its count; elsewhere the count follows when a different entry arrives.
 */
import { type LogEntry, logText, type Paint } from '../../devnet/index.js';

/** Moves up one line, to its start, and clears it. */
const REWRITE = '\u001b[1A\r\u001b[2K';

interface Repeated {
  readonly key: string;
  readonly first: LogEntry;
  last: LogEntry;
  count: number;
}

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
