/** Converts an event of an engine's subscription to that of the dashboard: what the observed node did or counted. */
import type { PlainRoundEvent, RoundEvent } from '../../../backend/rounds.js';
import type { RoundEvent as EngineEvent, PositionEventName, Vote } from '../../../client/rounds/read_event.js';
import type { Position, RoundsState } from '../../../client/rounds/state.js';
import { PLAIN_ROUND_EVENTS } from '../../../consensus/types/round_event.js';
import { blockOf, stepNumber } from './engine_picture.js';
import type { EngineValidators } from './engine_validators.js';

/** Maps CometBFT's names of events to those of the dashboard. */
const PLAIN_NAMES = new Map<PositionEventName, PlainRoundEvent>(
  Object.entries(PLAIN_ROUND_EVENTS).map(([name, wire]) => [wire, name as PlainRoundEvent]),
);

export interface EncodeTerms {
  /** Is in microseconds. */
  readonly at: number;
  /** Is the state after the event. */
  readonly state: RoundsState;
  readonly validators: EngineValidators;
}

/** Returns undefined for an event that the dashboard does not show, and for one of a past that it has left behind. */
export function encodeEngineEvent(event: EngineEvent, terms: EncodeTerms): RoundEvent | undefined {
  const { at, state, validators } = terms;
  const node = validators.own;
  if (node < 0) return undefined;
  switch (event.type) {
    case 'Vote':
      return voteEvent(event.vote, terms);
    case 'NewBlock': {
      const { height, block, round } = state.decided.find((one) => one.height === event.block.height) ?? {};
      // A node that fetches blocks decides no rounds, and then the next dump has its state.
      if (height !== state.position.height || block === undefined || round === undefined) return undefined;
      return ['committed', at, node, Number(height), round, block.toLowerCase()];
    }
    case 'NewEvidence': {
      const { validators: accused, height, round, votes } = event.evidence;
      const validator = validators.of(accused[0]);
      if (height === undefined || round === undefined || votes === undefined || validator < 0) return undefined;
      return ['accuse', at, node, Number(height), round, votes === 'prevote' ? 1 : 2, validator];
    }
    case 'ValidatorSetUpdates':
      return undefined;
    default:
  }
  if (isPast(event.at, state)) return undefined;
  const height = Number(event.at.height);
  const { round } = event.at;
  switch (event.type) {
    case 'NewRoundStep':
      return ['step', at, node, height, round, stepNumber(event.at.step)];
    case 'NewRound':
      return ['newRound', at, node, height, round, validators.of(event.proposer)];
    case 'CompleteProposal':
      return ['proposal', at, node, height, round, event.block.toLowerCase()];
    default:
      return plainEvent(event.type, at, node, height, round);
  }
}

function plainEvent(type: PositionEventName, at: number, node: number, height: number, round: number) {
  const name = PLAIN_NAMES.get(type);
  return name && (['plain', at, node, height, round, name] as const);
}

/** Events that arrived while a dump was on its way may be older than the dump. */
const isPast = ({ height, round }: Position, { position }: RoundsState): boolean =>
  height < position.height || (height === position.height && round < position.round);

function voteEvent(vote: Vote, { at, validators }: EncodeTerms): RoundEvent | undefined {
  const validator = validators.of(vote.validator);
  if (validator < 0) return undefined;
  const type = vote.type === 'prevote' ? 1 : 2;
  const node = validators.own;
  const event = ['vote', at, node, Number(vote.height), vote.round, type, validator, blockOf(vote.value)] as const;
  if (validator === node || vote.signedAt === undefined) return event;
  // The clock of the signer may be ahead of that of this machine.
  return [...event, Math.min(at, Number(vote.signedAt / 1000n))];
}
