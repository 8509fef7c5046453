/**
 * Manages the subscriptions of one connection: their limits, and what happens when the client does not read
 * (consensus-rpc.md 7). It differs from the engine in favor of the client: a canceled subscription frees its slot, a
 * cancellation is always reported, and no event is dropped silently.
 */

import type { EventQuery } from '../../../backend/comet.js';
import { HalleyError } from '../../../kernel/errors.js';
import { utf8 } from '../../../kernel/text.js';
import type { Dialect } from '../dialects/dialect.js';
import type { CometLimits } from '../options.js';
import { encodeResponse, type IdText } from '../protocol/envelope.js';
import { serverError } from '../protocol/error.js';
import type { SubscriptionHub } from './hub.js';
import type { Outbox, Waiting } from './outbox.js';
import { notificationHead, type Subscription } from './subscription.js';

const OUT_OF_CAPACITY = 'internal subscription event buffer is out of capacity';
const SLOW_CLIENT = 'slow client';

/** Part of a call's context that subscriptions need. */
interface SubscriberContext {
  readonly dialect: Dialect;
  readonly limits: CometLimits;
  /** Ends subscriptions of slow clients early; see CometOptions. */
  readonly closeOnSlowClient: boolean;
}

export class Subscriber {
  readonly #subscriptions = new Map<string, Subscription>();

  constructor(
    readonly hub: SubscriptionHub,
    readonly context: SubscriberContext,
    readonly outbox: Outbox,
  ) {}

  /** Adds a subscription. Throws HalleyError with the engine's text. Events may be sent as soon as it returns. */
  subscribe(text: string, id: IdText): void {
    this.#checkLimits(text);
    const query = this.#parse(text);
    const key = this.context.dialect.subscriptionKey(text, query);
    if (this.#subscriptions.has(key)) throw new HalleyError('invalid-argument', 'already subscribed', { query: text });
    const subscription = this.#subscription(key, text, id, query);
    this.#subscriptions.set(key, subscription);
    this.hub.add(this, subscription);
  }

  unsubscribe(text: string): void {
    const key = this.context.dialect.subscriptionKey(text, this.#parse(text));
    if (!this.#remove(key)) throw new HalleyError('not-found', 'subscription not found', { query: text });
  }

  unsubscribeAll(): void {
    if (this.#subscriptions.size === 0) throw new HalleyError('not-found', 'subscription not found');
    this.close();
  }

  /** Removes all subscriptions, because the connection has closed or the client unsubscribed. */
  close(): void {
    for (const key of [...this.#subscriptions.keys()]) this.#remove(key);
  }

  #checkLimits(text: string): void {
    const { subscriptionClients, subscriptionsPerClient, queryBytes } = this.context.limits;
    const refuse = (message: string) => new HalleyError('limit-exceeded', message);
    if (this.hub.clientCount >= subscriptionClients)
      throw refuse(`max_subscription_clients ${subscriptionClients} reached`);
    if (this.#subscriptions.size >= subscriptionsPerClient)
      throw refuse(`max_subscriptions_per_client ${subscriptionsPerClient} reached`);
    if (utf8(text).length > queryBytes) throw refuse('maximum query length exceeded');
  }

  #parse(text: string): EventQuery {
    try {
      return this.hub.slot.now.comet.parseQuery(text);
    } catch (error) {
      if (!(error instanceof HalleyError)) throw error;
      throw new HalleyError(error.code, `failed to parse query: ${error.message}`, error.facts);
    }
  }

  #subscription(key: string, text: string, id: IdText, query: EventQuery): Subscription {
    const waiting: Waiting = { frames: 0 };
    return {
      query,
      dialect: this.context.dialect,
      head: notificationHead(id, text),
      deliver: (frame) => {
        const reason = this.#tooSlow(waiting);
        if (reason === undefined) this.outbox.send(frame, waiting);
        else this.#cancel(key, id, reason);
      },
      cancel: (reason) => this.#cancel(key, id, reason),
    };
  }

  /** Returns why a subscription must end instead of getting one more event, or undefined when it may go on. */
  #tooSlow(events: Waiting): string | undefined {
    const { closeOnSlowClient, limits } = this.context;
    const { frames, bytes } = this.outbox;
    if (closeOnSlowClient && frames >= limits.writeQueue) return SLOW_CLIENT;
    const isFull = events.frames >= limits.subscriptionBuffer || bytes > limits.connectionBacklog;
    return isFull ? OUT_OF_CAPACITY : undefined;
  }

  #cancel(key: string, id: IdText, reason: string): void {
    this.#remove(key);
    const error = serverError(this.context.dialect.canceled(reason));
    this.outbox.send(encodeResponse(id, { error }));
  }

  #remove(key: string): boolean {
    const subscription = this.#subscriptions.get(key);
    if (subscription === undefined) return false;
    this.#subscriptions.delete(key);
    this.hub.remove(this, subscription);
    return true;
  }
}
