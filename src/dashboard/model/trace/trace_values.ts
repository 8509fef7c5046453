/** Decodes the values of a trace, which `src/codec/value_json.ts` encodes: bytes are `0x…`, integers of 64 bits `…n`. */
import type { RoundMessage } from '../../../backend/rounds.js';
import type { Choice } from '../vote_set.js';
import { type Member, TraceError } from './trace_lines.js';

const NANOS_PER_MICRO = 1000;

/** Returns a number that the trace has as a number or as a 64-bit integer. */
export function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? Number(value.endsWith('n') ? value.slice(0, -1) : value) : Number.NaN;
}

/** Returns nanoseconds of the trace as whole microseconds. */
export const microsOf = (value: unknown): number =>
  typeof value === 'string' && /^\d+n$/.test(value)
    ? Number(BigInt(value.slice(0, -1)) / BigInt(NANOS_PER_MICRO))
    : Math.floor(numberOf(value) / NANOS_PER_MICRO);

/** Returns the text of a value, which begins with an apostrophe in JSON where it looks like a number or bytes. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? (value.startsWith("'") ? value.slice(1) : value) : String(value);

/** Matches controls and marks that reorder or hide other text. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
/** Most characters of a fault and of a validator's name, as shown. */
const MAX_SHOWN = 120;
const MAX_NAME = 30;

/** Returns a text that can be laid out: short, and without characters that a reader cannot see. */
export function shownText(value: unknown, limit = MAX_SHOWN): string {
  const characters = [
    ...textOf(value)
      .slice(0, 2 * limit)
      .replace(INVISIBLE, ''),
  ];
  return characters.length > limit ? `${characters.slice(0, limit).join('')}…` : characters.join('');
}

/** Returns the name of a validator as shown. */
export const shownName = (value: unknown): string => shownText(value, MAX_NAME);

/** Most validators of a chain, and the rounds of a height. */
export const MAX_NODES = 1024;
const MAX_ROUND = 10_000;

/** Returns the index of a node. Throws DamageError for one that no chain has. */
export const nodeOf = (value: unknown): number => atMost(numberOf(value), MAX_NODES - 1);

/** Returns the number of a round. Throws DamageError for one that no chain reaches. */
export const roundOf = (value: unknown): number => atMost(numberOf(value), MAX_ROUND);

/** Error for a line with a value with which nothing can be shown. */
export class DamageError extends Error {}

function atMost(number: number, limit: number): number {
  if (number > limit) throw new DamageError(`${number} is more than ${limit}`);
  return number;
}

/** Returns the power of a validator. Throws TraceError for a text that is none. */
export function powerOf(value: unknown): string {
  if (value === undefined) return '0';
  if (typeof value === 'string' && /^\d{1,19}$/.test(value)) return value;
  throw new TraceError(`The file has a validator with the power ${shownText(value)}, which is not a number.`);
}

/** Returns the hex of bytes, without the prefix. */
export const hexOf = (value: unknown): string =>
  typeof value === 'string' ? value.replace(/^0x/, '').toLowerCase() : '';

export const memberOf = (value: unknown): Member =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Member) : {};

/** Returns the block that a block id names; null for nil. */
export function blockOf(blockId: unknown): Choice {
  const hash = hexOf(memberOf(blockId)['hash']);
  return hash === '' ? null : hash;
}

/** Returns the index of a node by its address. */
export type IndexOf = (address: string) => number;

const VOTE_KINDS = { 1: 'prevote', 2: 'precommit' } as const;

/** Returns the description of a message. */
export function messageFrom(message: Member, indexOf: IndexOf): RoundMessage {
  const at = { height: numberOf(message['height'] ?? 0), round: roundOf(message['round'] ?? 0) };
  switch (message['type']) {
    case 'proposal': {
      const proposal = memberOf(message['proposal']);
      const { height, round } = placeOf(proposal);
      return {
        kind: 'proposal',
        height,
        round,
        block: blockOf(proposal['blockId']),
        polRound: numberOf(proposal['polRound']),
      };
    }
    case 'part':
      return { kind: 'part', ...at, part: numberOf(memberOf(message['part'])['index']) };
    case 'vote': {
      const vote = memberOf(message['vote']);
      const kind = VOTE_KINDS[numberOf(vote['type']) === 1 ? 1 : 2];
      const validator = indexOf(hexOf(vote['validatorAddress']));
      return { kind, ...placeOf(vote), block: blockOf(vote['blockId']), validator };
    }
    case 'evidence': {
      const evidence = memberOf(message['evidence']);
      return { kind: 'evidence', ...placeOf(memberOf(evidence['voteA'])) };
    }
    case 'majority':
      return { kind: 'majority', ...at, block: blockOf(message['blockId']) };
    default: {
      const commit = memberOf(message['commit']);
      return { kind: 'catch-up', ...placeOf(commit), block: blockOf(commit['blockId']) };
    }
  }
}

const placeOf = (value: Member): { readonly height: number; readonly round: number } => ({
  height: numberOf(value['height'] ?? 0),
  round: roundOf(value['round'] ?? 0),
});
