/**
 * Heights as the loop moves them: lets one begin, steps the network's events, has what is decided committed. How far it
 * goes at a time (a height, an instant, an event) is the pace's business. Only the loop may call it.
 */

import { AbortedError } from '../../kernel/fair_scheduler.js';
import { NANOS_PER_SECOND, type UnixNanos } from '../../kernel/time.js';
import type { NodeAbciCall, Progress } from '../../simulation/index.js';
import type { Chain } from '../chain/chain.js';
import type { ChainClock } from '../clock/chain_clock.js';
import { answer } from './abci_handler.js';
import { type CommittedEvent, commitHeight } from './commit_height.js';
import { fatal } from './fatal.js';
import { HeightPublisher } from './height_publisher.js';

/** Virtual time that one height may take before the attempt counts as stalled. */
export const PATIENCE: UnixNanos = 600n * NANOS_PER_SECOND;

export type Produced = { readonly type: 'decided'; readonly height: bigint } | { readonly type: 'stalled' };

/** What a snapshot holds of it. */
export interface BlockProducerSnapshot {
  readonly decidedAt: UnixNanos;
}

export class BlockProducer {
  readonly #publisher: HeightPublisher;
  /** When the tip was decided, in the network's time. */
  #decidedAt: UnixNanos;

  constructor(
    private readonly chain: Chain,
    private readonly clock: ChainClock,
    private readonly timeoutCommit: UnixNanos,
  ) {
    this.#publisher = new HeightPublisher(chain);
    this.#decidedAt = this.#longAgo;
  }

  /** The network is a new one. */
  beginAgain(): void {
    this.restore({ decidedAt: this.#longAgo });
  }

  /** So that the next height may start at once. */
  get #longAgo(): UnixNanos {
    return this.chain.simNetwork.now - this.timeoutCommit;
  }

  snapshot(): BlockProducerSnapshot {
    return { decidedAt: this.#decidedAt };
  }

  /** Call it after the chain was reverted. Each height that remains is published once, before the revert or after it. */
  restore({ decidedAt }: BlockProducerSnapshot): void {
    const { unpublished } = this.#publisher;
    this.#decidedAt = decidedAt;
    if (unpublished !== undefined && unpublished > this.chain.blockStore.height)
      this.#publisher.unpublished = undefined;
  }

  /** The newest height whose events were published. */
  get published(): bigint {
    const { unpublished } = this.#publisher;
    return unpublished === undefined ? this.chain.blockStore.height : unpublished - 1n;
  }

  /**
   * One height; one that is under way goes on. After the decision the network goes on for `timeout_commit`, as on a real
   * chain, so that late precommits reach the commit. `stalled`: no quorum.
   */
  async produce(): Promise<Produced> {
    const { simNetwork, blockStore } = this.chain;
    const before = blockStore.height;
    if (!simNetwork.released) {
      await this.#run(this.#nextStart);
      this.#begin();
    }
    await this.#run(simNetwork.now + PATIENCE);
    if (blockStore.height > before) await this.#run(this.#nextStart);
    this.#publisher.publish();
    return blockStore.height > before ? { type: 'decided', height: blockStore.height } : { type: 'stalled' };
  }

  /** Lets the network finish what a command between heights has begun: for as long as it would wait for late votes. */
  async settle(): Promise<void> {
    const { simNetwork, blockStore } = this.chain;
    const before = blockStore.height;
    await this.#run(simNetwork.now + this.timeoutCommit);
    if (blockStore.height !== before) await this.#run(this.#nextStart);
    this.#publisher.publish();
  }

  /** When something can happen next, in the network's time: an event, or the start of a height. Undefined: nothing will. */
  get nextTime(): UnixNanos | undefined {
    const { simNetwork } = this.chain;
    const event = simNetwork.nextEventTime();
    if (simNetwork.released) return event;
    const start = this.#nextStart > simNetwork.now ? this.#nextStart : simNetwork.now;
    return event !== undefined && event <= start ? event : start;
  }

  /** Whether the tip has had its time, and nothing is left of it but to begin the next height. */
  get isOver(): boolean {
    const { simNetwork } = this.chain;
    const event = simNetwork.nextEventTime();
    return !simNetwork.released && (event === undefined || event > this.#nextStart);
  }

  /** Lets the one thing happen that comes next: an event, or the first one of a height that begins. False: none is left. */
  async next(): Promise<boolean> {
    const { simNetwork } = this.chain;
    if (this.isOver) {
      this.#publisher.publish();
      this.#begin();
    }
    if (simNetwork.nextEventTime() === undefined) return false;
    await this.#happen();
    return true;
  }

  /** At the earliest: late precommits of the tip have had their time. */
  get #nextStart(): UnixNanos {
    return this.#decidedAt + this.timeoutCommit;
  }

  /** The header's time is the clock's, that of the first block the genesis time. */
  #begin(): void {
    const { simNetwork, blockStore } = this.chain;
    const { lastBlockTime } = blockStore.state;
    if (blockStore.height < blockStore.base) {
      simNetwork.startHeight(lastBlockTime);
      return;
    }
    const time = this.clock.take(lastBlockTime);
    simNetwork.startHeight(time, time);
  }

  /** Steps what happens up to `deadline`, or until a height is decided. */
  async #run(deadline: UnixNanos): Promise<void> {
    const { simNetwork, blockStore } = this.chain;
    const before = blockStore.height;
    for (
      let next = simNetwork.nextEventTime();
      next !== undefined && next <= deadline;
      next = simNetwork.nextEventTime()
    ) {
      const rest = this.#happen();
      // Most events ask nobody and commit nothing: waiting for them would take longer than they do.
      if (rest !== undefined) await rest;
      if (blockStore.height !== before) return;
    }
  }

  /** One event. What is left of it, if somebody has to be waited for. */
  #happen(): Promise<void> | undefined {
    try {
      return this.#follow(this.chain.simNetwork.step())?.catch(stumbled);
    } catch (error) {
      return stumbled(error);
    }
  }

  /** Follows one event to its end: time stands still while the application is asked. */
  #follow({ notes, ask }: Progress): Promise<void> | undefined {
    let seen = 0;
    for (const note of notes) {
      seen++;
      if (note.type === 'committed' && note.first) return this.#commit(note, notes.slice(seen), ask);
      this.#publisher.observe(note);
    }
    return ask && this.#answer(ask);
  }

  async #answer(ask: NodeAbciCall): Promise<void> {
    const reply = await answer(this.chain, ask);
    await this.#follow(this.chain.simNetwork.answer(reply));
  }

  /** The first decision of a height, then what else has happened. */
  async #commit(note: CommittedEvent, notes: Progress['notes'], ask: NodeAbciCall | undefined): Promise<void> {
    await commitHeight(this.chain, note, this.clock.writes());
    this.#decidedAt = this.chain.simNetwork.now;
    this.#publisher.unpublished = note.decided.block.header.height;
    this.#publisher.observe(note);
    await this.#follow({ notes, ask });
  }
}

/** In the middle of an event nothing is a refusal: the network has gone on, and the chain has not. */
function stumbled(error: unknown): never {
  throw error instanceof AbortedError ? error : fatal(error);
}
