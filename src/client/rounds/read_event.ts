/** Reads the events of a CometBFT subscription that concern rounds (consensus-rpc.md 8.2). */
import { isPlainRoundEventName, type PlainRoundEventName } from '../../consensus/types/round_event.js';
import { ROUND_STEPS, type RoundStepName } from '../../kernel/round_steps.js';
import { parseTime, type UnixNanos } from '../../kernel/time.js';
import type { CometEvent } from '../comet_socket.js';
import { arrayOf, numberOf, objectAt, shortHex, textOf, wholeOf } from '../json_values.js';
import { type Evidence, NIL, type Position, type Validator, type VoteType } from './state.js';

export interface Vote {
  readonly height: bigint;
  readonly round: number;
  readonly type: VoteType;
  readonly validator: string;
  /** Hash of a block, or `nil`. */
  readonly value: string;
  /** Time of signing by the validator's own clock. */
  readonly signedAt?: UnixNanos;
}

export interface NewBlock {
  readonly height: bigint;
  readonly block: string;
  readonly txs: number;
  readonly lastCommitRound: number | undefined;
}

export type RoundEvent =
  | { readonly type: PlainRoundEventName; readonly at: Position }
  | { readonly type: 'NewRound'; readonly at: Position; readonly proposer: string }
  | { readonly type: 'CompleteProposal'; readonly at: Position; readonly block: string }
  | { readonly type: 'Vote'; readonly vote: Vote }
  | { readonly type: 'NewBlock'; readonly block: NewBlock }
  | { readonly type: 'NewEvidence'; readonly height: bigint; readonly evidence: Evidence }
  | { readonly type: 'ValidatorSetUpdates'; readonly updates: readonly Validator[] };

/** Queries to subscribe to. A node allows a client five subscriptions, and orders the events of each one only. */
export const QUERIES = [
  // The names of all events of rounds and blocks contain this letter; Tx does not.
  "tm.event CONTAINS 'o'",
  "tm.event = 'NewEvidence'",
];

/** Returns undefined for an event that the view does not need, or of another shape. */
export function readEvent({ name, value }: CometEvent): RoundEvent | undefined {
  if (isPlainRoundEventName(name)) {
    const at = positionOf(value);
    return at && { type: name, at };
  }
  switch (name) {
    case 'NewRound': {
      const at = positionOf(value);
      return at && { type: name, at, proposer: shortHex(objectAt(value, 'proposer')['address']) };
    }
    case 'CompleteProposal': {
      const at = positionOf(value);
      return at && { type: name, at, block: shortHex(objectAt(value, 'block_id')['hash']) };
    }
    case 'Vote': {
      const vote = voteOf(objectAt(value)['Vote']);
      return vote && { type: name, vote };
    }
    case 'NewBlock': {
      const block = blockOf(value);
      return block && { type: name, block };
    }
    case 'NewEvidence': {
      const height = wholeOf(objectAt(value)['height']);
      return height === undefined
        ? undefined
        : { type: name, height, evidence: evidenceOf(objectAt(value)['evidence']) };
    }
    case 'ValidatorSetUpdates':
      return { type: name, updates: arrayOf(objectAt(value)['validator_updates']).slice(0, MAX_UPDATES).map(updateOf) };
  }
  return undefined;
}

/** Most changes of validators of one block that are shown. */
const MAX_UPDATES = 1_000;

const PREFIX = 'RoundStep';

function positionOf(value: unknown): Position | undefined {
  const { height, round, step } = objectAt(value);
  const [whole, number] = [wholeOf(height), numberOf(round)];
  const name = textOf(step).replace(PREFIX, '') as RoundStepName;
  if (whole === undefined || whole < 0n || number === undefined || number < 0 || !ROUND_STEPS.includes(name))
    return undefined;
  return { height: whole, round: number, step: name };
}

const VOTE_TYPES: Readonly<Record<number, VoteType>> = { 1: 'prevote', 2: 'precommit' };

function voteOf(found: unknown): Vote | undefined {
  const vote = objectAt(found);
  const [height, round] = [wholeOf(vote['height']), numberOf(vote['round'])];
  const type = VOTE_TYPES[numberOf(vote['type']) ?? 0];
  const validator = shortHex(vote['validator_address']);
  if (height === undefined || round === undefined || round < 0 || type === undefined || validator === '')
    return undefined;
  const value = shortHex(objectAt(vote, 'block_id')['hash']) || NIL;
  const signedAt = parseTime(textOf(vote['timestamp']));
  return { height, round, type, validator, value, signedAt };
}

function blockOf(value: unknown): NewBlock | undefined {
  const block = objectAt(value, 'block');
  const height = wholeOf(objectAt(block, 'header')['height']);
  if (height === undefined) return undefined;
  return {
    height,
    // Up to CometBFT 0.37 the event has no block_id.
    block: shortHex(objectAt(value, 'block_id')['hash']),
    txs: arrayOf(objectAt(block, 'data')['txs']).length,
    lastCommitRound: numberOf(objectAt(block, 'last_commit')['round']),
  };
}

const EVIDENCE_PREFIX = 'tendermint/';
/** Most named validators of one piece of evidence. */
const MAX_ACCUSED = 10;

function evidenceOf(evidence: unknown): Evidence {
  const { type, value } = objectAt(evidence);
  const vote = voteOf(objectAt(value)['vote_a']);
  const accused = arrayOf(objectAt(value)['byzantine_validators']).slice(0, MAX_ACCUSED);
  return {
    kind: textOf(type).replace(EVIDENCE_PREFIX, '') || 'evidence',
    validators: vote === undefined ? accused.map((one) => shortHex(objectAt(one)['address'])) : [vote.validator],
    height: vote?.height ?? wholeOf(objectAt(value)['common_height']),
    round: vote?.round,
    votes: vote?.type,
  };
}

const updateOf = (update: unknown): Validator => ({
  address: shortHex(objectAt(update)['address']),
  power: wholeOf(objectAt(update)['voting_power']) ?? 0n,
});
