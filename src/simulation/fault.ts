/**
 * A fault: what goes wrong for as long as it is in force. Plain data describes it, so that scenarios, command logs and
 * snapshots hold it. Its definition, one file of `faults`, says what it does to messages, links, clocks and signing, and
 * how a campaign draws it; what a definition leaves out, the fault leaves alone. Crashes and cut links are commands.
 */
import type { Env } from '../consensus/env.js';
import type { Message } from '../consensus/message.js';
import type { RandomStream } from '../kernel/random.js';
import type { SimNode } from './sim_node.js';

/** A message between two nodes, and how long it will take (CometBFT p2p `Envelope`). */
export interface Envelope {
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

export const concerns = ({ from, to }: OnLinks, envelope: Envelope): boolean =>
  (from === undefined || from.includes(envelope.from)) && (to === undefined || to.includes(envelope.to));

/** Something that faults remember, under a name of its own: an immutable value, which is part of the world's. */
export interface FaultMemory<Value> {
  readonly name: string;
  readonly start: Value;
}

/** What a fault may use besides the envelope. */
export interface FaultContext {
  /** An integer in [0, bound), from the stream of this fault. */
  draw(bound: number): number;
  recall<Value>(memory: FaultMemory<Value>): Value;
  remember<Value>(memory: FaultMemory<Value>, value: Value): void;
  /** No node will ever speak of a height below this one again. */
  readonly oldestHeight: bigint;
  /** The sender, and what surrounds its engine. */
  readonly node: SimNode;
  readonly env: Env;
}

export interface FaultData {
  readonly type: string;
}

/**
 * When a campaign draws a fault. `places` are those that it has for ever in the numbered seeds' draws; every place is
 * somebody's. A fault that came later has a `probability` instead: it has a stream of its own, and stands in for what was
 * drawn in seeds that have no number, so that no numbered seed ever gets another trace.
 */
export type DrawRule = { readonly places: readonly number[] } | { readonly probability: number };

/** What a fault is drawn from. */
export interface Draw {
  readonly random: RandomStream;
  /** Number of nodes. */
  readonly size: number;
  /** Already drawn: the links that a fault of messages concerns. */
  readonly links: OnLinks;
  someNodes(): number[];
}

export interface FaultDefinition<Data extends FaultData> {
  readonly type: Data['type'];
  /** Messages: what arrives instead of one that is sent: nothing, one or several. */
  transform?(fault: Data, envelope: Envelope, context: FaultContext): readonly Envelope[];
  /** Links: whether nothing gets from one node to another, and they are not even connected. */
  partitions?(fault: Data, from: number, to: number): boolean;
  /** Clocks: nanoseconds that a node's clock is ahead of the world's. */
  skew?(fault: Data, node: number): bigint;
  /** Signing: the node that it makes dishonest; what that one says is not held against the protocol. */
  byzantine?(fault: Data): number;
  /** As something that ends, at the latest when the session gets quiet. */
  readonly trouble?: DrawRule & { draw(from: Draw): Data };
  /** As the lot of a node that is lost for good. */
  readonly ruin?: DrawRule & { draw(node: number): Data };
}

export const defineFault = <Data extends FaultData>(definition: FaultDefinition<Data>): FaultDefinition<Data> =>
  definition;
