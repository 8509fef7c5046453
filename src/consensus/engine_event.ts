/**
 * The events of an engine, in order. The RPC's events, metrics, the dashboard and traces are made from them. They have
 * the names of CometBFT's events (consensus-engine.md 5.4); `step` is the step at the moment of the event.
 */
import type { Bytes } from '../kernel/bytes.js';
import type { RoundStep } from './round_step.js';
import type { BlockId } from './types/block_id.js';
import type { PlainEngineEvent } from './types/round_event.js';
import type { Vote } from './types/vote.js';

interface At {
  readonly node: number;
  readonly height: bigint;
  readonly round: number;
  readonly step: RoundStep;
}

export type EngineEvent =
  | { readonly [T in PlainEngineEvent]: At & { readonly type: T } }[PlainEngineEvent]
  | (At & { readonly type: 'newRound'; readonly proposer: Bytes; readonly proposerIndex: number })
  | (At & { readonly type: 'vote'; readonly vote: Vote })
  | (At & { readonly type: 'proposal complete'; readonly blockId: BlockId })
  /** Reports a vote that contradicts an earlier one of the same validator. */
  | (At & { readonly type: 'accuse'; readonly first: Vote; readonly second: Vote })
  /** Reports a message that breaks a rule, and names the rule. */
  | (At & { readonly type: 'refused'; readonly reason: string });
