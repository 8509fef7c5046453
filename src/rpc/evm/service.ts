/**
 * Interface A, assembled: methods of the enabled namespaces behind one dispatcher, filters and subscriptions fed by one
 * listener on the port. From it come the surface that a host listens with and the provider for this process.
 */

import type { EvmBackend } from '../../backend/evm/evm_backend.js';
import type { FairScheduler } from '../../kernel/fair_scheduler.js';
import { createDispatcher, type Dispatcher } from '../jsonrpc/dispatcher.js';
import { methodDisabled, RpcError, SERVER_ERROR } from '../jsonrpc/errors.js';
import { type Schedule, withoutZeros } from '../jsonrpc/limits.js';
import { underEachName } from '../jsonrpc/method.js';
import { type CallWatch, watched } from '../jsonrpc/watched.js';
import type { Peer } from '../protocol_handler.js';
import { type CompatName, compatModeOf, DEFAULT_COMPAT } from './compat.js';
import type { EvmContext, EvmMethod } from './context.js';
import { EncodedBlocks } from './encoded_blocks.js';
import { DEFAULT_EVM_LIMITS, type EvmLimits } from './limits.js';
import { EVM_METHODS } from './methods/index.generated.js';
import { refusedMethod } from './refused_methods.js';
import { FilterStore, type RandomBytes } from './subscriptions/filter_store.js';
import { type Subscriber, SubscriptionHub } from './subscriptions/subscription_hub.js';

export const DEFAULT_NAMESPACES: readonly string[] = ['eth', 'net', 'web3'];

/** In a list of namespaces: whatever there is. */
const ALL = 'all';

/** Methods that steer a development chain, as the tools of Hardhat and Foundry call them, and ours. */
const DEV_NAMESPACES: readonly string[] = ['anvil', 'evm', 'halley', 'hardhat', 'tenderly'];

export interface EvmServiceOptions {
  readonly evm: EvmBackend;
  /** Namespaces that answer, `all` for all that there are; `rpc` always does. */
  readonly namespaces?: readonly string[];
  readonly limits?: Partial<EvmLimits>;
  /** `auto` without it. */
  readonly compat?: CompatName;
  /** What `web3_clientVersion` answers, whatever the identity is. */
  readonly clientVersion?: string;
  /** Milliseconds of any monotonic clock: filters expire by it. */
  readonly nowMs: () => number;
  /** Source of filter and subscription ids. */
  readonly random: RandomBytes;
  /** The host's timer; without it calls over HTTP wait for as long as it takes. */
  readonly schedule?: Schedule;
  /** Shares long work out among clients; without it each message runs through. */
  readonly scheduler?: FairScheduler;
  /** Whether the node acts with its keys for who asks by RPC; true. */
  readonly insecureUnlock?: boolean;
  /** Whether methods of `debug` profile the process; true. Traces are always made. */
  readonly profiling?: boolean;
  /** Answers the methods that steer a devnet (`hardhat_*`, `halley_*`, …), whatever the namespaces are. */
  readonly devTxSender?: boolean;
  /** Methods of other rooms (dev-chain methods), under the same namespace rules. */
  readonly methods?: readonly EvmMethod[];
  /** Hears of every call. */
  readonly watch?: CallWatch;
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
  /** `agent` is the client's `User-Agent`. */
  context(peer: Peer, subscriber: Subscriber | undefined, agent?: string): EvmContext;
  /** Stops listening to the port. */
  close(): void;
}

export function createEvmService(options: EvmServiceOptions): EvmService {
  const { evm, random, nowMs, scheduler } = options;
  const limits = withoutZeros({ ...DEFAULT_EVM_LIMITS, ...options.limits });
  const methods = [...EVM_METHODS, ...(options.methods ?? [])].flatMap(underEachName);
  const namespaces = enabledNamespaces(options.namespaces ?? DEFAULT_NAMESPACES, methods);
  const filters = new FilterStore({ evm, limits, nowMs, random });
  const subscriptions = new SubscriptionHub({ evm, limits, random });
  const close = evm.listen((notice) => {
    filters.accept(notice);
    subscriptions.accept(notice);
  });
  const encodedBlocks = new EncodedBlocks();
  const compat = compatModeOf(options.compat ?? DEFAULT_COMPAT, options.clientVersion);
  const answered = new Set([...namespaces, ...(options.devTxSender === true ? DEV_NAMESPACES : [])]);
  const names = new Map(methods.map(({ name, namespace }) => [name, namespace]));
  const dispatcher = createDispatcher({
    methods: methods.filter(({ namespace }) => answered.has(namespace)),
    missing: (name) =>
      disabledMethod(names, namespaces, name) ?? (options.devTxSender === true ? refusedMethod(name) : undefined),
    authorize,
  });
  return {
    options,
    limits,
    dispatcher: options.watch === undefined ? dispatcher : watched(dispatcher, options.watch),
    filters,
    subscriptions,
    context: (peer, subscriber, agent) => ({
      evm,
      limits,
      filters,
      encodedBlocks,
      namespaces,
      insecureUnlock: options.insecureUnlock ?? true,
      profiling: options.profiling ?? true,
      peer,
      subscriber,
      schedule: options.schedule,
      scheduler,
      compat: compat(agent),
    }),
    close,
  };
}

/** Returns the error of a method whose namespace is not enabled; undefined for unknown and for dev methods. */
function disabledMethod(
  known: ReadonlyMap<string, string>,
  enabled: readonly string[],
  name: string,
): RpcError | undefined {
  const namespace = known.get(name);
  if (namespace === undefined || enabled.includes(namespace) || DEV_NAMESPACES.includes(namespace)) return undefined;
  const list = [...enabled.filter((one) => one !== 'rpc'), namespace].join(',');
  return methodDisabled(
    name,
    `the namespace "${namespace}" is not enabled: start with --json-rpc.api=${list} (or all), or set jsonRpc.namespaces in a program`,
  );
}

/** Sorted. */
function enabledNamespaces(asked: readonly string[], methods: readonly EvmMethod[]): readonly string[] {
  const there = methods.map(({ namespace }) => namespace).filter((name) => !DEV_NAMESPACES.includes(name));
  return [...new Set(['rpc', ...(asked.includes(ALL) ? there : asked)])].sort();
}

function authorize({ peer }: EvmContext, { name }: EvmMethod): void {
  if (peer.trusted) return;
  const caller = peer.local ? 'a web page of another origin' : peer.address;
  throw new RpcError(
    SERVER_ERROR,
    `${name} acts with the node's keys or files, or steers the chain: it answers callers on the same machine, not ${caller}, unless the configuration trusts them`,
  );
}
