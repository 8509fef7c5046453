/**
 * A fault is a function over messages on their way from node to node: none, one or several come out. It is described by
 * plain data, so that scenarios, command logs and snapshots hold it. Crashes and skewed clocks are no messages; they
 * stand in `crash.ts` and `skew.ts`.
 */
import type { Env } from '../../consensus/env.js';
import type { Message } from '../../consensus/message.js';
import type { NodeState } from '../world.js';

/** A message between two nodes, and how long it will take. */
export interface Parcel {
  readonly from: number;
  readonly to: number;
  readonly message: Message;
  /** Nanoseconds. */
  readonly delay: bigint;
}

/** Which links a fault concerns; an absent side means every node. */
export interface OnLinks {
  readonly from?: readonly number[];
  readonly to?: readonly number[];
}

export const concerns = ({ from, to }: OnLinks, parcel: Parcel): boolean =>
  (from === undefined || from.includes(parcel.from)) && (to === undefined || to.includes(parcel.to));

/** What a fault may use besides the parcel. */
export interface FaultContext {
  /** An integer in [0, bound), from the stream of this fault. */
  readonly draw: (bound: number) => number;
  /** The sender, and what surrounds its engine. */
  readonly node: NodeState;
  readonly env: Env;
}
