/**
 * Defines invariants. Each one, a file of `invariants`, observes the run and throws when it is broken. Its memory is an
 * immutable value, so that a snapshot of the network includes it.
 */
import type { FinalizeBlockResponse } from '../abci/application.js';
import type { DecidedState } from '../consensus/decided_state.js';
import type { DecidedBlock } from '../consensus/effect.js';
import type { Env } from '../consensus/env.js';
import type { Message } from '../consensus/input.js';
import { InvariantViolation } from '../kernel/errors.js';
import type { UnixNanos } from '../kernel/time.js';
import type { DecidedHeight } from './decided_height.js';
import type { SimNode } from './sim_node.js';

export type Observation =
  /** The clock moved from `before` to `time`. */
  | { readonly type: 'event'; readonly time: UnixNanos; readonly before: UnixNanos }
  /** A node sent a message of its own. */
  | { readonly type: 'sent'; readonly node: number; readonly message: Message }
  | {
      readonly type: 'decided';
      readonly node: number;
      readonly decided: DecidedBlock;
      readonly response: FinalizeBlockResponse;
      /** Deciding node's state before the block; `after` is its state after the block. */
      readonly before: DecidedState;
      readonly after: DecidedState;
      /** Decision of the first node that decided this height; `undefined` when this node is the first. */
      readonly earlier: DecidedHeight | undefined;
    };

/** Exposes the part of the network that invariants may read. */
export interface InvariantContext {
  readonly nodes: readonly SimNode[];
  readonly envs: readonly Env[];
  readonly byzantine: readonly number[];
}

export interface Invariant<Memory> {
  readonly name: string;
  /** Types of observation that the invariant receives. */
  readonly observes: readonly Observation['type'][];
  readonly start: Memory;
  /** Checks an observation and returns the new memory. Throws through `broken`. */
  see(memory: Memory, observation: Observation, context: InvariantContext): Memory;
}

export const defineInvariant = <Memory = undefined>(invariant: Invariant<Memory>): Invariant<Memory> => invariant;

export function broken(name: string, what: string): never {
  throw new InvariantViolation(`${name}: ${what}`);
}
