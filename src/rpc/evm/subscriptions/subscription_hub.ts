/**
 * Manages subscriptions (evm-json-rpc.md 8.3) and feeds them with the events of the backend. A subscription belongs to
 * its connection and ends with it. Each notification is encoded once for all subscribers. A subscription sends nothing
 * before the reply with its id has been sent, even if that reply is part of a batch that waits for a block.
 */

import type { ChainSlot } from '../../../backend/chain_slot.js';
import type { EvmEvent } from '../../../backend/evm/blocks.js';
import type { EvmBackend } from '../../../backend/evm/evm_backend.js';
import { Encoded } from '../../jsonrpc/encoded.js';
import { refusal } from '../../jsonrpc/errors.js';
import type { EvmLimits } from '../limits.js';
import { undoneLogs } from '../logs/block_logs.js';
import { newId, type RandomBytes } from './filter_store.js';
import { EventResults, lineResult, type PushedResult } from './pushed_result.js';
import type { SubscriptionKind } from './subscription_kind.js';

/** Sends a connection's notifications. */
export interface PushSink {
  /** `method` is that of the notification. */
  push(subscription: string, result: PushedResult, method: string): void;
  /** Returns true when the connection no longer reads, for example because it was closed for reading too slowly. */
  gone(): boolean;
  /** Reports that more than `pushesHeld` notifications are queued. The connection should end. */
  overflow(): void;
}

/** Lets a handler change the subscriptions of the connection that sent the call. */
export interface Subscriber {
  /** Returns the id of the new subscription. */
  subscribe(kind: SubscriptionKind): string;
  /** Returns false when this connection has no such subscription. */
  unsubscribe(id: string): boolean;
}

/** Subscribes on behalf of one message. */
export interface MessageSubscriber extends Subscriber {
  /** Starts the notifications of the message's subscriptions. It is called after the message's reply has been sent. */
  release(): void;
}

interface Subscription {
  readonly id: string;
  readonly kind: SubscriptionKind;
  readonly owner: ConnectionSubscriptions;
  /** Queues notifications until the reply is sent, and is undefined afterwards. */
  held: PushedResult[] | undefined;
  /** Stops the source of a subscription that has one of its own. */
  stop?: () => void;
}

export interface SubscriptionHubOptions {
  readonly slot: ChainSlot<{ readonly evmBackend: EvmBackend }>;
  readonly limits: EvmLimits;
  readonly random: RandomBytes;
}

export class SubscriptionHub {
  readonly #subscriptions = new Set<Subscription>();

  constructor(readonly options: SubscriptionHubOptions) {}

  connect(sink: PushSink): ConnectionSubscriptions {
    return new ConnectionSubscriptions(this.options, sink, this.#subscriptions);
  }

  /** Number of open subscriptions of all connections. */
  get size(): number {
    return this.#subscriptions.size;
  }

  accept(event: EvmEvent): void {
    const evm = this.options.slot.now.evmBackend;
    if (event.type !== 'undoing') this.#notifyAll(new EventResults(event, evm));
    else if ([...this.#subscriptions].some(({ kind }) => kind.type === 'logs'))
      for (const logs of undoneLogs(evm, event)) this.#notifyAll(new EventResults(event, evm, logs));
  }

  #notifyAll(results: EventResults): void {
    for (const subscription of this.#subscriptions) {
      if (!subscription.owner.sink.gone()) notify(subscription, results.of(subscription.kind));
    }
  }
}

/** Subscriptions of one connection. */
export class ConnectionSubscriptions {
  readonly #own = new Map<string, Subscription>();

  constructor(
    readonly options: SubscriptionHubOptions,
    readonly sink: PushSink,
    readonly all: Set<Subscription>,
  ) {}

  /** Returns the subscriber of one message. Its subscriptions send nothing until the message's reply has been sent. */
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
    if (this.sink.gone()) throw refusal('the connection is closed');
    if (this.#own.size >= limits.subscriptions)
      throw refusal(`too many subscriptions: this connection has ${limits.subscriptions}; unsubscribe one first`);
    const subscription: Subscription = { id: newId(random), kind, owner: this, held: [] };
    this.#own.set(subscription.id, subscription);
    this.all.add(subscription);
    const push = (result: PushedResult): void => {
      if (!this.sink.gone()) notify(subscription, [result]);
    };
    const { slot } = this.options;
    if (kind.type === 'halley_trace')
      subscription.stop = slot.follow(({ evmBackend }) => evmBackend.listenToTrace((line) => push(lineResult(line))));
    if (kind.type === 'halley_wallet')
      subscription.stop = slot.now.evmBackend.listenToWallet(kind.origin, (state) =>
        push(new Encoded(() => ({ ...state }))),
      );
    return subscription;
  }

  #remove(id: string): boolean {
    const subscription = this.#own.get(id);
    if (subscription === undefined) return false;
    this.all.delete(subscription);
    subscription.stop?.();
    return this.#own.delete(id);
  }
}

/** Returns the method of notifications. What the wallet tells pages is no event of the chain, which faults may lose. */
const methodOf = ({ type }: SubscriptionKind): string =>
  type === 'halley_wallet' ? 'halley_subscription' : 'eth_subscription';

/** Stops at the first result that exceeds the queue, and ends the connection's subscriptions. */
function notify({ held, owner, id, kind }: Subscription, results: readonly PushedResult[]): void {
  const { sink } = owner;
  for (const result of results) {
    if (held === undefined) sink.push(id, result, methodOf(kind));
    else if (held.length < owner.options.limits.pushesHeld) held.push(result);
    else {
      sink.overflow();
      owner.close();
    }
    if (sink.gone() || !owner.has(id)) return;
  }
}

function release(subscription: Subscription): void {
  const { held = [], owner, id } = subscription;
  subscription.held = undefined;
  for (const result of held) {
    if (owner.sink.gone() || !owner.has(id)) return;
    owner.sink.push(id, result, methodOf(subscription.kind));
  }
}
