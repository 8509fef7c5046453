/**
 * Manages one alarm for each slot. A validator has one timer, and setting it again replaces it. Alarms live outside the
 * event queue, so that replaced timers do not accumulate there. The earliest one is found by a linear scan, at most
 * once after each change. A node's two slots follow from its index alone, so that nodes may be added.
 */
import type { UnixNanos } from '../../kernel/time.js';
import { isBefore } from './event_queue.js';

export interface Alarm {
  readonly slot: number;
  readonly time: UnixNanos;
  readonly serial: number;
}

/** Returns the slot of a node's timer. */
export const timerSlot = (node: number): number => 2 * node;

/** Returns the slot of a node's gossip timer. */
export const gossipSlot = (node: number): number => 2 * node + 1;

/** Returns the node of a slot, and whether the slot is that of its gossip timer. */
export const ownerOf = (slot: number): { readonly node: number; readonly isGossip: boolean } => ({
  node: slot >> 1,
  isGossip: slot % 2 === 1,
});

export class Alarms {
  readonly #slots: (Alarm | undefined)[];
  #earliest: Alarm | undefined;
  #isKnown = false;

  constructor(slots: readonly (Alarm | undefined)[]) {
    this.#slots = [...slots];
  }

  slots(): readonly (Alarm | undefined)[] {
    return [...this.#slots];
  }

  get(slot: number): Alarm | undefined {
    return this.#slots[slot];
  }

  set(alarm: Alarm): void {
    const before = this.#slots[alarm.slot];
    this.#slots[alarm.slot] = alarm;
    if (!this.#isKnown) return;
    if (this.#earliest === undefined || isBefore(alarm, this.#earliest)) this.#earliest = alarm;
    else if (before === this.#earliest) this.#isKnown = false;
  }

  clear(slot: number): void {
    if (this.#slots[slot] === undefined) return;
    if (this.#slots[slot] === this.#earliest) this.#isKnown = false;
    this.#slots[slot] = undefined;
  }

  earliest(): Alarm | undefined {
    if (this.#isKnown) return this.#earliest;
    let best: Alarm | undefined;
    for (const alarm of this.#slots)
      if (alarm !== undefined && (best === undefined || isBefore(alarm, best))) best = alarm;
    this.#earliest = best;
    this.#isKnown = true;
    return best;
  }
}
