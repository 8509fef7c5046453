/**
 * Tells listeners of what the observed node goes through: the steps of its rounds, and each height, once, when it has
 * committed it, or at the latest when the time of the height is over, also when the node is left behind.
 */
import { blockEvents } from '../../chain/events.js';
import type { WorldNote } from '../../simulation/world.js';
import type { Chain } from '../chain.js';
import { OBSERVED_NODE } from '../views/observed_node.js';
import { roundEventOf } from '../views/round_events.js';

export class Announcer {
  /** Published in the block store, and to be told when its time comes. */
  untold: bigint | undefined;

  constructor(private readonly chain: Pick<Chain, 'events' | 'heights' | 'blockStore'>) {}

  /** The events of a round stand around those of its block. */
  observe(note: WorldNote): void {
    if (note.node !== OBSERVED_NODE) return;
    if (note.type === 'committed') this.tell();
    const { events } = this.chain;
    const event = events.quiet ? undefined : roundEventOf(note);
    if (event !== undefined) events.publish(event);
  }

  /** Of the height that is not told yet, if there is one. */
  tell(): void {
    const { events, heights, blockStore } = this.chain;
    const height = this.untold;
    this.untold = undefined;
    if (height === undefined) return;
    heights.publish(height);
    if (events.quiet) return;
    const stored = blockStore.block(height);
    const results = blockStore.results(height);
    if (stored && results) for (const event of blockEvents(stored, results)) events.publish(event);
  }
}
