/**
 * Offers what the validators' rounds are doing, for the dashboard: a picture of the network at one instant, and the
 * events after it. All nodes of a simulated network are known. Under an engine in another process only its own node is.
 * Everything is JSON, compact enough for a hundred validators. Times are microseconds since the Unix epoch; nodes and
 * validators are indexes; hashes are lower-case hex without a prefix.
 */
import type { PlainEngineEvent } from '../consensus/types/round_event.js';

/** Message of consensus. Each has a number, under which later events name it. */
export interface RoundMessage {
  readonly kind: 'proposal' | 'part' | 'prevote' | 'precommit' | 'evidence' | 'majority' | 'catch-up';
  readonly height: number;
  readonly round: number;
  /** Block of a proposal, vote or majority; null for nil; absent where the message names none. */
  readonly block?: string | null;
  /** Index of the validator that signed a vote. */
  readonly validator?: number;
  /** Vote extension of a precommit: its text where it is ASCII, else its bytes in hex. */
  readonly extension?: string;
  /** Index of a part. */
  readonly part?: number;
  /** Valid round of a proposal; -1 without one. */
  readonly polRound?: number;
}

/** Name of an engine's event that has only a position. */
export type PlainRoundEvent = Exclude<PlainEngineEvent, 'step'>;

/** One event as a tuple, because there are tens of thousands for each height of a large network. */
export type RoundEvent =
  /** Describes a message, before the first event that names its number. */
  | readonly ['message', number: number, message: RoundMessage]
  /** A message will arrive after `delay` microseconds. */
  | readonly ['sent', at: number, from: number, to: number, message: number, delay: number]
  | readonly ['received', at: number, from: number, to: number, message: number]
  /** A message was lost: `by` is `cut`, `down`, or the name of a fault. */
  | readonly ['dropped', at: number, from: number, to: number, message: number, by: string]
  /** A node is at another position; `step` is CometBFT's number, 1 (NewHeight) to 8 (Commit). */
  | readonly ['step', at: number, node: number, height: number, round: number, step: number]
  | readonly ['newRound', at: number, node: number, height: number, round: number, proposer: number]
  /**
   * A node has counted a vote, its own or one it received. `type` is 1 for a prevote, 2 for a precommit. `signed` is when
   * the validator signed, by its own clock; it is given where no message of the vote is known.
   */
  | readonly [
      'vote',
      at: number,
      node: number,
      height: number,
      round: number,
      type: 1 | 2,
      validator: number,
      block: string | null,
      signed?: number,
    ]
  /** A node has the whole proposed block. */
  | readonly ['proposal', at: number, node: number, height: number, round: number, block: string]
  | readonly ['plain', at: number, node: number, height: number, round: number, event: PlainRoundEvent]
  /** A node waits until `until`; the wait before is replaced. `step` is that of the timeout, 7 for the precommit wait. */
  | readonly ['timeout', at: number, node: number, height: number, round: number, step: number, until: number]
  | readonly ['committed', at: number, node: number, height: number, round: number, block: string]
  /** A node has seen two votes of a validator that contradict each other. */
  | readonly ['accuse', at: number, node: number, height: number, round: number, type: 1 | 2, validator: number]
  | readonly ['refused', at: number, node: number, height: number, round: number, reason: string]
  /** A node took over the state before `height`, because its own height is no longer kept. */
  | readonly ['jumped', at: number, node: number, height: number]
  /** A node has decided another block than was decided at the height. */
  | readonly ['conflict', at: number, node: number, height: number]
  | readonly ['crashed', at: number, node: number]
  | readonly ['restarted', at: number, node: number];

/** Votes of one round as a node has counted them, by validator; `undefined` members have not voted. */
export interface VotesPicture {
  readonly round: number;
  /** Block of each validator's vote, by index; null is nil. */
  readonly prevotes: Readonly<Record<number, string | null>>;
  readonly precommits: Readonly<Record<number, string | null>>;
}

/** One node at an instant. */
export interface NodePicture {
  readonly up: boolean;
  readonly height: number;
  readonly round: number;
  readonly step: number;
  /** Index of the proposer of this node's round. */
  readonly proposer: number;
  /** Whole proposed block of the round. */
  readonly proposal?: string;
  readonly locked?: { readonly round: number; readonly block: string };
  readonly valid?: { readonly round: number; readonly block: string };
  readonly timeout?: { readonly height: number; readonly round: number; readonly step: number; readonly until: number };
  readonly votes: readonly VotesPicture[];
}

/** Last vote of a validator that is known. */
export interface LastVote {
  readonly height: number;
  readonly round: number;
  readonly type: 1 | 2;
  readonly block: string | null;
}

/** Node whose state no RPC reports. Only the last vote of its validator that another node received is known. */
export interface UnknownNodePicture {
  readonly unknown: true;
  readonly vote?: LastVote;
}

/** Validator, as the set of the current height has it. */
export interface ValidatorPicture {
  readonly name: string;
  /** Consensus address, 40 hex characters in upper case. */
  readonly address: string;
  /** Voting power, as decimal digits; `0` for a validator that is not in the set. */
  readonly power: string;
  /** Proposer priority for round 0 of the height, as decimal digits. */
  readonly priority: string;
  readonly byzantine: boolean;
}

/** Network at an instant. Events after it change the nodes and messages. */
export interface RoundsPicture {
  readonly at: number;
  readonly events: number;
  readonly height: number;
  readonly validators: readonly ValidatorPicture[];
  /** One entry for each validator. */
  readonly nodes: readonly (NodePicture | UnknownNodePicture)[];
  /** Messages on their way: sender, receiver, number, and the times at which they were sent and arrive. */
  readonly inFlight: readonly (readonly [from: number, to: number, message: number, at: number, until: number])[];
  readonly messages: Readonly<Record<number, RoundMessage>>;
  /** Active faults: their names, and their descriptions. */
  readonly faults: readonly { readonly name: string; readonly text: string }[];
  /** Cut links. */
  readonly cuts: readonly (readonly [number, number])[];
}

/** Message to a listener; they arrive in order. */
export type RoundsMessage =
  /** Begins: at the start, after a revert, rollback or restart, after a change of the set, and after a gap. */
  | { readonly type: 'picture'; readonly cause: PictureCause; readonly picture: RoundsPicture }
  | { readonly type: 'events'; readonly events: readonly RoundEvent[] };

export type PictureCause = 'start' | 'revert' | 'validators' | 'network' | 'gap';

export interface RoundFeed {
  /**
   * Passes on a picture, and all events after it in batches, until the returned function is called. `budget` is how many
   * events a second of wall time the listener takes: when a chain makes more, whole heights are left out, and a picture
   * with the cause `gap` follows.
   */
  listenToRounds(listener: (message: RoundsMessage) => void, budget: number): () => void;
}

/** Blocks whose rounds are kept, without a gap. The last one may be in progress. */
export interface KeptBlocks {
  readonly first: number;
  readonly last: number;
}

/** The rounds of the last blocks, for those who begin to look later. */
export interface KeptRounds {
  /** Blocks whose rounds can be replayed; `undefined` when there are none. */
  readonly kept: KeptBlocks | undefined;
  /**
   * Returns the replay of blocks, at most up to the instant after so many `events` of the network, such as that of a
   * picture. Throws HalleyError `not-found` for a block whose rounds are not kept, with the reason.
   */
  replayOf(blocks: KeptBlocks, events?: number): RoundsReplay;
}

/**
 * Passes on a picture of the instant at which the height of the first block began, and all events up to the start of the
 * height after the last block, or up to now. `pause` runs between slices; the replay ends when it resolves to false.
 * Resolves to whether all events were passed on: a height of very many rounds is cut off.
 */
export type RoundsReplay = (
  receive: (message: RoundsMessage) => void,
  pause: () => Promise<boolean>,
) => Promise<boolean>;
