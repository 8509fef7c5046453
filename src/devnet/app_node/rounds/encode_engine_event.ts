/** Converts an event of an engine's subscription to that of the dashboard: what the observed node did or counted. */
import type { PlainRoundEvent, RoundEvent } from '../../../backend/rounds.js';
import type { RoundEvent as EngineEvent, Vote } from '../../../client/rounds/read_event.js';
import type { Evidence, Position, RoundsState } from '../../../client/rounds/state.js';
import { PLAIN_ROUND_EVENTS } from '../../../consensus/types/round_event.js';
import { blockOf, stepNumber } from './engine_picture.js';
import type { EngineValidators } from './engine_validators.js';

/** Events of the dashboard by CometBFT's. */
const PLAIN_NAMES: ReadonlyMap<string, PlainRoundEvent> = new Map(
  Object.entries(PLAIN_ROUND_EVENTS).map(([name, wire]) => [wire, name as PlainRoundEvent]),
);

export interface EncodeTerms {
  /** Microseconds. */
  readonly at: number;
  /** State after the event. */
  readonly state: RoundsState;
  readonly validators: EngineValidators;
}

/** Returns undefined for an event that the dashboard does not show, and for one of a past round. */
export function encodeEngineEvent(event: EngineEvent, terms: EncodeTerms): RoundEvent | undefined {
  if (terms.validators.own < 0) return undefined;
  if ('at' in event) return positionEvent(event, terms);
  switch (event.type) {
    case 'Vote':
      return voteEvent(event.vote, terms);
    case 'NewBlock':
      return committedEvent(event.block.height, terms);
    case 'NewEvidence':
      return accuseEvent(event.evidence, terms);
    case 'ValidatorSetUpdates':
      return undefined;
  }
}

type PositionEvent = Extract<EngineEvent, { readonly at: Position }>;

function positionEvent(event: PositionEvent, { at, state, validators }: EncodeTerms): RoundEvent | undefined {
  if (isPast(event.at, state)) return undefined;
  const place = [at, validators.own, Number(event.at.height), event.at.round] as const;
  if (event.type === 'NewRoundStep') return ['step', ...place, stepNumber(event.at.step)];
  if (event.type === 'NewRound') return ['newRound', ...place, validators.of(event.proposer)];
  if (event.type === 'CompleteProposal') return ['proposal', ...place, event.block.toLowerCase()];
  const name = PLAIN_NAMES.get(event.type);
  return name && ['plain', ...place, name];
}

function committedEvent(decided: bigint, { at, state, validators }: EncodeTerms): RoundEvent | undefined {
  const { height, block, round } = state.decided.find((one) => one.height === decided) ?? {};
  // A node that fetches blocks decides no rounds, and then the next dump has its state.
  if (height !== state.position.height || block === undefined || round === undefined) return undefined;
  return ['committed', at, validators.own, Number(height), round, block.toLowerCase()];
}

function accuseEvent(evidence: Evidence, { at, validators }: EncodeTerms): RoundEvent | undefined {
  const { height, round, votes } = evidence;
  const validator = validators.of(evidence.validators[0]);
  if (height === undefined || round === undefined || votes === undefined || validator < 0) return undefined;
  return ['accuse', at, validators.own, Number(height), round, votes === 'prevote' ? 1 : 2, validator];
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
