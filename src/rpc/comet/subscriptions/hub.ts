/**
 * Manages all subscriptions of the CometBFT RPC. It listens to the event bus while there is a subscription, has each
 * dialect encode the event, and delivers matches. An event is matched once for each query and encoded once for each
 * dialect, whatever the number of subscribers.
 */
import type { ChainSlot } from '../../../backend/chain_slot.js';
import type { BusEvent, CometBackend, EventQuery } from '../../../backend/comet.js';
import type { Dialect } from '../dialects/dialect.js';
import type { SubscriptionEvent } from '../dialects/subscription_event.js';
import { notificationTail, type Subscription } from './subscription.js';

/**
 * Returns the event that a query names: `tm.event = 'NewBlock'`, or undefined. `text` is the normal form, in which text
 * between two quotes is an operand. The application must not emit events of the type `tm`.
 */
export function eventNameOf({ text }: EventQuery): string | undefined {
  const pieces = text.split("'");
  const at = pieces.findIndex((piece, i) => i % 2 === 0 && /(^| AND )tm\.event = $/.test(piece));
  return at < 0 ? undefined : pieces[at + 1];
}

/** Groups all subscriptions of a dialect with the same query, so that an event is matched once. */
class Topic {
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

/** Topics by the normal form of their query. */
type Topics = Map<string, Topic>;

export class SubscriptionHub {
  readonly #topics = new Map<Dialect, Topics>();
  readonly #clients = new Map<object, number>();
  #stop: (() => void) | undefined;

  constructor(readonly slot: ChainSlot<{ readonly comet: CometBackend }>) {}

  /** Number of connections with a subscription. */
  get clientCount(): number {
    return this.#clients.size;
  }

  add(client: object, subscription: Subscription): void {
    const { dialect, query } = subscription;
    let topics = this.#topics.get(dialect);
    if (topics === undefined) {
      topics = new Map();
      this.#topics.set(dialect, topics);
    }
    let topic = topics.get(query.text);
    if (topic === undefined) {
      topic = new Topic(query);
      topics.set(query.text, topic);
    }
    topic.members.add(subscription);
    this.#clients.set(client, (this.#clients.get(client) ?? 0) + 1);
    this.#stop ??= this.slot.follow(({ comet }) => comet.listen((event) => this.#publish(event)));
  }

  remove(client: object, subscription: Subscription): void {
    const { dialect, query } = subscription;
    const topics = this.#topics.get(dialect);
    const topic = topics?.get(query.text);
    if (topics === undefined || topic?.members.delete(subscription) !== true) return;
    if (topic.members.size === 0) topics.delete(query.text);
    if (topics.size === 0) this.#topics.delete(dialect);
    const left = (this.#clients.get(client) ?? 1) - 1;
    if (left > 0) this.#clients.set(client, left);
    else this.#clients.delete(client);
    if (this.#topics.size > 0) return;
    this.#stop?.();
    this.#stop = undefined;
  }

  /** Ends every subscription and reports the reason. */
  cancelAll(reason: string): void {
    for (const topics of [...this.#topics.values()])
      for (const topic of [...topics.values()]) for (const member of [...topic.members]) member.cancel(reason);
  }

  #publish(event: BusEvent): void {
    for (const [dialect, topics] of this.#topics)
      for (const subscriptionEvent of dialect.subscriptionEvents(event)) this.#notify(topics, subscriptionEvent);
  }

  #notify(topics: Topics, subscriptionEvent: SubscriptionEvent): void {
    let tail: string | undefined;
    for (const topic of topics.values()) {
      if (!topic.wants(subscriptionEvent)) continue;
      tail ??= notificationTail(subscriptionEvent);
      topic.deliver(tail);
    }
  }
}
