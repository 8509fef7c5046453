/**
 * Draws lines on a terminal, in place of the ones before. It draws at most ten times a second, and only when the
 * terminal has taken the drawing before, so that a slow terminal skips drawings.
 */
import type { Schedule } from '../../client/backoff.js';

export interface ScreenOutput {
  readonly writable: boolean;
  readonly writableNeedDrain: boolean;
  write(text: string): unknown;
  once(event: 'drain', listener: () => void): unknown;
}

const FRAME_MS = 100;

const HIDE_CURSOR = '\u001b[?25l';
const SHOW_CURSOR = '\u001b[?25h';
const CLEAR_LINE = '\u001b[K';
const CLEAR_BELOW = '\u001b[J';
const CLEAR_ALL = '\u001b[H\u001b[2J';

const up = (lines: number): string => (lines === 0 ? '\r' : `\r\u001b[${lines}A`);

export class Screen {
  #drawn = 0;
  #isDue = false;
  #mayDraw = true;
  #isClosed = false;
  #cancel: (() => void) | undefined;

  constructor(
    private readonly output: ScreenOutput,
    private readonly lines: () => readonly string[],
    private readonly schedule: Schedule,
  ) {
    output.write(HIDE_CURSOR);
  }

  /** Draws as soon as the last drawing is old enough. */
  update(): void {
    this.#isDue = true;
    if (this.#mayDraw) this.#draw();
  }

  /** Clears the terminal and draws again, because its size has changed and has wrapped the old lines. */
  resize(): void {
    if (this.#isClosed) return;
    this.#drawn = 0;
    this.output.write(CLEAR_ALL);
    this.update();
  }

  /** Draws the last state, and shows the cursor below it. */
  close(): void {
    if (this.#isClosed) return;
    this.#cancel?.();
    if (this.#isDue && !this.output.writableNeedDrain) this.#write();
    this.#isClosed = true;
    this.output.write(SHOW_CURSOR);
  }

  #draw(): void {
    if (this.#isClosed) return;
    this.#mayDraw = false;
    if (this.output.writableNeedDrain) {
      this.output.once('drain', () => this.#allow());
      return;
    }
    this.#write();
    this.#cancel = this.schedule(FRAME_MS, () => this.#allow());
  }

  #allow(): void {
    this.#mayDraw = true;
    if (this.#isDue) this.#draw();
  }

  #write(): void {
    this.#isDue = false;
    const lines = this.lines();
    const text = lines.map((line) => `${line}${CLEAR_LINE}\n`).join('');
    this.output.write(`${up(this.#drawn)}${text}${CLEAR_BELOW}`);
    this.#drawn = lines.length;
  }
}
