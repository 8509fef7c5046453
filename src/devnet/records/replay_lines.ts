/**
 * Replays the lines of a record, and compares each effect line with what happens. Effects that the file leaves out are
 * passed on too, so a record becomes a trace.
 */
import { HalleyError } from '../../kernel/errors.js';
import { lineBody } from './line_text.js';
import type { ReadLine } from './read_lines.js';
import { type ChainLine, type EffectLine, type Effects, isEffect, isInput, type RecordLine } from './record_line.js';
import { beginsLate, Difference, ReplayedChain } from './replayed_chain.js';

/** First line that the replay contradicts. */
export interface ReplayDifference {
  /** Line from 1. */
  readonly line: number;
  /** Text of the line, or its claim in words. */
  readonly expected: string;
  /** Actual result in the same form. */
  readonly got: string;
}

export interface ReplayCounts {
  /** Count what was replayed, also what the session reverted later. */
  readonly heights: number;
  readonly transactions: number;
  readonly events: number;
}

/** Chain, with its effects that happened and that the file must have next. */
interface Replayed {
  readonly chain: ReplayedChain;
  readonly due: EffectLine[];
}

export class LineReplay {
  readonly #chains = new Map<string, Replayed>();
  #inFile: Effects = 'heights';

  constructor(
    private readonly file: string,
    /** Kind of effects that `emit` receives. */
    private readonly effects: Effects,
    /** Receives the lines of the replay: the inputs of the file, and the effects as they happen. */
    private readonly emit: (line: RecordLine) => void = () => undefined,
  ) {}

  get counts(): ReplayCounts {
    const counts = { heights: 0, transactions: 0, events: 0 };
    for (const { chain } of this.#chains.values()) {
      counts.heights += chain.counts.heights;
      counts.transactions += chain.counts.transactions;
      counts.events += chain.counts.events;
    }
    return counts;
  }

  /**
   * Replays one line. Returns the difference if there is one; then no further line can be replayed. Throws HalleyError
   * `invalid-argument` for a chain that did not begin with the file, and `invalid-genesis`.
   */
  async take({ line, body, number }: ReadLine): Promise<ReplayDifference | undefined> {
    try {
      await this.#take(line, body);
      return undefined;
    } catch (error) {
      if (error instanceof Difference) return { line: number, expected: error.expected, got: error.got };
      if (error instanceof HalleyError) throw error;
      // The recorded session may have ended with the same error.
      const got = `an error: ${error instanceof Error ? error.message : String(error)}`;
      return { line: number, expected: body, got };
    }
  }

  async #take(line: RecordLine, body: string): Promise<void> {
    if (line.type === 'header') {
      this.#inFile = line.effects;
      this.emit({ ...line, effects: this.effects });
      return;
    }
    if (line.type === 'chain') {
      await this.#begin(line);
      return;
    }
    const replayed = this.#chains.get(line.chain);
    if (replayed === undefined) throw new Difference(`chain "${line.chain}"`, 'no line that begins this chain');
    if (isEffect(line)) {
      await compare(replayed, line, body);
      return;
    }
    const { chain, due } = replayed;
    if (line.type === 'restart') {
      await chain.restart(line);
      due.length = 0;
      this.emit(line);
      return;
    }
    await chain.runTo(line);
    const [more] = due;
    if (more !== undefined) throw new Difference(body, lineBody(more));
    this.emit(line);
    if (isInput(line)) await chain.apply(line);
  }

  async #begin(line: ChainLine): Promise<void> {
    const { initial_height: initial } = line.genesis as { readonly initial_height?: string };
    if (line.height >= BigInt(initial ?? 1)) throw beginsLate(this.file, line);
    this.emit(line);
    const effects = this.effects === 'all' || this.#inFile === 'all' ? 'all' : 'heights';
    const due: EffectLine[] = [];
    const chain = await ReplayedChain.open(line, effects, (effect) => {
      if (effect.type === 'decided' || this.#inFile === 'all') due.push(effect);
      if (effect.type === 'decided' || this.effects === 'all') this.emit(effect);
    });
    this.#chains.set(line.chain, { chain, due });
  }

  /** Returns the newest height of the first chain; undefined before its line. */
  get height(): bigint | undefined {
    const [first] = this.#chains.values();
    return first?.chain.height;
  }

  async close(): Promise<void> {
    for (const { chain } of this.#chains.values()) await chain.close();
  }
}

/** Runs a chain up to its next effect, and throws Difference for another one than the line's. */
async function compare({ chain, due }: Replayed, line: EffectLine, body: string): Promise<void> {
  while (due.length === 0)
    if (chain.isPast(line) || !(await chain.advance())) throw new Difference(body, chain.position);
  const got = lineBody(due.shift() as EffectLine);
  if (got !== body) throw new Difference(body, got);
}
