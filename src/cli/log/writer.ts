/**
 * Writes the log to an output that may be slow, full or closed. Entries of one turn of the event loop are written
 * together. Entries that the output does not take in time are dropped and counted.
 */

/** Most characters that are queued for the output. */
const MAX_WAITING = 1_048_576;

export type LogOutput = Pick<NodeJS.WriteStream, 'write' | 'writableLength' | 'writable'>;

const gapLine = (dropped: number): string => `(${dropped} log entries were dropped: the reader is too slow)\n`;

export class LogWriter {
  #waiting = '';
  #dropped = 0;
  #scheduled = false;
  #open = false;

  constructor(
    private readonly output: LogOutput,
    private readonly later: (action: () => void) => void,
    /** Returns the text that replaces dropped entries. */
    private readonly gap: (dropped: number) => string = gapLine,
  ) {}

  /** Starts writing. Until then entries are queued. */
  open(): void {
    this.#open = true;
    this.flush();
  }

  add(text: string): void {
    if (text === '' || !this.output.writable) return;
    if (this.#waiting.length + this.output.writableLength + text.length > MAX_WAITING) {
      this.#dropped++;
      return;
    }
    if (this.#dropped > 0) this.#waiting += this.gap(this.#dropped);
    this.#dropped = 0;
    this.#waiting += text;
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.later(() => {
      this.#scheduled = false;
      this.flush();
    });
  }

  flush(): void {
    if (!this.#open || this.#waiting === '') return;
    const text = this.#waiting;
    this.#waiting = '';
    if (this.output.writable) this.output.write(text);
  }
}
