/** Groups all subscriptions of a dialect with the same query, so that an event is matched once. */
import type { EventQuery } from '../../../backend/comet.js';
import type { SubscriptionEvent } from '../dialects/subscription_event.js';
import type { Subscription } from './subscription.js';

/**
 * Returns the event that a query names: `tm.event = 'NewBlock'`, or undefined. `text` is the normal form, in which text
 * between two quotes is an operand. The application must not emit events of the type `tm`.
 */
export function eventNameOf({ text }: EventQuery): string | undefined {
  const pieces = text.split("'");
  const at = pieces.findIndex((piece, i) => i % 2 === 0 && /(^| AND )tm\.event = $/.test(piece));
  return at < 0 ? undefined : pieces[at + 1];
}

export class Topic {
  readonly members = new Set<Subscription>();
  readonly #eventName: string | undefined;

  constructor(readonly query: EventQuery) {
    this.#eventName = eventNameOf(query);
  }

  /** Checks whether an event matches. It makes the event's attributes only when the name does not decide. */
  wants(event: SubscriptionEvent): boolean {
    if (this.#eventName !== undefined && this.#eventName !== event.name) return false;
    return this.query.matches(event.attributes);
  }

  /** Sends an event to all members. Members with equal heads share one string. */
  deliver(tail: string): void {
    let head = '';
    let frame = '';
    for (const member of this.members) {
      if (member.head !== head) {
        head = member.head;
        frame = head + tail;
      }
      member.deliver(frame);
    }
  }
}
