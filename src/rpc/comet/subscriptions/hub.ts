/**
 * All subscriptions of interface B: it listens to the bus while there is one, asks each dialect what it makes of an event,
 * and hands the matches to their subscribers. An event is encoded once for each dialect, however many want it.
 */
import type { BusEvent, CometPort } from '../../ports.js';
import type { Dialect } from '../dialects/dialect.js';
import type { Notice } from '../dialects/notice.js';
import { encodeJson } from '../protocol/json.js';
import { attributesJson, type EncodedNotice, notification, type Subscription } from './subscription.js';

export class SubscriptionHub {
  readonly #subscriptions = new Set<Subscription>();
  readonly #clients = new Map<object, number>();
  #stop: (() => void) | undefined;

  constructor(readonly port: CometPort) {}

  /** How many connections hold a subscription. */
  get clientCount(): number {
    return this.#clients.size;
  }

  add(client: object, subscription: Subscription): void {
    this.#subscriptions.add(subscription);
    this.#clients.set(client, (this.#clients.get(client) ?? 0) + 1);
    this.#stop ??= this.port.listen((event) => this.#publish(event));
  }

  remove(client: object, subscription: Subscription): void {
    if (!this.#subscriptions.delete(subscription)) return;
    const left = (this.#clients.get(client) ?? 1) - 1;
    if (left > 0) this.#clients.set(client, left);
    else this.#clients.delete(client);
    if (this.#subscriptions.size > 0) return;
    this.#stop?.();
    this.#stop = undefined;
  }

  #publish(event: BusEvent): void {
    const audiences = new Map<Dialect, Subscription[]>();
    for (const subscription of this.#subscriptions) {
      const audience = audiences.get(subscription.dialect);
      if (audience === undefined) audiences.set(subscription.dialect, [subscription]);
      else audience.push(subscription);
    }
    for (const [dialect, audience] of audiences)
      for (const notice of dialect.notices(event)) this.#tell(audience, notice);
  }

  #tell(audience: readonly Subscription[], notice: Notice): void {
    let encoded: EncodedNotice | undefined;
    for (const subscription of audience) {
      if (!subscription.query.matches(notice.attributes)) continue;
      encoded ??= { data: encodeJson(notice.data()), events: encodeJson(attributesJson(notice.attributes)) };
      subscription.deliver(notification(subscription, encoded));
    }
  }
}
