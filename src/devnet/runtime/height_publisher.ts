/**
 * Publishes the events of the observed node: the steps of its rounds, and each height once. A height is published when
 * the node commits it. The node may be behind; then it is published when the time of the height is over.
 */
import type { RoundEvent } from '../../backend/comet.js';
import { blockEvents, roundEvent } from '../../chain/events.js';
import { isPlainEngineEvent, PLAIN_ROUND_EVENTS } from '../../consensus/types/round_event.js';
import type { NodeEvent } from '../../simulation/index.js';
import type { CoreChain } from '../chain/chain.js';

/** Most rounds without a proposal that are remembered. The log describes fewer. */
const MAX_MISSED = 100;

/** A round for which the observed node received no proposal in time. */
export interface MissedRound {
  readonly height: bigint;
  readonly round: number;
}

/**
 * Converts the engine events of the observed node to events of the CometBFT RPC (consensus-rpc.md 8.1 and 8.2). Returns
 * undefined for what CometBFT does not publish: conflicting votes, refused messages, and what the platform does with a
 * decision.
 */
function roundEventOf(note: NodeEvent): RoundEvent | undefined {
  if (isPlainEngineEvent(note)) {
    const { height, round, step } = note;
    return roundEvent({ type: PLAIN_ROUND_EVENTS[note.type], height, round, step });
  }
  switch (note.type) {
    case 'newRound': {
      const { height, round, step, proposer, proposerIndex } = note;
      return roundEvent({ type: 'NewRound', height, round, step, proposer, proposerIndex });
    }
    case 'proposal complete': {
      const { height, round, step, blockId } = note;
      return roundEvent({ type: 'CompleteProposal', height, round, step, blockId });
    }
    case 'vote':
      return roundEvent({ type: 'Vote', vote: note.vote });
    case 'accuse':
    case 'refused':
    case 'committed':
    case 'conflicting commits':
    case 'jumped':
      return undefined;
  }
}

export class HeightPublisher {
  /** Height that is in the block store and whose events are not published yet. */
  unpublished: bigint | undefined;
  /** Last rounds for which the observed node received no proposal in time. */
  missed: readonly MissedRound[] = [];

  constructor(private readonly chain: CoreChain) {}

  /** Publishes the event of a round of the observed node. The events of a block are published before the round's commit event. */
  observe(note: NodeEvent): void {
    if (note.type === 'committed') this.publish();
    else if (note.type === 'timeout propose') {
      this.missed = [...this.missed, { height: note.height, round: note.round }].slice(-MAX_MISSED);
    }
    const { events } = this.chain;
    const event = events.quiet ? undefined : roundEventOf(note);
    if (event !== undefined) events.publish(event);
  }

  hasMissedProposal(height: bigint, round: number): boolean {
    return this.missed.some((missed) => missed.height === height && missed.round === round);
  }

  /** Publishes the events of the unpublished height, if there is one. */
  publish(): void {
    const height = this.unpublished;
    this.unpublished = undefined;
    if (height === undefined) return;
    publishHeight(this.chain, height);
    if (this.missed.length > 0) this.missed = [];
  }
}

/** Publishes a height, then its events if someone listens. */
export function publishHeight({ events, publishedHeights, blockStore }: CoreChain, height: bigint): void {
  publishedHeights.publish(height);
  if (events.quiet) return;
  const stored = blockStore.block(height);
  const results = blockStore.results(height);
  if (stored && results) for (const event of blockEvents(stored, results)) events.publish(event);
}
