/** Words for what the views of consensus show. */
import type { LastVote, PlainRoundEvent, RoundMessage } from '../../backend/rounds.js';
import type { BlockLetters } from '../model/block_letters.js';
import { nameOf, type TimedEvent, type Validator } from '../model/network_state.js';
import { type BlockOfRound, stepName } from '../model/node_state.js';
import type { Choice } from '../model/vote_set.js';

/** Characters of a shortened hash. */
const HASH_START = 6;

/** Returns a block as its letter and the start of its hash: `A 7f57e6`. */
export const blockText = (letters: BlockLetters, block: string): string =>
  `${letters.letterOf(block)} ${block.slice(0, HASH_START)}`;

export const choiceText = (letters: BlockLetters, choice: Choice | undefined): string =>
  choice === undefined ? '–' : choice === null ? 'nil' : blockText(letters, choice);

export const ofRoundText = (letters: BlockLetters, value: BlockOfRound | undefined): string =>
  value === undefined ? '–' : `${blockText(letters, value.block)}, round ${value.round}`;

/** Returns the last vote of a validator whose node is unknown: `last vote: prevote 5/0 A 7f57e6`. */
export function lastVoteText(letters: BlockLetters, vote: LastVote | undefined): string {
  if (vote === undefined) return 'no vote known';
  const { height, round, type, block } = vote;
  return `last vote: ${type === 1 ? 'prevote' : 'precommit'} ${height}/${round} ${choiceText(letters, block)}`;
}

/** Returns a time of the network as hours to milliseconds. */
export const clockText = (micros: number | undefined): string =>
  micros === undefined ? '–' : new Date(micros / 1000).toISOString().slice(11, 23);

/** Returns a duration in seconds or milliseconds. */
export const durationText = (micros: number): string =>
  micros >= 1_000_000 ? `${(micros / 1_000_000).toFixed(1)} s` : `${Math.round(micros / 1000)} ms`;

/** Returns how long after the beginning of its block an instant is: `2.75 ms`, `3.002 s`. */
export const instantText = (us: number): string =>
  us < 1_000_000 ? `${(Math.max(0, us) / 1000).toFixed(2)} ms` : `${(us / 1_000_000).toFixed(3)} s`;

/** Returns a message as text: `prevote 5/0 A 7f57e6 of validator-1`. */
export function messageText(
  message: RoundMessage | undefined,
  letters: BlockLetters,
  validators: readonly Validator[],
): string {
  if (message === undefined) return 'a message';
  const { kind, height, round, block, validator, part, extension } = message;
  const what = [kind, `${height}/${round}`];
  if (block !== undefined) what.push(choiceText(letters, block));
  if (part !== undefined) what.push(`number ${part}`);
  if (validator !== undefined) what.push(`of ${nameOf(validators, validator)}`);
  if (extension) what.push(`with ${extension}`);
  return what.join(' ');
}

/** Returns why a message was lost. */
export function lossText(by: string, faults: readonly { readonly name: string; readonly text: string }[]): string {
  if (by === 'cut') return 'the link is cut';
  if (by === 'down') return 'the receiver is down';
  const fault = faults.find(({ name }) => name === by);
  return fault === undefined ? `fault ${by}` : `fault: ${fault.text}`;
}

/** Texts of what a node does at an event that has only a position. */
const PLAIN_TEXTS: Readonly<Partial<Record<PlainRoundEvent, string>>> = {
  polka: 'sees a polka',
  lock: 'locks the block',
  relock: 'locks the same block again',
  unlock: 'gives up its lock',
  'valid block': 'sees a polka for a block, which becomes its valid block',
  'timeout propose': 'has waited long enough for a proposal',
  'timeout wait': 'has waited long enough for more votes',
};

/** Returns an event as text for the line above the drawing. */
export function eventText(
  event: TimedEvent,
  letters: BlockLetters,
  validators: readonly Validator[],
  messageOf: (number: number) => RoundMessage | undefined,
): string {
  const name = (index: number): string => nameOf(validators, index);
  const message = (number: number): string => messageText(messageOf(number), letters, validators);
  switch (event[0]) {
    case 'sent':
      return `${name(event[2])} sends ${name(event[3])} the ${message(event[4])}`;
    case 'received':
      return `${name(event[3])} receives the ${message(event[4])} from ${name(event[2])}`;
    case 'dropped':
      return `the ${message(event[4])} from ${name(event[2])} to ${name(event[3])} is lost (${lossText(event[5], [])})`;
    case 'vote':
      return `${name(event[2])} counts the ${event[5] === 1 ? 'prevote' : 'precommit'} ${event[3]}/${event[4]} ${choiceText(letters, event[7])} of ${name(event[6])}`;
    case 'newRound':
      return `${name(event[2])} begins round ${event[4]} of height ${event[3]}; ${name(event[5])} proposes`;
    case 'step':
      return `${name(event[2])} is at ${event[3]}/${event[4]} ${stepName(event[5])}`;
    case 'plain':
      return `${name(event[2])} ${PLAIN_TEXTS[event[5]] ?? event[5]}, in round ${event[4]}`;
    case 'proposal':
      return `${name(event[2])} has the whole block ${blockText(letters, event[5])}`;
    case 'committed':
      return `${name(event[2])} commits height ${event[3]}: ${blockText(letters, event[5])}`;
    case 'accuse':
      return `${name(event[2])} has evidence: ${name(event[6])} signed two ${event[5] === 1 ? 'prevotes' : 'precommits'} in ${event[3]}/${event[4]}`;
    case 'timeout':
      return `${name(event[2])} waits until ${clockText(event[6])}`;
    case 'refused':
      return `${name(event[2])} refuses a message: ${event[5]}`;
    case 'jumped':
      return `${name(event[2])} takes over the state before height ${event[3]}`;
    case 'conflict':
      return `${name(event[2])} has decided another block at height ${event[3]}`;
    case 'crashed':
      return `${name(event[2])} crashes`;
    case 'restarted':
      return `${name(event[2])} restarts`;
    case 'written':
      return 'the last precommits are signed again with the time of the next block';
    case 'network':
      return 'the faults of the network change';
  }
}
