/**
 * Defines faults: what goes wrong while they are active. A fault is plain JSON, so that RPC, scenarios, command logs and
 * snapshots can hold it. One file of `faults` defines its parameters, what it does to messages, links, clocks and
 * engines, and how a campaign draws it. A hook that the definition omits changes nothing. Crashes and cut links are
 * commands.
 */
import type { Env, Misbehavior } from '../consensus/env.js';
import type { Message } from '../consensus/input.js';
import { type Vote, VoteType } from '../consensus/types/vote.js';
import type { Bytes } from '../kernel/bytes.js';
import type { FaultData, FaultParameter } from '../kernel/fault_parameter.js';
import type { RandomStream } from '../kernel/random.js';
import type { SimNode } from './sim_node.js';

/** Message between two nodes with its delay (CometBFT p2p `Envelope`). */
export interface Envelope {
  readonly from: number;
  readonly to: number;
  readonly message: Message;
  /** Time until the message arrives, in nanoseconds. */
  readonly delay: bigint;
}

/** Selects the links that a fault affects; an absent side means every node. */
export interface OnLinks {
  readonly from?: readonly number[];
  readonly to?: readonly number[];
}

export const concerns = ({ from, to }: OnLinks, envelope: Envelope): boolean =>
  (from === undefined || from.includes(envelope.from)) && (to === undefined || to.includes(envelope.to));

/** Selects a height and a round; an absent member means every one. */
export interface AtPlace {
  readonly height?: number;
  readonly round?: number;
}

export const isAt = (place: AtPlace, at: { readonly height?: bigint; readonly round?: number }): boolean =>
  (place.height === undefined || BigInt(place.height) === at.height) &&
  (place.round === undefined || place.round === at.round);

export type VoteName = 'prevote' | 'precommit';

export const VOTE_TYPES: Readonly<Record<VoteName, VoteType>> = {
  prevote: VoteType.Prevote,
  precommit: VoteType.Precommit,
};

/** Selects votes; an absent type means both. */
export interface OnVotes extends AtPlace {
  readonly vote?: VoteName;
}

export const concernsVote = (votes: OnVotes, vote: Vote): boolean =>
  (votes.vote === undefined || VOTE_TYPES[votes.vote] === vote.type) && isAt(votes, vote);

/** Declares a named value that faults store between events. The value is immutable and part of the network's state. */
export interface FaultMemory<Value> {
  readonly name: string;
  readonly start: Value;
}

/** Provides what a fault may use besides the envelope. */
export interface FaultContext {
  /** Draws an integer in [0, bound) from the stream of this fault. */
  draw(bound: number): number;
  recall<Value>(memory: FaultMemory<Value>): Value;
  remember<Value>(memory: FaultMemory<Value>, value: Value): void;
  /** Oldest height that any node may still send messages about. */
  readonly oldestHeight: bigint;
  /** Returns the index of the node whose validator has an address; -1 when there is none. */
  indexOf(address: Bytes): number;
  /** Sending node. `env` is the environment of its engine. */
  readonly node: SimNode;
  readonly env: Env;
}

/**
 * Rule by which a campaign draws a fault. `places` are the fault's permanent indexes in the draws of numbered seeds;
 * each index belongs to a fault. A fault that was added later has a `probability` instead. It draws from a stream of
 * its own and replaces the drawn fault in seeds that are not numbers. The trace of a numbered seed therefore never
 * changes.
 */
export type DrawRule = { readonly places: readonly number[] } | { readonly probability: number };

/** Provides what a fault is drawn from. */
export interface Draw {
  readonly random: RandomStream;
  /** Number of nodes. */
  readonly size: number;
  /** Links that a message fault affects; they are drawn already. */
  readonly links: OnLinks;
  someNodes(): number[];
}

type ParametersOf<Data extends FaultData> = { readonly [K in Exclude<keyof Data, 'type'>]-?: FaultParameter };

export interface FaultDefinition<Data extends FaultData> {
  /** Name of the fault, in lower case with hyphens, as in CometBFT's manifests of faults. */
  readonly type: Data['type'];
  /** Effect of the fault, in one sentence. */
  readonly summary: string;
  /** Parameters by name, in the order of the help. */
  readonly parameters: ParametersOf<Data>;
  /** Returns what is wrong with parameters that are each valid. */
  refusal?(fault: Data): string | undefined;
  /** Transforms a message that is sent: returns no, one or several envelopes to deliver. */
  transform?(fault: Data, envelope: Envelope, context: FaultContext): readonly Envelope[];
  /** Returns the links whose messages `transform` may change. Without it, `transform` sees the messages of every link. */
  links?(fault: Data): OnLinks;
  /**
   * Returns the group of a node in a partition; undefined for a node that is alone. Nothing passes between nodes of
   * different groups, or to and from a node that is alone.
   */
  group?(fault: Data, node: number): number | undefined;
  /** Returns how far a node's clock is ahead of the network's clock, in nanoseconds. */
  skew?(fault: Data, node: number): bigint;
  /**
   * Returns how the fault changes what a node's own engine does; undefined when it does not change that node. What the
   * engine then does is in its state, so its own votes and RPC show it.
   */
  misbehavior?(fault: Data, node: number): Misbehavior | undefined;
  /** Returns the node that the fault makes byzantine. Invariants do not check what that node sends. */
  byzantine?(fault: Data): number;
  /** Draws the fault as a transient one, which ends at the latest at the session's `quietAt`. */
  readonly transient?: DrawRule & { draw(from: Draw): Data };
  /** Draws the fault as a permanent one of a lost node. */
  readonly permanent?: DrawRule & { draw(node: number): Data };
}

export const defineFault = <Data extends FaultData>(definition: FaultDefinition<Data>): FaultDefinition<Data> =>
  definition;
