/** Formats each event as one line of text, for an output that is not a terminal. */
import { type Names, nameOf } from '../../../client/rounds/names.js';
import type { RoundEvent, Vote } from '../../../client/rounds/read_event.js';
import { type Incident, NIL, NO_VOTES, type Position, type RoundsState } from '../../../client/rounds/state.js';
import { shareText, tallyOf } from '../../../client/rounds/tally.js';

/** Hex digits of a hash in the view. */
const HASH_DIGITS = 8;

export const hashText = (value: string | undefined): string =>
  value === undefined || value === '' ? 'an unknown block' : value === NIL ? NIL : value.slice(0, HASH_DIGITS);

const at = ({ height, round }: { height: bigint; round: number }): string => `${height}/${round}`;

/** Returns the line of an event that has no words of its own here. */
const plainLine = (event: { readonly at: Position; readonly type: string }): string => `${at(event.at)} ${event.type}`;

/** Returns the line of an event, given the state after it. */
export function eventLine(event: RoundEvent, state: RoundsState, names: Names): string {
  switch (event.type) {
    case 'NewRound':
      return `${at(event.at)} round ${event.at.round} begins, proposer ${nameOf(names, event.proposer || undefined)}`;
    case 'NewRoundStep':
      return `${at(event.at)} step ${event.at.step}`;
    case 'CompleteProposal':
      return `${at(event.at)} proposal ${hashText(event.block)} is complete`;
    case 'Vote':
      return voteLine(event.vote, state, names);
    case 'Polka':
      return `${at(event.at)} polka: more than 2/3 prevoted ${majorityText(event.at, state)}`;
    case 'Lock':
      return `${at(event.at)} locked ${hashText(state.locked?.block)}`;
    case 'Relock':
      return `${at(event.at)} locked ${hashText(state.locked?.block)} again`;
    case 'Unlock':
      return `${at(event.at)} unlocked`;
    case 'ValidBlock':
      return `${at(event.at)} valid block ${hashText(state.valid?.block)}`;
    case 'TimeoutPropose':
      return `${at(event.at)} timeout of the proposal`;
    case 'TimeoutWait':
      return `${at(event.at)} timeout of the ${event.at.step.startsWith('Prevote') ? 'prevotes' : 'precommits'}`;
    case 'NewBlock':
      return blockLine(state);
    case 'NewEvidence':
    case 'ValidatorSetUpdates':
      return state.incidents.length === 0 ? '' : incidentLine(state.incidents.at(-1) as Incident, names);
    default:
      return plainLine(event);
  }
}

function voteLine({ height, round, type, validator, value }: Vote, state: RoundsState, names: Names): string {
  const { previous } = state;
  const isPrevious = previous?.height === height && previous.round === round;
  const { votes = NO_VOTES, validators } = isPrevious
    ? previous
    : { votes: state.votes.get(round), validators: state.validators };
  const { powers, total } = tallyOf(votes[type], validators);
  const share = shareText(powers.find(([one]) => one === value)?.[1] ?? 0n, total);
  return `${at({ height, round })} ${type} of ${nameOf(names, validator)} for ${hashText(value)}, which now has ${share}`;
}

const majorityText = ({ round }: Position, { votes, validators }: RoundsState): string =>
  hashText(tallyOf((votes.get(round) ?? NO_VOTES).prevote, validators).majority);

function blockLine({ decided: [newest] }: RoundsState): string {
  if (newest === undefined) return '';
  const { height, round, block, txs } = newest;
  const rounds = round === undefined ? '' : ` in ${count(round + 1, 'round')}`;
  return `${height} decided ${hashText(block)}${rounds}${txs === undefined ? '' : `, ${count(txs, 'transaction')}`}`;
}

const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;

/** Most validators that one line names. */
const MAX_NAMED = 4;

/** Formats evidence, or changes of validators. */
export function incidentLine(incident: Incident, names: Names): string {
  if (incident.type === 'validators') {
    const { height, from, updates } = incident;
    const shown = updates
      .slice(0, MAX_NAMED)
      .map(({ address, power }) =>
        power === 0n ? `${nameOf(names, address)} leaves` : `${nameOf(names, address)} has power ${power}`,
      );
    const more = updates.length > MAX_NAMED ? [`${updates.length - MAX_NAMED} more`] : [];
    return `${height} validators change at height ${from}: ${[...shown, ...more].join(', ')}`;
  }
  const { height, evidence } = incident;
  const who = evidence.validators.slice(0, MAX_NAMED).map((one) => nameOf(names, one));
  const more = evidence.validators.length > MAX_NAMED ? [`${evidence.validators.length - MAX_NAMED} more`] : [];
  const where = evidence.round === undefined ? `${evidence.height}` : `${evidence.height}/${evidence.round}`;
  const by = who.length === 0 ? 'a light client attack' : [...who, ...more].join(', ');
  const what = evidence.votes === undefined ? `${evidence.kind} against ${by}` : `${by} signed two ${evidence.votes}s`;
  return `${height} evidence: ${what} at ${where}`;
}
