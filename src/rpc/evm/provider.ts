/**
 * Provides the EVM JSON-RPC to callers in this process (EIP-1193), with the same methods and errors but without text
 * encoding. Results are JSON values; a caller that changes one changes nothing else.
 */
import type { Json } from '../../kernel/json.js';
import { plainResult } from '../jsonrpc/encoded.js';
import { asRpcError, handlerCrashed, RpcError } from '../jsonrpc/errors.js';
import { Streamed } from '../jsonrpc/streamed.js';
import { IN_PROCESS_PEER } from '../protocol_handler.js';
import type { EvmService } from './service.js';

/** Request of EIP-1193. */
export interface RequestArguments {
  /** For example `eth_getBalance`. */
  readonly method: string;
  /** Parameters, in the form that JSON-RPC has. */
  readonly params?: readonly unknown[] | object;
}

/** Notification of an `eth_subscribe` of this provider. */
export interface SubscriptionMessage {
  readonly type: 'eth_subscription';
  readonly data: { readonly subscription: string; readonly result: Json };
}

/**
 * Arguments of the listeners of EIP-1193's events. A provider in this process is connected from the start, to one chain
 * with the same accounts. Besides `message` it emits only `disconnect`, when it is closed.
 */
export interface ProviderEvents {
  readonly message: SubscriptionMessage;
  readonly connect: { readonly chainId: string };
  readonly disconnect: RpcError;
  readonly chainChanged: string;
  readonly accountsChanged: readonly string[];
}

export type ProviderListener<Event extends keyof ProviderEvents> = (payload: ProviderEvents[Event]) => void;
export type MessageListener = ProviderListener<'message'>;

export interface EvmProvider {
  /** Resolves to a JSON value. Rejects with RpcError, an Error with `code` and, for some errors, `data`. */
  request(args: RequestArguments): Promise<unknown>;
  /**
   * Adds a listener. `message` is emitted for every notification, after the response with the subscription's id.
   * `disconnect` is emitted at the end. An error that a listener throws becomes an unhandled rejection, and does not
   * affect other listeners.
   */
  on<Event extends keyof ProviderEvents>(event: Event, listener: ProviderListener<Event>): EvmProvider;
  removeListener<Event extends keyof ProviderEvents>(event: Event, listener: ProviderListener<Event>): EvmProvider;
  /** Ends the provider's subscriptions, and emits `disconnect`. */
  close(): void;
}

/** EIP-1193's code for a provider that is connected to no chain. */
const DISCONNECTED = 4900;

/**
 * Requests after which the event loop gets a turn. Most requests end without one, so timers and sockets would never be
 * served beside a caller that awaits nothing but requests.
 */
const REQUESTS_PER_TURN = 256;

export function createEvmProvider(node: EvmService): EvmProvider {
  const listeners = new Map<keyof ProviderEvents, Set<(payload: never) => void>>();
  const emit = <Event extends keyof ProviderEvents>(event: Event, payload: ProviderEvents[Event]): void => {
    for (const listener of (listeners.get(event) ?? []) as Iterable<ProviderListener<Event>>)
      try {
        listener(payload);
      } catch (error) {
        void Promise.reject(error);
      }
  };
  const subscriptions = node.subscriptions.connect({
    push: (subscription, result) => {
      if ((listeners.get('message')?.size ?? 0) > 0)
        emit('message', { type: 'eth_subscription', data: { subscription, result: result.value() } });
    },
    gone: () => false,
    overflow: () => subscriptions.close(),
  });
  let requests = 0;
  let closed = false;
  const provider: EvmProvider = {
    async request({ method, params }) {
      const subscriber = subscriptions.forMessage();
      try {
        const result = await node.dispatcher.call(node.context(IN_PROCESS_PEER, subscriber), method, params);
        if (!(result instanceof Streamed)) return plainResult(result);
        return JSON.parse(await result.text(node.limits.responseBytes)) as unknown;
      } catch (thrown) {
        const error = asRpcError(thrown);
        if (error === undefined) node.options.onCrash(method, thrown);
        throw error ?? handlerCrashed();
      } finally {
        requests += 1;
        const { scheduler } = node.options;
        if (scheduler !== undefined && requests % REQUESTS_PER_TURN === 0)
          await new Promise<void>((resolve) => scheduler.afterIo(resolve));
        // Notifications start only after the caller that awaits this result has received it.
        Promise.resolve().then(() => Promise.resolve().then(() => subscriber.release()));
      }
    },
    on: (event, listener) => {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
      return provider;
    },
    removeListener: (event, listener) => {
      listeners.get(event)?.delete(listener);
      return provider;
    },
    close: () => {
      if (closed) return;
      closed = true;
      subscriptions.close();
      emit('disconnect', new RpcError(DISCONNECTED, 'the devnet is closed'));
    },
  };
  return provider;
}
