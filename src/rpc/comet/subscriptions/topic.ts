/** All subscriptions of a dialect with the same query: whether an event is for them is asked once. */
import type { EventQuery } from '../../../backend/comet.js';
import type { SubscriptionEvent } from '../dialects/notice.js';
import type { Subscription } from './subscription.js';

/**
 * The one event that a query is about, when it says so: `tm.event = 'NewBlock'`. `text` is the normal form, in which
 * whatever stands between two quotes is an operand. The application must not emit events of the type `tm`.
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

  /** The event's attributes are made only when its name does not settle it. */
  wants(notice: SubscriptionEvent): boolean {
    if (this.#eventName !== undefined && this.#eventName !== notice.name) return false;
    return this.query.matches(notice.attributes);
  }

  /** Members who gave their requests the same id get the very same text. */
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
