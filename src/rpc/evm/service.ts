/**
 * Assembles the EVM JSON-RPC: one dispatcher for the methods of the enabled namespaces, and one listener on the backend
 * that feeds filters and subscriptions. The protocol handler for servers and the provider for this process use it.
 */
import type { ChainSlot } from '../../backend/chain_slot.js';
import type { EvmBackend } from '../../backend/evm/evm_backend.js';
import type { FairScheduler } from '../../kernel/fair_scheduler.js';
import { type CallWatch, createDispatcher, type Dispatcher } from '../jsonrpc/dispatcher.js';
import { INVALID_PARAMS, METHOD_NOT_FOUND, methodDisabled, RpcError, SERVER_ERROR } from '../jsonrpc/errors.js';
import { type Schedule, withoutZeros } from '../jsonrpc/limits.js';
import { underEachName } from '../jsonrpc/method.js';
import type { CallMeter } from '../monitoring/call_meter.js';
import type { Peer } from '../protocol_handler.js';
import { EncodedBlocks } from './blocks.js';
import { type CompatName, compatModeOf, DEFAULT_COMPAT } from './compat.js';
import type { EvmContext, EvmMethod } from './context.js';
import { Forwarding } from './forked/forwarding.js';
import { DEFAULT_EVM_LIMITS, type EvmLimits } from './limits.js';
import { EVM_METHODS } from './methods/index.generated.js';
import { overHistory } from './over_history.js';
import { FilterStore, type RandomBytes } from './subscriptions/filter_store.js';
import { type Subscriber, SubscriptionHub } from './subscriptions/subscription_hub.js';
import { mustBeTrusted } from './trusted_peer.js';

export const DEFAULT_NAMESPACES: readonly string[] = ['eth', 'net', 'web3'];

/** Enables every namespace when it is in a list of namespaces. */
const ALL = 'all';

/** Matches methods that read, which pages of the node may call without their namespaces. */
const READS = /^(debug_trace|debug_accountRange$|debug_storageRangeAt$|txpool_)/;

/** Namespaces that nodes of Cosmos chains do not know: while they are off, their methods are unknown, without a hint. */
const UNKNOWN_UNTIL_ENABLED: ReadonlySet<string> = new Set(['ots', 'trace']);

/** Namespaces of dev methods: those of Hardhat, Foundry and other tools, and Halley's own. */
const DEV_NAMESPACES: readonly string[] = ['anvil', 'evm', 'halley', 'hardhat', 'tenderly'];

export interface EvmServiceOptions {
  /** Filters and subscriptions stay when another chain takes the slot. */
  readonly slot: ChainSlot<{ readonly evmBackend: EvmBackend }>;
  /**
   * Namespaces to enable, or `all`. `rpc` is always enabled. Without a list, those of the document are, and trusted
   * callers of a chain with dev methods may also call those of the node that Halley acts as for them.
   */
  readonly namespaces?: readonly string[];
  readonly limits?: Partial<EvmLimits>;
  /** Selects the node to act as; `auto` by default. */
  readonly compat?: CompatName;
  /** Overrides the answer of `web3_clientVersion` for every mode. */
  readonly clientVersion?: string;
  /** Returns the milliseconds of any monotonic clock. Filters expire by it. */
  readonly nowMs: () => number;
  /** Draws the ids of filters and subscriptions. */
  readonly random: RandomBytes;
  /** Starts a timer of the platform. Without it, calls over HTTP wait without a time limit. */
  readonly schedule?: Schedule;
  /** Shares the thread among clients. Without it, each message runs to its end. */
  readonly scheduler?: FairScheduler;
  /** Lets the node sign with its keys for RPC callers; true by default. */
  readonly insecureUnlock?: boolean;
  /** Lets methods of `debug` profile the process; true by default. Traces are always available. */
  readonly profiling?: boolean;
  /** Enables the dev methods (`hardhat_*`, `halley_*`, …), independent of the enabled namespaces. */
  readonly devMethods?: boolean;
  /** Methods that this chain has, and why it has no others; without it, all of the enabled namespaces. */
  readonly only?: { readonly methods: ReadonlySet<string>; readonly reason: string };
  /** Adds methods of other layers, under the same rules for namespaces. */
  readonly methods?: readonly EvmMethod[];
  /** Observes every call. */
  readonly watch?: CallWatch;
  /** Counter of the calls of clients. */
  readonly meter?: CallMeter;
  /** Reports a bug whose answer was `method handler crashed`. */
  readonly onCrash: (method: string, error: unknown) => void;
}

/** Running EVM JSON-RPC. */
export interface EvmService {
  readonly options: EvmServiceOptions;
  readonly limits: EvmLimits;
  readonly dispatcher: Dispatcher<EvmContext>;
  /**
   * Returns a dispatcher for the pages of the node itself, whose callers are trusted. It also answers traces, ranges of
   * the state and the mempool, and no observer sees its calls.
   */
  ownPages(): Dispatcher<EvmContext>;
  readonly filters: FilterStore;
  readonly subscriptions: SubscriptionHub;
  /** Makes the context of a message. `agent` is the client's `User-Agent`. */
  context(peer: Peer, subscriber: Subscriber | undefined, agent?: string): EvmContext;
  /** Stops listening to the backend. */
  close(): void;
}

export function createEvmService(options: EvmServiceOptions): EvmService {
  const { slot, random, nowMs, scheduler, only } = options;
  const evm = backendOf(slot);
  const limits = withoutZeros({ ...DEFAULT_EVM_LIMITS, ...options.limits });
  const all = [...EVM_METHODS, ...(options.methods ?? [])];
  const offered = only === undefined ? all : all.filter(({ name }) => only.methods.has(name));
  const methods = offered.map(overHistory).flatMap(underEachName);
  const namespaces = enabledNamespaces(options.namespaces ?? DEFAULT_NAMESPACES, methods);
  const filters = new FilterStore({ slot, limits, nowMs, random });
  const subscriptions = new SubscriptionHub({ slot, limits, random });
  const close = evm.listen((event) => {
    filters.accept(event);
    subscriptions.accept(event);
  });
  const encodedBlocks = new EncodedBlocks();
  const forwarding = new Forwarding();
  const compat = compatModeOf(options.compat ?? DEFAULT_COMPAT, options.clientVersion);
  const answered = new Set([...namespaces, ...(options.devMethods === true ? DEV_NAMESPACES : [])]);
  const byName = new Map(methods.map((method) => [method.name, method]));
  const servesTools = options.namespaces === undefined && options.devMethods === true;
  const forCaller = ({ compat: { served }, peer }: EvmContext, name: string): EvmMethod | undefined =>
    served?.test(name) === true && peer.trusted && evm.acceptsDevTxs() ? byName.get(name) : undefined;
  const dispatcherOf = (
    isAnswered: (method: EvmMethod) => boolean,
    { meter, watch }: { meter?: EvmServiceOptions['meter']; watch?: EvmServiceOptions['watch'] } = {},
  ): Dispatcher<EvmContext> =>
    createDispatcher({
      meter,
      watch,
      forCaller: servesTools ? forCaller : undefined,
      methods: methods.filter(isAnswered),
      missing: (name) =>
        only === undefined
          ? (disabledMethod(byName, namespaces, name) ??
            (options.devMethods === true ? refusedMethod(name) : undefined))
          : unknownMethod(name, only.reason),
      authorize,
    });
  const isEnabled = ({ namespace }: EvmMethod): boolean => answered.has(namespace);
  return {
    options,
    limits,
    dispatcher: dispatcherOf(isEnabled, options),
    ownPages: () => dispatcherOf((method) => isEnabled(method) || READS.test(method.name)),
    filters,
    subscriptions,
    context: (peer, subscriber, agent) => ({
      evm,
      limits,
      filters,
      encodedBlocks,
      forwarding,
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

/** Returns the backend of the slot at each use, because a method may wait while another chain takes the slot. */
function backendOf(slot: EvmServiceOptions['slot']): EvmBackend {
  const own: Partial<EvmBackend> = {
    listen: (listener) => slot.follow(({ evmBackend }) => evmBackend.listen(listener)),
  };
  return new Proxy(own as EvmBackend, {
    get: (_, name) => Reflect.get(name in own ? own : slot.now.evmBackend, name),
  });
}

/** Codes by method that Hardhat and Anvil refuse with the same text. */
const NO_MIN_GAS_PRICE: ReadonlyMap<string, number> = new Map(
  Object.entries({
    hardhat_setMinGasPrice: SERVER_ERROR,
    anvil_setMinGasPrice: INVALID_PARAMS,
  }),
);

/**
 * Returns the error of a method of development tools that a devnet does not support. It says that the method does not
 * exist, or has the text of the node that the tool knows. Returns undefined for any other method.
 */
function refusedMethod(name: string): RpcError | undefined {
  const code = NO_MIN_GAS_PRICE.get(name);
  return code === undefined ? undefined : new RpcError(code, `${name} is not supported when EIP-1559 is active`);
}

const unknownMethod = (name: string, reason: string): RpcError =>
  new RpcError(METHOD_NOT_FOUND, `the method ${name} does not exist/is not available: ${reason}`);

/**
 * Returns the error of a method whose namespace is not enabled. Returns undefined for unknown methods and for dev
 * methods.
 */
function disabledMethod(
  known: ReadonlyMap<string, EvmMethod>,
  enabled: readonly string[],
  name: string,
): RpcError | undefined {
  const namespace = known.get(name)?.namespace;
  if (namespace === undefined || enabled.includes(namespace) || DEV_NAMESPACES.includes(namespace)) return undefined;
  if (UNKNOWN_UNTIL_ENABLED.has(namespace)) return undefined;
  const list = [...enabled.filter((one) => one !== 'rpc'), namespace].join(',');
  return methodDisabled(
    name,
    `the namespace "${namespace}" is not enabled: start with --json-rpc.api=${list} (or all), or set jsonRpc.namespaces in a program`,
  );
}

/** Returns the enabled namespaces, sorted. */
function enabledNamespaces(asked: readonly string[], methods: readonly EvmMethod[]): readonly string[] {
  const there = methods.map(({ namespace }) => namespace).filter((name) => !DEV_NAMESPACES.includes(name));
  return [...new Set(['rpc', ...(asked.includes(ALL) ? there : asked)])].sort();
}

function authorize({ peer }: EvmContext, { name }: EvmMethod): void {
  mustBeTrusted(peer, `${name} uses the node's keys or files, or changes the chain`, 'call');
}
