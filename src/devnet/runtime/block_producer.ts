/**
 * Produces heights for the loop: starts a height, steps the network's events, and commits what is decided. The mining
 * mode decides how far it goes at a time (a height, an instant, an event). Only the loop may call it.
 */
import { fetching } from '../../app/state/remote/fetching.js';
import { isUnavailable } from '../../app/state/remote/with_remote.js';
import { AbortedError, SLICE_MS } from '../../kernel/fair_scheduler.js';
import { NANOS_PER_MILLISECOND, NANOS_PER_SECOND, type UnixNanos } from '../../kernel/time.js';
import type { AbciReply, NodeAbciCall, Progress, RecordedCommand } from '../../simulation/index.js';
import type { SimulatedChain } from '../chain/chain.js';
import type { RecordOfChain } from '../chain/chain_activity.js';
import { OBSERVED_NODE } from '../chain/node_identity.js';
import type { ChainClock } from '../clock/chain_clock.js';
import { hostSchedule } from '../platform.js';
import { answer } from './abci_handler.js';
import { type CommittedEvent, commitHeight } from './commit_height.js';
import { fatal } from './fatal.js';
import { HeightPublisher, type MissedRound } from './height_publisher.js';

/** Longest virtual time of one height; beyond it the attempt counts as stalled. */
export const PATIENCE: UnixNanos = 600n * NANOS_PER_SECOND;

/**
 * Most rounds that fail in one attempt at a height. With the default timeouts the time limit comes first; timeouts of a
 * few milliseconds that never grow would let hundreds of thousands of rounds fail within it.
 */
export const MAX_ROUNDS = 1000;

/** Virtual time that suffices for a height without faults, which takes three delays of a link. */
const HEALTHY: UnixNanos = 10n * NANOS_PER_MILLISECOND;

/**
 * Events that are more than a height without faults has in a network of a few validators. Such a height runs to its
 * end.
 */
const EVENTS_IN_ONE_GO = 64;

/** Retry delay for state of the forked chain's node, in milliseconds. */
const REMOTE_PAUSE_MS = 1_000;

/** Number of events between two clock checks. */
const EVENTS_OF_LOOK = 8;

export type Produced = { readonly type: 'decided'; readonly height: bigint } | { readonly type: 'stalled' };

/** State of the producer in a snapshot. */
export interface BlockProducerSnapshot {
  readonly decidedAt: UnixNanos;
  /** Rounds of the height in progress for which the observed node received no proposal in time. */
  readonly missed: readonly MissedRound[];
}

export class BlockProducer {
  readonly #publisher: HeightPublisher;
  #conflictListener: () => void = () => undefined;
  /** Time of the last decision, in the network's time. */
  #decidedAt: UnixNanos;
  /** Highest round that a node has begun at a height that is not decided. */
  #round = 0;
  /** Newest command of the network when the height stalled; `undefined` when the last attempt has decided. */
  #stalledAfter: RecordedCommand | undefined;

  constructor(
    private readonly chain: SimulatedChain,
    private readonly clock: ChainClock,
    private readonly timeoutCommit: UnixNanos,
    private readonly record: RecordOfChain,
  ) {
    this.#publisher = new HeightPublisher(chain);
    this.#decidedAt = this.#longAgo;
  }

  /** Starts anew with a new network. */
  beginAgain(): void {
    this.restore({ decidedAt: this.#longAgo, missed: [] });
  }

  /** Returns a decision time so early that the next height may start at once. */
  get #longAgo(): UnixNanos {
    return this.chain.simNetwork.now - this.timeoutCommit;
  }

  snapshot(): BlockProducerSnapshot {
    return { decidedAt: this.#decidedAt, missed: this.#publisher.missed };
  }

  /**
   * Restores a snapshot. Call it after the chain was reverted. Each height that remains is published once, before the
   * revert or after it.
   */
  restore({ decidedAt, missed }: BlockProducerSnapshot): void {
    const { unpublished } = this.#publisher;
    this.#decidedAt = decidedAt;
    this.#publisher.missed = missed;
    if (unpublished !== undefined && unpublished > this.chain.blockStore.height)
      this.#publisher.unpublished = undefined;
  }

  /** Calls the one listener when conflicting commits end the chain. */
  onConflict(listener: () => void): void {
    this.#conflictListener = listener;
  }

  /** Returns whether the observed node has waited in vain for the proposal of a round of the newest height. */
  hasMissedProposal(height: bigint, round: number): boolean {
    return this.#publisher.hasMissedProposal(height, round);
  }

  /** Returns the newest height whose events were published. */
  get published(): bigint {
    const { unpublished } = this.#publisher;
    return unpublished === undefined ? this.chain.blockStore.height : unpublished - 1n;
  }

  /**
   * Produces one height, or completes the one that has started. After the decision the network runs on for
   * `timeout_commit`, as on a real chain, so that late precommits reach the commit. Returns `stalled` without a quorum,
   * and on a chain that conflicting commits have ended. A height that it starts has its first proposal in `round`.
   */
  async produce(round = 0): Promise<Produced> {
    const { simNetwork, blockStore } = this.chain;
    const before = blockStore.height;
    if (simNetwork.conflict !== undefined) return { type: 'stalled' };
    await this.#start(round);
    await this.#run(simNetwork.now + PATIENCE);
    return this.#finish(before);
  }

  /**
   * Goes on with one height for the time between two ticks of a clock. A height without faults is decided in one tick.
   * Any other takes as many ticks as its timeouts last on that clock, so that the network's time stays together with it.
   */
  async tick(interval: UnixNanos): Promise<Produced> {
    const { simNetwork, blockStore } = this.chain;
    const before = blockStore.height;
    if (simNetwork.conflict !== undefined) return { type: 'stalled' };
    const started = await this.#start();
    const deadline = simNetwork.now + (started && interval < HEALTHY ? HEALTHY : interval);
    await this.#run(deadline);
    if (blockStore.height === before) simNetwork.passTime(deadline);
    return this.#finish(before);
  }

  /**
   * Whether the height that has started stalled, and no command has changed the network since. Another attempt would
   * only let more rounds fail.
   */
  get isStuck(): boolean {
    const { simNetwork } = this.chain;
    return (
      this.#stalledAfter !== undefined && this.#stalledAfter === simNetwork.lastCommand && simNetwork.isHeightStarted
    );
  }

  /** Starts a height, unless one has started or the chain ends before. Returns whether it did. */
  async #start(round = 0): Promise<boolean> {
    const { simNetwork } = this.chain;
    if (simNetwork.isHeightStarted) return false;
    await this.#run(this.#nextStart);
    if (simNetwork.conflict !== undefined) return false;
    this.#begin(round);
    return true;
  }

  async #finish(before: bigint): Promise<Produced> {
    const { simNetwork, blockStore } = this.chain;
    const isDecided = blockStore.height > before;
    if (isDecided) await this.#run(this.#nextStart);
    this.#stalledAfter = isDecided ? undefined : simNetwork.lastCommand;
    this.#publisher.publish();
    return isDecided ? { type: 'decided', height: blockStore.height } : { type: 'stalled' };
  }

  /**
   * Lets the network finish what a command between heights has started. It runs for as long as it would wait for late
   * votes.
   */
  async settle(): Promise<void> {
    const { simNetwork, blockStore } = this.chain;
    const before = blockStore.height;
    await this.#run(simNetwork.now + this.timeoutCommit);
    if (blockStore.height !== before) await this.#run(this.#nextStart);
    this.#publisher.publish();
  }

  /**
   * Returns when the next event or start of a height is due, in the network's time; undefined when neither will come.
   */
  get nextTime(): UnixNanos | undefined {
    const { simNetwork } = this.chain;
    const event = simNetwork.nextEventTime();
    if (simNetwork.isHeightStarted || simNetwork.conflict !== undefined) return event;
    const start = this.#nextStart > simNetwork.now ? this.#nextStart : simNetwork.now;
    return event !== undefined && event <= start ? event : start;
  }

  /** Whether the time of the last decided height is over, so that only the next height can begin. */
  get isOver(): boolean {
    const { simNetwork } = this.chain;
    if (simNetwork.conflict !== undefined) return false;
    const event = simNetwork.nextEventTime();
    return !simNetwork.isHeightStarted && (event === undefined || event > this.#nextStart);
  }

  /**
   * Runs the next event. When the height is over, it starts a height and runs its first event. Returns false when no
   * event is left.
   */
  async next(): Promise<boolean> {
    const { simNetwork } = this.chain;
    if (this.isOver) {
      this.#publisher.publish();
      this.#begin();
    }
    const due = simNetwork.nextEventTime();
    if (due === undefined) return false;
    simNetwork.detailed = !this.chain.events.quiet;
    await this.#happen(due);
    return true;
  }

  /** Returns the earliest start of the next height, which leaves time for late precommits. */
  get #nextStart(): UnixNanos {
    return this.#decidedAt + this.timeoutCommit;
  }

  /** Starts a height. The clock gives the header's time; the first block has the genesis time. */
  #begin(round = 0): void {
    const { simNetwork, blockStore } = this.chain;
    const { lastBlockTime } = blockStore.state;
    if (blockStore.height < blockStore.base) {
      simNetwork.startHeight(lastBlockTime);
      return;
    }
    const time = this.clock.take(lastBlockTime);
    simNetwork.startHeight(time, time, round);
  }

  /**
   * Runs the events up to `deadline`, until a height is decided, or until `MAX_ROUNDS` have failed. A height that takes long, such as one that cannot be
   * decided, lets the event loop run after each slice of time.
   */
  async #run(deadline: UnixNanos): Promise<void> {
    const { blockStore, events: bus, scheduler, simNetwork } = this.chain;
    const before = blockStore.state;
    simNetwork.detailed = !bus.quiet;
    this.#round = 0;
    let lastRound: number | undefined;
    let since: number | undefined;
    for (let events = 1; ; events++) {
      const rest = this.#happen(deadline);
      if (rest === false) return;
      // Most events call no application and commit nothing. To await each of them would take longer than the event.
      if (rest !== undefined) {
        await rest;
        // Clients may have subscribed or unsubscribed meanwhile.
        simNetwork.detailed = !bus.quiet;
      }
      if (blockStore.state !== before) return;
      if (this.#round > 0) lastRound ??= this.#round + MAX_ROUNDS;
      if (lastRound !== undefined && this.#round >= lastRound) return;
      if (events < EVENTS_IN_ONE_GO || events % EVENTS_OF_LOOK !== 0) continue;
      since ??= scheduler.now();
      if (scheduler.now() - since < SLICE_MS) continue;
      await this.#letOthersRun();
      since = undefined;
    }
  }

  /** Lets the event loop run. Throws AbortedError when the devnet has closed meanwhile. */
  async #letOthersRun(): Promise<void> {
    const { scheduler } = this.chain;
    await new Promise<void>((resolve) => scheduler.afterIo(resolve));
    if (scheduler.stopped) throw new AbortedError('the devnet was closed while a height was made');
  }

  /**
   * Runs the next event that is due by `deadline`. Returns a promise only if the rest of the event is asynchronous, and
   * false when no event is due.
   */
  #happen(deadline: UnixNanos): Promise<void> | undefined | false {
    try {
      const progress = this.chain.simNetwork.stepUntil(deadline);
      return progress === undefined ? false : this.#follow(progress)?.catch(stumbled);
    } catch (error) {
      return stumbled(error);
    }
  }

  /** Runs one event to completion. The network's time does not advance while the application replies. */
  #follow({ notes, ask }: Progress): Promise<void> | undefined {
    let seen = 0;
    for (const note of notes) {
      seen++;
      if (note.type === 'committed' && note.first) return this.#commit(note, notes.slice(seen), ask);
      if (note.node === OBSERVED_NODE) this.#publisher.observe(note);
      if (note.type === 'newRound' && note.round > this.#round && note.height > this.chain.blockStore.height)
        this.#round = note.round;
      if (note.type === 'conflicting commits') this.#end();
    }
    return ask && this.#answer(ask);
  }

  /** Publishes the newest height, since no later event will. */
  #end(): void {
    this.#publisher.publish();
    this.#conflictListener();
  }

  async #answer(ask: NodeAbciCall): Promise<void> {
    const reply = await this.#replyTo(ask);
    this.chain.simNetwork.detailed = !this.chain.events.quiet;
    await this.#follow(this.chain.simNetwork.answer(reply));
  }

  /**
   * Asks the application. On a forked chain it waits for as long as the other chain's node cannot give the state that
   * the block itself needs, which no transaction needs. Only the first block does not wait.
   */
  async #replyTo(ask: NodeAbciCall): Promise<AbciReply> {
    const { remote, blockStore, scheduler } = this.chain;
    if (remote === undefined) return answer(this.chain, ask);
    for (;;) {
      try {
        return await fetching(remote, () => answer(this.chain, ask));
      } catch (error) {
        if (!isUnavailable(error) || blockStore.height < blockStore.base) throw error;
      }
      await new Promise<void>((resolve) => hostSchedule(REMOTE_PAUSE_MS, resolve));
      if (scheduler.stopped) throw new AbortedError('the devnet was closed while a block waited for the forked chain');
    }
  }

  /** Commits the first decision of a height, then handles the rest of the event. */
  async #commit(note: CommittedEvent, notes: Progress['notes'], ask: NodeAbciCall | undefined): Promise<void> {
    await commitHeight(this.chain, note, this.clock.writes(), this.record);
    this.#decidedAt = this.chain.simNetwork.now;
    this.#publisher.unpublished = note.decided.block.header.height;
    if (note.node === OBSERVED_NODE) this.#publisher.observe(note);
    await this.#follow({ notes, ask });
    if (note.response.validatorUpdates.length > 0) this.#addNodes();
  }

  /** Adds the nodes of validators that enter the set with a key of this devnet. */
  #addNodes(): void {
    const { simNetwork, wantedNodes } = this.chain;
    for (const key of wantedNodes.slice(simNetwork.size)) simNetwork.addNode(key);
  }
}

/**
 * Makes any error fatal. In the middle of an event an error is no refusal, because the network has moved on and the
 * chain has not.
 */
function stumbled(error: unknown): never {
  throw error instanceof AbortedError ? error : fatal(error);
}
