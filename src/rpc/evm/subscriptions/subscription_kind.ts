/**
 * Reads the kinds of subscriptions that `eth_subscribe` offers. `syncing` is refused, as on a node (documented.md 2;
 * evm-json-rpc.md 8.3).
 */
import { DecodeError, invalidParams, METHOD_NOT_FOUND, RpcError } from '../../jsonrpc/errors.js';
import type { EvmLimits } from '../limits.js';
import { checkCriteria } from '../logs/get_logs.js';
import { type LogMatcher, logMatcher } from '../logs/log_matcher.js';
import { cannotUnmarshal, jsonKind } from '../params/go_json.js';
import { decodeLogFilter } from '../params/log_filter.js';

export type SubscriptionKind =
  | { readonly type: 'newHeads' }
  | { readonly type: 'logs'; readonly matcher: LogMatcher }
  /** `full` selects transaction objects instead of hashes (geth's extension). */
  | { readonly type: 'newPendingTransactions'; readonly full: boolean }
  /** Sends the lines of the chain's trace. It is Halley's own, and for trusted callers. */
  | { readonly type: 'halley_trace' }
  /** Sends what a page of the origin sees of the wallet, now and after each change. It is for trusted callers too. */
  | { readonly type: 'halley_wallet'; readonly origin: string };

export function subscriptionKind(name: string, options: unknown, limits: EvmLimits): SubscriptionKind {
  switch (name) {
    case 'newHeads':
      return { type: 'newHeads' };
    case 'logs':
      return { type: 'logs', matcher: logsOptions(options ?? {}, limits) };
    case 'newPendingTransactions':
      return { type: 'newPendingTransactions', full: fullOption(options) };
    case 'halley_trace':
      return { type: 'halley_trace' };
    case 'halley_wallet':
      return { type: 'halley_wallet', origin: walletOrigin(options) };
    case 'syncing':
      throw new RpcError(METHOD_NOT_FOUND, 'syncing subscription is not implemented');
    default:
      throw new RpcError(METHOD_NOT_FOUND, `no ${JSON.stringify(name)} subscription in eth namespace`);
  }
}

function walletOrigin(options: unknown): string {
  const origin = jsonKind(options) === 'object' ? (options as { origin?: unknown }).origin : undefined;
  if (typeof origin === 'string') return origin;
  throw invalidParams(`invalid argument 1: origin is ${JSON.stringify(origin)}, expected the origin of a page`);
}

/** Reads the flag `full`. An empty object counts as no options. */
function fullOption(options: unknown): boolean {
  if (options === undefined || typeof options === 'boolean') return options === true;
  if (jsonKind(options) === 'object') return false;
  throw invalidParams(`invalid argument 1: ${cannotUnmarshal(jsonKind(options), 'bool', undefined).message}`);
}

/** Reads the criteria of a logs subscription. A block range is ignored, because it does not apply to new blocks. */
function logsOptions(options: unknown, limits: EvmLimits): LogMatcher {
  try {
    const filter = decodeLogFilter(options);
    checkCriteria(filter, limits);
    return logMatcher(filter);
  } catch (error) {
    throw error instanceof DecodeError ? invalidParams(`invalid argument 1: ${error.message}`) : error;
  }
}
