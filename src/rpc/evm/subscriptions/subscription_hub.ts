/**
 * Subscriptions (evm-json-rpc.md 8.3), fed by the port's notices. One belongs to its connection and ends with it. What
 * is pushed is spelled once, however many subscribe. A subscription is silent until the reply that names it has been
 * sent, also when that reply stands in a batch which waits for a block.
 */

import type { EvmEvent } from '../../../backend/evm/events.js';
import type { EvmBackend } from '../../../backend/evm/evm_backend.js';
import { refusal } from '../../jsonrpc/errors.js';
import type { EvmLimits } from '../limits.js';
import { undoneLogs } from '../logs/block_logs.js';
import { newId, type RandomBytes } from './filter_store.js';
import { EventResults, type PushedResult } from './pushed_result.js';
import type { SubscriptionKind } from './subscription_kind.js';

/** Where a connection's notifications go. */
export interface PushSink {
  push(subscription: string, result: PushedResult): void;
  /** Nobody will read what is pushed: cut off, for reading too slowly perhaps. */
  gone(): boolean;
  /** More notifications wait than `pushesHeld`: the connection should end. */
  overflow(): void;
}

/** What a handler may do with the connection that the call came from. */
export interface Subscriber {
  /** The id of the new subscription. */
  subscribe(kind: SubscriptionKind): string;
  /** False when this connection has no such subscription. */
  unsubscribe(id: string): boolean;
}

/** The subscriber of one message. */
export interface MessageSubscriber extends Subscriber {
  /** The message's reply has been sent: its subscriptions may speak. */
  release(): void;
}

interface Subscription {
  readonly id: string;
  readonly kind: SubscriptionKind;
  readonly owner: ConnectionSubscriptions;
  /** Undefined once the subscription may speak. */
  held: PushedResult[] | undefined;
}

export interface SubscriptionHubOptions {
  readonly evm: EvmBackend;
  readonly limits: EvmLimits;
  readonly random: RandomBytes;
}

export class SubscriptionHub {
  readonly #subscriptions = new Set<Subscription>();

  constructor(readonly options: SubscriptionHubOptions) {}

  connect(sink: PushSink): ConnectionSubscriptions {
    return new ConnectionSubscriptions(this.options, sink, this.#subscriptions);
  }

  /** Open subscriptions of all connections. */
  get size(): number {
    return this.#subscriptions.size;
  }

  accept(notice: EvmEvent): void {
    const { evm } = this.options;
    if (notice.type !== 'undoing') this.#notifyAll(new EventResults(notice, evm));
    else if ([...this.#subscriptions].some(({ kind }) => kind.type === 'logs'))
      for (const logs of undoneLogs(evm, notice)) this.#notifyAll(new EventResults(notice, evm, logs));
  }

  #notifyAll(results: EventResults): void {
    for (const subscription of this.#subscriptions) {
      if (!subscription.owner.sink.gone()) this.#tell(subscription, results.of(subscription.kind));
    }
  }

  /** One that is over its budget gets no more, and nothing more is done for its connection. */
  #tell({ held, owner, id }: Subscription, results: readonly PushedResult[]): void {
    const { sink } = owner;
    for (const result of results) {
      if (held === undefined) sink.push(id, result);
      else if (held.length < this.options.limits.pushesHeld) held.push(result);
      else {
        sink.overflow();
        owner.close();
      }
      if (sink.gone() || !owner.has(id)) return;
    }
  }
}

/** The subscriptions of one connection. */
export class ConnectionSubscriptions {
  readonly #own = new Map<string, Subscription>();

  constructor(
    readonly options: SubscriptionHubOptions,
    readonly sink: PushSink,
    readonly all: Set<Subscription>,
  ) {}

  /** For one message: its own subscriptions stay silent until its reply has been sent. */
  forMessage(): MessageSubscriber {
    const fresh: Subscription[] = [];
    return {
      subscribe: (kind) => {
        const subscription = this.#add(kind);
        fresh.push(subscription);
        return subscription.id;
      },
      unsubscribe: (id) => this.#remove(id),
      release: () => {
        for (const subscription of fresh) if (this.#own.has(subscription.id)) release(subscription);
      },
    };
  }

  has(id: string): boolean {
    return this.#own.has(id);
  }

  close(): void {
    for (const id of [...this.#own.keys()]) this.#remove(id);
  }

  #add(kind: SubscriptionKind): Subscription {
    const { limits, random } = this.options;
    if (this.#own.size >= limits.subscriptions)
      throw refusal(`too many subscriptions: this connection has ${limits.subscriptions}; unsubscribe one first`);
    const subscription: Subscription = { id: newId(random), kind, owner: this, held: [] };
    this.#own.set(subscription.id, subscription);
    this.all.add(subscription);
    return subscription;
  }

  #remove(id: string): boolean {
    const subscription = this.#own.get(id);
    if (subscription === undefined) return false;
    this.all.delete(subscription);
    return this.#own.delete(id);
  }
}

function release(subscription: Subscription): void {
  const { held = [], owner, id } = subscription;
  subscription.held = undefined;
  for (const result of held) {
    if (owner.sink.gone() || !owner.has(id)) return;
    owner.sink.push(id, result);
  }
}
