/** What a handler of interface A is given: the chain, the node's shared parts, and who asks. */
import { defineMethod, type Method, type MethodSpec } from '../jsonrpc/method.js';
import type { EvmPort } from '../ports/evm.js';
import type { Peer } from '../surface.js';
import type { EncodedBlocks } from './encoded_blocks.js';
import type { FilterStore } from './filters.js';
import type { EvmLimits } from './limits.js';
import type { Subscriber } from './subscriptions.js';

export interface EvmContext {
  readonly evm: EvmPort;
  readonly limits: EvmLimits;
  readonly filters: FilterStore;
  readonly encodedBlocks: EncodedBlocks;
  /** Enabled namespaces, sorted; `rpc` is always among them. */
  readonly namespaces: readonly string[];
  readonly peer: Peer;
  /** The connection's subscriptions; undefined where nothing can be pushed (HTTP). */
  readonly subscriber: Subscriber | undefined;
}

export type EvmMethod = Method<EvmContext>;

export const evmMethod = <A extends readonly unknown[]>(spec: MethodSpec<EvmContext, A>): EvmMethod =>
  defineMethod<EvmContext, A>(spec);
