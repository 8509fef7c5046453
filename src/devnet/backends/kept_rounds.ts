/**
 * Keeps what the rounds of the last blocks follow from: now and then a copy of the simulated network, and the inputs
 * after it. Nothing is made of them until someone asks. Then the simulation runs again with the replies that the
 * application gave, and the feed of rounds listens to it.
 */
import type { KeptBlocks, KeptRounds, RoundsMessage, RoundsReplay } from '../../backend/rounds.js';
import { HalleyError } from '../../kernel/errors.js';
import type { NetworkInput, SimNetwork, SimNetworkSnapshot } from '../../simulation/index.js';
import type { SimulatedChain } from '../chain/chain.js';
import { ChainRounds } from './rounds.js';

/** Most blocks whose rounds are kept. */
const KEPT_BLOCKS = 256;
/** Most bytes of copies and inputs that are kept, about. The newest segment is kept in any case. */
const KEPT_BYTES = 16_777_216;

/** Limits of a segment: a replay runs at most one segment before the block that it shows. */
const SEGMENT = { events: 4_000, blocks: 32, bytes: 524_288 } as const;

/** Bytes of an input without its transactions, about. */
const INPUT_BYTES = 256;
/** Bytes of a transaction without its own, about: its result is kept too. */
const TX_BYTES = 1024;

/** Number of the first message of a replay, so that a page can show it before what it hears itself. */
const FIRST_MESSAGE = 2 ** 40;

/** Most events of one replay. */
const MAX_EVENTS = 200_000;
/** Events of the network between two pauses of a replay. */
const EVENTS_OF_SLICE = 64;

type KeptInput = Extract<NetworkInput, { readonly type: 'command' | 'reply' }>;

/** Copy of the network, and the inputs after it. Members are only added. */
interface Segment {
  readonly copy: SimNetworkSnapshot;
  readonly inputs: KeptInput[];
  /** Heights that began, each with the index of its input. */
  readonly starts: { readonly height: number; readonly input: number }[];
  bytes: number;
}

function sizeOf(input: KeptInput): number {
  if (input.type === 'command' || input.reply.type !== 'prepareProposal') return INPUT_BYTES;
  return input.reply.txs.reduce((bytes, tx) => bytes + TX_BYTES + tx.length, INPUT_BYTES);
}

/** Runs what is to happen at the end of a turn when a replay has made a step. */
class Turns {
  #actions: (() => void)[] = [];

  now(): number {
    return 0;
  }

  afterIo(action: () => void): void {
    this.#actions.push(action);
  }

  end(): void {
    for (let action = this.#actions.shift(); action !== undefined; action = this.#actions.shift()) action();
  }
}

export class ChainKeptRounds implements KeptRounds {
  #segments: readonly Segment[] = [];

  constructor(private readonly chain: SimulatedChain) {
    chain.simNetwork.onInput((input) => {
      if (input.type === 'command' || input.type === 'reply') this.#take(input);
    });
  }

  get kept(): KeptBlocks | undefined {
    const first = this.#segments.find(({ starts }) => starts.length > 0)?.starts[0];
    const last = this.#segments.findLast(({ starts }) => starts.length > 0)?.starts.at(-1);
    return first && last && { first: first.height, last: last.height };
  }

  /** Bytes of copies and inputs, about. */
  get bytes(): number {
    return this.#segments.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Returns the function that keeps again what is kept now. Call it before the network goes back. */
  save(): () => void {
    const segments = this.#segments;
    const { inputs, starts, bytes = 0 } = segments.at(-1) ?? {};
    const [inputCount, startCount] = [inputs?.length, starts?.length];
    return () => {
      // Another way back may need the members that are cut off here.
      this.#segments = segments.map((segment, index) =>
        index < segments.length - 1
          ? segment
          : {
              ...segment,
              inputs: segment.inputs.slice(0, inputCount),
              starts: segment.starts.slice(0, startCount),
              bytes,
            },
      );
    };
  }

  /** Forgets everything, because another network follows. */
  clear(): void {
    this.#segments = [];
  }

  #take(input: KeptInput): void {
    const { simNetwork } = this.chain;
    if (input.type === 'command' && this.#isFull) this.#begin();
    const last = this.#segments.at(-1);
    if (last === undefined) return;
    if (input.type === 'command' && input.command.type === 'startHeight')
      last.starts.push({ height: Number(simNetwork.lastDecidedHeight) + 1, input: last.inputs.length });
    last.inputs.push(input);
    last.bytes += sizeOf(input);
  }

  get #isFull(): boolean {
    const last = this.#segments.at(-1);
    return (
      last === undefined ||
      this.chain.simNetwork.events - last.copy.registers.events >= SEGMENT.events ||
      last.starts.length >= SEGMENT.blocks ||
      last.bytes - last.copy.traffic.byteLength >= SEGMENT.bytes
    );
  }

  #begin(): void {
    const copy = this.chain.simNetwork.capture();
    this.#segments = [...this.#segments, { copy, inputs: [], starts: [], bytes: copy.traffic.byteLength }];
    while (this.#segments.length > 1 && this.#hasNoRoom) this.#segments = this.#segments.slice(1);
  }

  /** Whether the newest segment may grow beyond the limits. */
  get #hasNoRoom(): boolean {
    const blocks = this.#segments.reduce((sum, { starts }) => sum + starts.length, 0);
    return blocks + SEGMENT.blocks > KEPT_BLOCKS || this.bytes + SEGMENT.bytes > KEPT_BYTES;
  }

  /** Returns the index of the segment in which a height began. */
  #segmentOf(height: number): number {
    return this.#segments.findIndex(({ starts }) => starts.some((start) => start.height === height));
  }

  replayOf({ first, last }: KeptBlocks, events = this.chain.simNetwork.events): RoundsReplay {
    const at = this.#segmentOf(first);
    const segment = this.#segments[at];
    if (segment === undefined) throw this.#notKept(first);
    if (this.#segmentOf(last) === -1) throw this.#notKept(last);
    const from = segment.starts.find(({ height }) => height === first)?.input;
    // What happens from now on is not part of it.
    const upTo = Math.min(events, this.chain.simNetwork.events);
    const inputs = this.#segments
      .slice(at)
      .flatMap((one) => one.inputs)
      .filter(({ afterEvents }) => afterEvents <= upTo);
    return async (receive, pause) => {
      const replay = new Replay(this.chain, segment.copy, pause);
      for (const [index, input] of inputs.entries()) {
        if (!(await replay.runTo(input.afterEvents))) return false;
        if (isStart(input) && replay.nextHeight > last) return replay.end();
        if (index === from) replay.listen(receive);
        replay.apply(input);
      }
      return (await replay.runTo(upTo)) && replay.end();
    };
  }

  #notKept(height: number): HalleyError {
    const { kept } = this;
    const which = kept === undefined ? 'none' : `those of blocks ${kept.first} to ${kept.last}`;
    return new HalleyError(
      'not-found',
      `the rounds of block ${height} are not kept: the devnet keeps ${which}, in memory, for the last ${KEPT_BLOCKS} blocks at most, until it restarts or goes back without a snapshot`,
      { height, ...kept },
    );
  }
}

const isStart = (input: KeptInput): boolean => input.type === 'command' && input.command.type === 'startHeight';

/** Network that takes kept inputs again. */
class Replay {
  readonly #network: SimNetwork;
  readonly #turns = new Turns();
  readonly #rounds: ChainRounds;
  #events = 0;
  /** Events that may still be passed on. */
  #left = MAX_EVENTS;

  constructor(
    chain: SimulatedChain,
    copy: SimNetworkSnapshot,
    private readonly pause: () => Promise<boolean>,
  ) {
    this.#network = chain.newSimNetwork([]);
    this.#network.restore(copy);
    this.#rounds = new ChainRounds({
      chain: { simNetwork: this.#network, keys: chain.keys },
      loop: this.#turns,
      schedule: () => () => undefined,
      firstMessage: FIRST_MESSAGE,
    });
  }

  get nextHeight(): number {
    return Number(this.#network.lastDecidedHeight) + 1;
  }

  listen(receive: (message: RoundsMessage) => void): void {
    this.#rounds.listenToRounds((message) => {
      if (message.type === 'events') this.#left -= message.events.length;
      receive(message);
    }, Number.MAX_SAFE_INTEGER);
    this.#turns.end();
  }

  /** Runs events until so many have happened. Resolves to false when the replay is to end. */
  async runTo(events: number): Promise<boolean> {
    while (this.#network.events < events) {
      this.#network.step();
      if (++this.#events % EVENTS_OF_SLICE !== 0) continue;
      this.#turns.end();
      if (this.#left < 0 || !(await this.pause())) return false;
    }
    return true;
  }

  apply(input: KeptInput): void {
    // Events before the input belong before the picture that follows it.
    this.#turns.end();
    if (input.type === 'reply') this.#network.answer(input.reply);
    else this.#network.applyCommand(input.command);
    if (input.type === 'command') this.#turns.end();
  }

  /** Passes on the last events. */
  end(): true {
    this.#turns.end();
    return true;
  }
}
