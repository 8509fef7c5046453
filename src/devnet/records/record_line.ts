/**
 * Defines the lines of a record. A record is a file of JSON Lines: a header, then for each chain its beginning, its
 * inputs and its effects, in the order in which they happened. The inputs determine the effects. A trace has the same
 * form, with every event of the network among the effects.
 */
import { APP_VERSION } from '../../app/types/version.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { Json } from '../../kernel/json.js';
import type { UnixNanos } from '../../kernel/time.js';
import type { Command, ConsensusTimeouts } from '../../simulation/index.js';

/** Version of the form. A change that older programs would misread gets the next number. */
export const RECORD_VERSION = 1;

/** Kind of effects that a file has: decided heights alone, or every event of the network too. */
export type Effects = 'heights' | 'all';

export interface HeaderLine {
  readonly type: 'header';
  readonly format: 'halley-record';
  readonly version: number;
  /** Version of the program that wrote the file. */
  readonly halley: string;
  readonly effects: Effects;
}

/** Returns the first line of a file. */
export const headerLine = (effects: Effects): HeaderLine => ({
  type: 'header',
  format: 'halley-record',
  version: RECORD_VERSION,
  halley: APP_VERSION,
  effects,
});

/** Chain of a line, by its chain id. */
interface OfChain {
  readonly chain: string;
}

interface At extends OfChain {
  /** Number of events of the chain's network that had happened. A revert sets the count back. */
  readonly events: number;
}

/** Begins a chain. */
export interface ChainLine extends OfChain {
  readonly type: 'chain';
  /** Height that existed already; below the initial height for a chain that begins with the file. */
  readonly height: bigint;
  readonly seed: string;
  /** Keys of validators, which follow from the seed. */
  readonly validators: number;
  readonly timeouts: ConsensusTimeouts;
  /** Genesis document, as in `genesis.json`. */
  readonly genesis: Json;
}

/**
 * Continues a chain in another process, with a new network at the newest block. That may be an earlier block than the
 * record leads to: a process was killed when it had gone back and not yet recorded it.
 */
export interface RestartLine extends OfChain {
  readonly type: 'restart';
  readonly height: bigint;
  /** Commit of that block in CometBFT's encoding; absent before the first block. */
  readonly seenCommit?: Bytes;
  readonly halley: string;
  readonly timeouts: ConsensusTimeouts;
}

export type InputLine =
  | (At & { readonly type: 'command'; readonly command: Command })
  /** Reply to PrepareProposal, with the transactions of the proposed block. */
  | (At & { readonly type: 'proposal'; readonly node: number; readonly height: bigint; readonly txs: readonly Bytes[] })
  | (At & { readonly type: 'snapshot'; readonly snapshot: number })
  /** Goes back to a snapshot of the same chain, which was taken at the height. */
  | (At & { readonly type: 'revert'; readonly snapshot: number; readonly height: bigint })
  /** Goes back to a height, at which a new network begins. */
  | (At & { readonly type: 'rollback'; readonly height: bigint });

/** Tells a reader about a transaction that arrived. A replay does not need it. */
export interface TransactionLine extends At {
  readonly type: 'transaction';
  readonly tx: Bytes;
  readonly hash: Bytes;
  /** Code of CheckTx; absent for a transaction that the mempool refused before. */
  readonly code?: number;
  /** Reason for which the transaction was refused. */
  readonly log?: string;
}

export type EffectLine =
  | (At & {
      readonly type: 'decided';
      readonly height: bigint;
      readonly round: number;
      readonly time: UnixNanos;
      readonly hash: Bytes;
      /** Hash of the application's state after the block. */
      readonly appHash: Bytes;
      readonly txs: number;
    })
  | (At & { readonly type: 'event'; readonly event: Json });

/** Position of the chain: after steps on request (`position`), or when the devnet closed (`stop`). */
export type PositionLine = At & {
  readonly type: 'position' | 'stop';
  /** Bytes that the record has at this position, where a trace begins with it. */
  readonly recorded?: number;
};

export type RecordLine = HeaderLine | ChainLine | RestartLine | InputLine | TransactionLine | EffectLine | PositionLine;

export const LINE_TYPES: ReadonlySet<string> = new Set<RecordLine['type']>([
  'header',
  'chain',
  'restart',
  'command',
  'proposal',
  'snapshot',
  'revert',
  'rollback',
  'transaction',
  'decided',
  'event',
  'position',
  'stop',
]);

const INPUT_TYPES: ReadonlySet<string> = new Set<InputLine['type']>([
  'command',
  'proposal',
  'snapshot',
  'revert',
  'rollback',
]);

/** Returns whether a replay applies the line to its chain's network. */
export const isInput = (line: RecordLine): line is InputLine => INPUT_TYPES.has(line.type);

/** Returns whether a replay compares the line with what happens. */
export const isEffect = (line: RecordLine): line is EffectLine => line.type === 'decided' || line.type === 'event';
