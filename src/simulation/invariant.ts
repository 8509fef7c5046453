/**
 * An invariant, one file of `invariants`, watches what happens and must never see it broken. What it has to remember is
 * an immutable value, so that a snapshot of the world contains it.
 */
import type { FinalizeBlockResponse } from '../abci/application.js';
import type { DecidedState } from '../consensus/decided_state.js';
import type { DecidedBlock } from '../consensus/effect.js';
import type { Env } from '../consensus/env.js';
import type { Message } from '../consensus/message.js';
import { InvariantViolation } from '../kernel/errors.js';
import type { UnixNanos } from '../kernel/time.js';
import type { DecidedHeight } from './decided_height.js';
import type { SimNode } from './sim_node.js';

export type Observation =
  /** The clock moved from `before` to `time`. */
  | { readonly type: 'event'; readonly time: UnixNanos; readonly before: UnixNanos }
  /** A node sent something of its own. */
  | { readonly type: 'sent'; readonly node: number; readonly message: Message }
  | {
      readonly type: 'decided';
      readonly node: number;
      readonly decided: DecidedBlock;
      readonly response: FinalizeBlockResponse;
      /** Of the deciding node, before and after the block. */
      readonly before: DecidedState;
      readonly after: DecidedState;
      /** What the first node to decide this height decided; undefined when this is the first. */
      readonly earlier: DecidedHeight | undefined;
    };

/** The part of the world that invariants may look at. */
export interface InvariantContext {
  readonly nodes: readonly SimNode[];
  readonly envs: readonly Env[];
  readonly byzantine: readonly number[];
}

export interface Invariant<Memory> {
  readonly name: string;
  /** The sightings that it is shown. */
  readonly observes: readonly Observation['type'][];
  readonly start: Memory;
  /** What to remember from now on. Throws by `broken`. */
  see(memory: Memory, observation: Observation, scene: InvariantContext): Memory;
}

export const defineInvariant = <Memory = undefined>(invariant: Invariant<Memory>): Invariant<Memory> => invariant;

export function broken(name: string, what: string): never {
  throw new InvariantViolation(`${name}: ${what}`);
}
