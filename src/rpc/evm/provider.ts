/**
 * Interface A for callers in this process (EIP-1193): the same methods and errors, with no text in between. Answers are
 * JSON values; what a caller does with them stays with the caller.
 */
import { plainResult } from '../jsonrpc/encoded.js';
import { asRpcError, handlerCrashed } from '../jsonrpc/errors.js';
import { IN_PROCESS_PEER } from '../surface.js';
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

export type MessageListener = (message: SubscriptionMessage) => void;

export interface EvmProvider {
  /** Resolves to a JSON value. Rejects with RpcError: an Error with `code` and perhaps `data`. */
  request(args: RequestArguments): Promise<unknown>;
  /** Hears of everything that was subscribed to, after the answer that names the subscription. */
  on(event: 'message', listener: MessageListener): void;
  removeListener(event: 'message', listener: MessageListener): void;
  /** Ends the provider's subscriptions. */
  close(): void;
}

export function createEvmProvider(node: EvmService): EvmProvider {
  const listeners = new Set<MessageListener>();
  const subscriptions = node.subscriptions.connect({
    push: (subscription, result) => {
      for (const listener of listeners)
        listener({ type: 'eth_subscription', data: { subscription, result: result.value() } });
    },
    gone: () => false,
    overflow: () => subscriptions.close(),
  });
  return {
    async request({ method, params }) {
      const subscriber = subscriptions.forMessage();
      try {
        return plainResult(await node.dispatcher.call(node.context(IN_PROCESS_PEER, subscriber), method, params));
      } catch (thrown) {
        const error = asRpcError(thrown);
        if (error === undefined) node.options.onCrash(method, thrown);
        throw error ?? handlerCrashed();
      } finally {
        // After whoever awaits this answer has seen it.
        Promise.resolve().then(() => Promise.resolve().then(() => subscriber.release()));
      }
    },
    on: (_, listener) => void listeners.add(listener),
    removeListener: (_, listener) => void listeners.delete(listener),
    close: () => subscriptions.close(),
  };
}
