/** Reads the feed of a dashboard as its page does, and waits for what it shows. */
import { WebSocket } from 'ws';
import type { EngineState } from '../../../src/backend/controls.js';
import type { RoundEvent, RoundsPicture } from '../../../src/backend/rounds.js';
import type { FeedMessage } from '../../../src/rpc/dashboard/wire.js';
import { eventually } from './network.js';

/** Event of the observed node with its height and round. */
type NodeEvent = Exclude<RoundEvent, readonly ['message' | 'sent' | 'received' | 'dropped', ...unknown[]]>;

/** Facts that the feed has shown of one height. */
export interface ShownHeight {
  readonly rounds: ReadonlySet<number>;
  readonly proposals: ReadonlySet<string>;
  /** Block of each vote by `round/type/validator`; null is nil. */
  readonly votes: ReadonlyMap<string, string | null>;
  readonly steps: readonly (readonly [round: number, step: number])[];
  /** Round and block of the decision. */
  readonly decided: readonly [round: number, block: string];
}

export class FeedReader {
  readonly events: NodeEvent[] = [];
  readonly pictures: RoundsPicture[] = [];
  readonly #socket: WebSocket;
  #engine: EngineState | undefined;
  #head = 0;

  constructor(dashboard: string, chain: string) {
    this.#socket = new WebSocket(`${dashboard.replace(/^http/, 'ws')}/feed`);
    this.#socket.on('open', () => this.#socket.send(JSON.stringify({ chain, rounds: true })));
    this.#socket.on('message', (data) => this.#take(JSON.parse(String(data)) as FeedMessage));
  }

  close(): void {
    this.#socket.close();
  }

  /** Engine as the last message describes it. */
  get engine(): EngineState | undefined {
    return this.#engine;
  }

  /** Height of the newest block that the application has executed. */
  get head(): number {
    return this.#head;
  }

  /** Waits until the feed has shown whole heights, from their first round to their decisions, and returns the numbers. */
  async decides(count: number): Promise<readonly number[]> {
    const from = this.events.length;
    await eventually(`the feed shows ${count} heights`, () => this.wholeHeights(from).length >= count);
    return this.wholeHeights(from);
  }

  /** Lists the heights that began and were decided after an event. */
  wholeHeights(from = 0): readonly number[] {
    const after = this.events.slice(from);
    const begun = new Set(after.flatMap((event) => (event[0] === 'newRound' && event[4] === 0 ? [event[3]] : [])));
    return after.flatMap((event) => (event[0] === 'committed' && begun.has(event[3]) ? [event[3]] : []));
  }

  /** Returns what the feed has shown of a height that it has shown as a whole. */
  height(height: number): ShownHeight {
    const of = this.events.filter((event) => event[3] === height);
    const decided = of.flatMap((event) => (event[0] === 'committed' ? [[event[4], event[5]] as const] : []))[0];
    if (decided === undefined) throw new Error(`the feed has not shown the decision of height ${height}`);
    return {
      decided,
      rounds: new Set(of.flatMap((event) => (event[0] === 'newRound' ? [event[4]] : []))),
      proposals: new Set(of.flatMap((event) => (event[0] === 'proposal' ? [event[5]] : []))),
      votes: new Map(
        of.flatMap((event) =>
          event[0] === 'vote' ? [[`${event[4]}/${event[5]}/${event[6]}`, event[7]] as const] : [],
        ),
      ),
      steps: of.flatMap((event) => (event[0] === 'step' ? [[event[4], event[5]] as const] : [])),
    };
  }

  #take(message: FeedMessage): void {
    if (message.type === 'controls') this.#engine = message.controls.engine;
    if (message.type === 'head') this.#head = message.head.height;
    if (message.type !== 'rounds') return;
    if (message.message.type === 'picture') this.pictures.push(message.message.picture);
    else
      for (const event of message.message.events)
        if (event[0] !== 'message' && event[0] !== 'sent' && event[0] !== 'received' && event[0] !== 'dropped')
          this.events.push(event);
  }
}
