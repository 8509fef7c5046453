/**
 * Interface A, assembled: methods of the enabled namespaces behind one dispatcher, filters and subscriptions fed by one
 * listener on the port. From it come the surface that a host listens with and the provider for this process.
 */
import type { Turns } from '../../kernel/turns.js';
import { createDispatcher, type Dispatcher } from '../jsonrpc/dispatcher.js';
import { RpcError, SERVER_ERROR } from '../jsonrpc/errors.js';
import type { Schedule } from '../jsonrpc/limits.js';
import type { EvmPort } from '../ports/evm/port.js';
import type { Peer } from '../surface.js';
import type { EvmContext, EvmMethod } from './context.js';
import { EncodedBlocks } from './encoded_blocks.js';
import { FilterStore, type RandomBytes } from './filters.js';
import { DEFAULT_EVM_LIMITS, type EvmLimits } from './limits.js';
import { EVM_METHODS } from './methods/index.generated.js';
import { type Subscriber, SubscriptionHub } from './subscriptions.js';

export const DEFAULT_NAMESPACES: readonly string[] = ['eth', 'net', 'web3'];

/** Methods that steer a development chain, as the tools of Hardhat and Foundry call them, and ours. */
const STEERING_NAMESPACES: readonly string[] = ['anvil', 'evm', 'halley', 'hardhat'];

export interface EvmServiceOptions {
  readonly evm: EvmPort;
  /** Namespaces that answer; `rpc` always does. */
  readonly namespaces?: readonly string[];
  readonly limits?: Partial<EvmLimits>;
  /** Milliseconds of any monotonic clock: filters expire by it. */
  readonly nowMs: () => number;
  /** Source of filter and subscription ids. */
  readonly random: RandomBytes;
  /** The host's timer; without it calls over HTTP wait for as long as it takes. */
  readonly schedule?: Schedule;
  /** Shares long work out among clients; without it each message runs through. */
  readonly turns?: Turns;
  /** Answers the methods that steer a devnet (`hardhat_*`, `halley_*`, …), whatever the namespaces are. */
  readonly steering?: boolean;
  /** Methods of other rooms (dev-chain methods), under the same namespace rules. */
  readonly methods?: readonly EvmMethod[];
  /** A bug was answered with `method handler crashed`. */
  readonly onCrash: (method: string, error: unknown) => void;
}

/** The running interface. */
export interface EvmService {
  readonly options: EvmServiceOptions;
  readonly limits: EvmLimits;
  readonly dispatcher: Dispatcher<EvmContext>;
  readonly filters: FilterStore;
  readonly subscriptions: SubscriptionHub;
  context(peer: Peer, subscriber: Subscriber | undefined): EvmContext;
  /** Stops listening to the port. */
  close(): void;
}

export function createEvmService(options: EvmServiceOptions): EvmService {
  const { evm, random, nowMs, turns } = options;
  const limits = { ...DEFAULT_EVM_LIMITS, ...options.limits };
  const namespaces = [...new Set(['rpc', ...(options.namespaces ?? DEFAULT_NAMESPACES)])].sort();
  const filters = new FilterStore({ evm, limits, nowMs, random });
  const subscriptions = new SubscriptionHub({ evm, limits, random });
  const close = evm.listen((notice) => {
    filters.accept(notice);
    subscriptions.accept(notice);
  });
  const encodedBlocks = new EncodedBlocks();
  const answered = new Set([...namespaces, ...(options.steering === true ? STEERING_NAMESPACES : [])]);
  const methods = [...EVM_METHODS, ...(options.methods ?? [])].flatMap(byEachName);
  return {
    options,
    limits,
    dispatcher: createDispatcher({
      methods: methods.filter(({ name }) => answered.has(namespaceOf(name))),
      authorize,
    }),
    filters,
    subscriptions,
    context: (peer, subscriber) => ({ evm, limits, filters, encodedBlocks, namespaces, peer, subscriber, turns }),
    close,
  };
}

/** A method under its own name and all others. */
const byEachName = (method: EvmMethod): EvmMethod[] => [
  method,
  ...method.aliases.map((name) => ({ ...method, name, aliases: [] })),
];

const namespaceOf = (method: string): string => method.slice(0, method.indexOf('_'));

function authorize({ peer }: EvmContext, { name }: EvmMethod): void {
  if (peer.trusted) return;
  const caller = peer.local ? 'a web page of another origin' : peer.address;
  throw new RpcError(
    SERVER_ERROR,
    `${name} acts with the node's keys or steers the chain: it answers callers on the same machine, not ${caller}, unless the configuration trusts them`,
  );
}
