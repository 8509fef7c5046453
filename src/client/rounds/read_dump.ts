/** Reads the state of the view from the result of `dump_consensus_state` (consensus-rpc.md 10.3). */

import { HalleyError } from '../../kernel/errors.js';
import { ROUND_STEPS } from '../../kernel/round_steps.js';
import { arrayOf, type JsonObject, numberOf, objectAt, SHORT_HEX, shortHex, wholeOf } from '../json_values.js';
import {
  type BlockAtRound,
  type DecidedHeight,
  NIL,
  NO_VOTES,
  type Position,
  type Round,
  type RoundsState,
  type RoundVotes,
  type Validator,
  type Votes,
} from './state.js';
import { tallyOf } from './tally.js';

/** Most validators that are read. CometBFT allows 10,000. */
const MAX_VALIDATORS = 10_000;
/** Most rounds of a dump that are read: the last ones, and the one that the node locked a block in. */
const MAX_ROUNDS = 1_000;

/**
 * Reads a dump. Members that dumps do not have (decided heights, incidents) are copied from `before`. Throws
 * HalleyError `remote-error` for another shape.
 */
export function readDump(dump: unknown, before?: RoundsState): RoundsState {
  const state = objectAt(dump, 'round_state');
  const position = positionOf(state);
  const validators = validatorsOf(state['validators']);
  if (position === undefined || validators.length === 0)
    throw new HalleyError(
      'remote-error',
      'dump_consensus_state has no round state: expected height, round, step and validators',
    );
  const votes = votesOf(state['votes'], validators);
  const previous = lastCommitOf(state, position.height);
  const decided = (before?.decided ?? []).filter(({ height }) => height < position.height);
  const isNew = previous !== undefined && decided[0]?.height !== previous.height;
  return {
    position,
    validators,
    proposer: shortHex(objectAt(state, 'validators', 'proposer')['address']) || undefined,
    proposal: shortHex(objectAt(state, 'proposal', 'block_id')['hash']) || undefined,
    votes,
    locked: blockAt(numberOf(state['locked_round']), votes, validators),
    valid: blockAt(numberOf(state['valid_round']), votes, validators),
    previous: previous && withPrevotes(previous, before),
    decided: isNew ? [decidedBy(previous), ...decided] : decided,
    incidents: (before?.incidents ?? []).filter(({ height }) => height <= position.height),
    nextSetAt: before?.nextSetAt !== undefined && before.nextSetAt > position.height ? before.nextSetAt : undefined,
    isStale: false,
  };
}

function positionOf(state: JsonObject): Position | undefined {
  const [height, round, step] = [wholeOf(state['height']), numberOf(state['round']), numberOf(state['step'])];
  const name = ROUND_STEPS[(step ?? 0) - 1];
  if (height === undefined || height < 0n || round === undefined || round < 0 || name === undefined) return undefined;
  return { height, round, step: name };
}

function validatorsOf(set: unknown): readonly Validator[] {
  return arrayOf(objectAt(set)['validators'])
    .slice(0, MAX_VALIDATORS)
    .map((one) => ({
      address: shortHex(objectAt(one)['address']),
      power: wholeOf(objectAt(one)['voting_power']) ?? 0n,
    }));
}

/** Reads one vote in the text form of CometBFT: the value after the type, or undefined for `nil-Vote`. */
function votedValue(text: unknown): string | undefined {
  const hash = typeof text === 'string' ? /\) ([0-9A-F]{12}) /.exec(text)?.[1] : undefined;
  return hash === '0'.repeat(SHORT_HEX) ? NIL : hash;
}

function voteMap(texts: unknown, validators: readonly Validator[]): Votes {
  const votes = new Map<string, string>();
  const list = arrayOf(texts);
  for (const [i, { address }] of validators.entries()) {
    const value = votedValue(list[i]);
    if (value !== undefined) votes.set(address, value);
  }
  return votes;
}

function votesOf(rounds: unknown, validators: readonly Validator[]): ReadonlyMap<number, RoundVotes> {
  const votes = new Map<number, RoundVotes>();
  for (const one of arrayOf(rounds).slice(-MAX_ROUNDS)) {
    const { round, prevotes, precommits } = objectAt(one);
    votes.set(numberOf(round) ?? 0, {
      prevote: voteMap(prevotes, validators),
      precommit: voteMap(precommits, validators),
    });
  }
  return votes;
}

/** Returns the block that the node locked in a round, or saw valid: the one with two thirds of its prevotes. */
function blockAt(
  round: number | undefined,
  votes: ReadonlyMap<number, RoundVotes>,
  validators: readonly Validator[],
): BlockAtRound | undefined {
  if (round === undefined || round < 0) return undefined;
  const { majority = '' } = tallyOf((votes.get(round) ?? NO_VOTES).prevote, validators);
  return { round, block: majority };
}

/** Reads the round that decided the height before, of which a dump has only the precommits. */
function lastCommitOf(state: JsonObject, height: bigint): Round | undefined {
  const texts = arrayOf(objectAt(state, 'last_commit')['votes']);
  const rounds = texts.flatMap((text) => (typeof text === 'string' ? (/ \d+\/(\d+)\//.exec(text)?.[1] ?? []) : []));
  const round = numberOf(rounds[0]);
  if (round === undefined) return undefined;
  const validators = validatorsOf(state['last_validators']);
  const votes = { ...NO_VOTES, precommit: voteMap(texts, validators) };
  return { height: height - 1n, round, proposer: undefined, validators, votes, hasPrevotes: false };
}

/** Adds what events of the same round have shown before the dump. */
function withPrevotes(round: Round, before: RoundsState | undefined): Round {
  const known = before?.previous;
  if (known === undefined || known.height !== round.height || known.round !== round.round) return round;
  const { proposer, hasPrevotes, votes } = known;
  return { ...round, proposer, hasPrevotes, votes: { ...round.votes, prevote: votes.prevote } };
}

const decidedBy = ({ height, round, validators, votes }: Round): DecidedHeight => ({
  height,
  round,
  block: tallyOf(votes.precommit, validators).majority,
  txs: undefined,
});
