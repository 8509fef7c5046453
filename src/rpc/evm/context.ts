/**
 * Defines what the handler of an EVM JSON-RPC method receives: the chain, the shared parts of the node, and the caller.
 */

import type { EvmBackend } from '../../backend/evm/evm_backend.js';
import type { FairScheduler } from '../../kernel/fair_scheduler.js';
import type { Schedule } from '../jsonrpc/limits.js';
import { defineMethod, type Method, type MethodSpec } from '../jsonrpc/method.js';
import type { Peer } from '../protocol_handler.js';
import type { EncodedBlocks } from './blocks.js';
import type { CompatMode } from './compat_mode.js';
import type { Forwarding } from './forked/forwarding.js';
import type { EvmLimits } from './limits.js';
import type { FilterStore } from './subscriptions/filter_store.js';
import type { Subscriber } from './subscriptions/subscription_hub.js';

export interface EvmContext {
  /** Backend of the chain that has the slot at each use. */
  readonly evm: EvmBackend;
  readonly limits: EvmLimits;
  readonly filters: FilterStore;
  readonly encodedBlocks: EncodedBlocks;
  /** Sends requests about the history of a forked chain to its remote. */
  readonly forwarding: Forwarding;
  /** Enabled namespaces, sorted. `rpc` is always among them. */
  readonly namespaces: readonly string[];
  /** Node that Halley acts as for this client. */
  readonly compat: CompatMode;
  /** Whether the node may sign with its keys for RPC callers. */
  readonly insecureUnlock: boolean;
  /** Whether callers may profile the process. */
  readonly profiling: boolean;
  readonly peer: Peer;
  /** Subscriptions of the connection; `undefined` where nothing can be pushed (HTTP). */
  readonly subscriber: Subscriber | undefined;
  /** Starts a timer of the platform, for handlers that wait. Without it, they wait without a time limit. */
  readonly schedule: Schedule | undefined;
  /** Schedules handlers that may run long. Is undefined where no other client shares the thread. */
  readonly scheduler: FairScheduler | undefined;
}

export type EvmMethod = Method<EvmContext>;

export const evmMethod = <A extends readonly unknown[]>(spec: MethodSpec<EvmContext, A>): EvmMethod =>
  defineMethod<EvmContext, A>(spec);
