/**
 * Makes the trace of a running chain from its beginning: replays the record of its devnet, which arrives in pieces, up to
 * a position, and then passes on the lines that the chain sends.
 */
import { HalleyError } from '../../kernel/errors.js';
import { decodeLine, LineEncoder, NO_SUM } from './line_text.js';
import type { ReadLine } from './read_lines.js';
import type { RecordLine } from './record_line.js';
import { LineReplay, type ReplayDifference } from './replay_lines.js';

/** Line of a running chain as JSON. */
type SentLine = Readonly<Record<string, unknown>>;

export class LiveTrace {
  readonly #encoder = new LineEncoder();
  readonly #replay: LineReplay;
  #written: string[] = [];
  #sum = NO_SUM;
  #number = 0;

  constructor(
    private readonly chain: string,
    /** Name of the record in errors. */
    private readonly source: string,
    private readonly write: (lines: string) => Promise<void>,
  ) {
    this.#replay = new LineReplay(source, 'all', (line) => this.#written.push(this.#encoder.encode(line)));
  }

  /**
   * Replays whole lines of the record, and writes their trace. Lines of other chains have no effect on the traced one.
   * Resolves to the first difference, after which the record cannot be followed. Throws HalleyError `corrupt-store` for
   * a damaged line, and what `LineReplay.take` throws.
   */
  async takeRecord(text: string): Promise<ReplayDifference | undefined> {
    for (const bare of text.split('\n').slice(0, -1)) {
      this.#number++;
      const decoded = decodeLine(bare, this.#sum);
      if ('damage' in decoded)
        throw new HalleyError('corrupt-store', `line ${this.#number} of ${this.source} is damaged: ${decoded.damage}`);
      this.#sum = decoded.sum;
      const { line } = decoded;
      if (line.type !== 'header' && line.chain !== this.chain) continue;
      const difference = await this.#take(line, decoded.body);
      if (difference !== undefined) return difference;
    }
    return undefined;
  }

  /** Replays what happened after the last line of the record, up to the position at which the lines of the chain begin. */
  runTo(events: number): Promise<ReplayDifference | undefined> {
    return this.#take({ type: 'position', chain: this.chain, events }, `"position" after ${events} events`);
  }

  /** Writes a line of the running chain, which follows the lines before it. */
  pass({ sum: _, ...body }: SentLine): Promise<void> {
    return this.write(this.#encoder.encodeBody(JSON.stringify(body)));
  }

  /** Frees what the replay has used. */
  close(): Promise<void> {
    return this.#replay.close();
  }

  async #take(line: RecordLine, body: string): Promise<ReplayDifference | undefined> {
    const read: ReadLine = { number: this.#number, line, body, sum: this.#sum, size: 0 };
    const difference = await this.#replay.take(read);
    const lines = this.#written.join('');
    this.#written = [];
    if (lines !== '') await this.write(lines);
    return difference;
  }
}
