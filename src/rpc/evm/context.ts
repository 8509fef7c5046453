/** What a handler of interface A is given: the chain, the node's shared parts, and who asks. */

import type { EvmBackend } from '../../backend/evm/evm_backend.js';
import type { FairScheduler } from '../../kernel/fair_scheduler.js';
import type { Schedule } from '../jsonrpc/limits.js';
import { defineMethod, type Method, type MethodSpec } from '../jsonrpc/method.js';
import type { Peer } from '../protocol_handler.js';
import type { CompatMode } from './compat.js';
import type { EncodedBlocks } from './encoded_blocks.js';
import type { EvmLimits } from './limits.js';
import type { FilterStore } from './subscriptions/filter_store.js';
import type { Subscriber } from './subscriptions/subscription_hub.js';

export interface EvmContext {
  readonly evm: EvmBackend;
  readonly limits: EvmLimits;
  readonly filters: FilterStore;
  readonly encodedBlocks: EncodedBlocks;
  /** Enabled namespaces, sorted; `rpc` is always among them. */
  readonly namespaces: readonly string[];
  /** Whose node the client takes this one for. */
  readonly compat: CompatMode;
  /** Whether the node acts with its keys for who asks by RPC. */
  readonly insecureUnlock: boolean;
  /** Whether the process may be profiled. */
  readonly profiling: boolean;
  readonly peer: Peer;
  /** The connection's subscriptions; undefined where nothing can be pushed (HTTP). */
  readonly subscriber: Subscriber | undefined;
  /** The host's timer, for handlers that wait; without it they wait for as long as it takes. */
  readonly schedule: Schedule | undefined;
  /** For handlers that may work long; undefined where nobody else would have the turn. */
  readonly scheduler: FairScheduler | undefined;
}

export type EvmMethod = Method<EvmContext>;

export const evmMethod = <A extends readonly unknown[]>(spec: MethodSpec<EvmContext, A>): EvmMethod =>
  defineMethod<EvmContext, A>(spec);
