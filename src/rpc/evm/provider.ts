/**
 * Interface A for callers in this process (EIP-1193): the same methods and errors, with no text in between. Answers are
 * JSON values; what a caller does with them stays with the caller.
 */
import { plainResult } from '../jsonrpc/encoded.js';
import { asRpcError, handlerCrashed, RpcError } from '../jsonrpc/errors.js';
import { Streamed } from '../jsonrpc/streamed.js';
import { IN_PROCESS_PEER } from '../protocol_handler.js';
import type { EvmService } from './service.js';
import type { Json } from './views/json.js';

/** A request of EIP-1193. */
export interface RequestArguments {
  /** `eth_getBalance`. */
  readonly method: string;
  /** As JSON-RPC has them. */
  readonly params?: readonly unknown[] | object;
}

/** What an `eth_subscribe` of this provider brings. */
export interface SubscriptionMessage {
  readonly type: 'eth_subscription';
  readonly data: { readonly subscription: string; readonly result: Json };
}

/**
 * EIP-1193's events, with what their listeners are handed. A provider in this process is connected from the start, to one
 * chain with the same accounts: besides messages only `disconnect` comes, when it is closed.
 */
export interface ProviderEvents {
  readonly message: SubscriptionMessage;
  readonly connect: { readonly chainId: string };
  readonly disconnect: RpcError;
  readonly chainChanged: string;
  readonly accountsChanged: readonly string[];
}

export type ProviderListener<Event extends keyof ProviderEvents> = (told: ProviderEvents[Event]) => void;
export type MessageListener = ProviderListener<'message'>;

export interface EvmProvider {
  /** Resolves to a JSON value. Rejects with RpcError: an Error with `code` and perhaps `data`. */
  request(args: RequestArguments): Promise<unknown>;
  /**
   * Hears of everything that was subscribed to (`message`), after the answer that names the subscription, and of the end
   * (`disconnect`). What a listener throws is an unhandled rejection of the program's, and harms nobody else.
   */
  on<Event extends keyof ProviderEvents>(event: Event, listener: ProviderListener<Event>): EvmProvider;
  removeListener<Event extends keyof ProviderEvents>(event: Event, listener: ProviderListener<Event>): EvmProvider;
  /** Ends the provider's subscriptions, and says so to who listens. */
  close(): void;
}

/** EIP-1193's code for a provider that is connected to no chain. */
const DISCONNECTED = 4900;

export function createEvmProvider(node: EvmService): EvmProvider {
  const listeners = new Map<keyof ProviderEvents, Set<(told: never) => void>>();
  const tell = <Event extends keyof ProviderEvents>(event: Event, told: ProviderEvents[Event]): void => {
    for (const listener of (listeners.get(event) ?? []) as Iterable<ProviderListener<Event>>)
      try {
        listener(told);
      } catch (error) {
        void Promise.reject(error);
      }
  };
  const subscriptions = node.subscriptions.connect({
    push: (subscription, result) => {
      if ((listeners.get('message')?.size ?? 0) > 0)
        tell('message', { type: 'eth_subscription', data: { subscription, result: result.value() } });
    },
    gone: () => false,
    overflow: () => subscriptions.close(),
  });
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
        // After whoever awaits this answer has seen it.
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
      tell('disconnect', new RpcError(DISCONNECTED, 'the devnet is closed'));
    },
  };
  return provider;
}
