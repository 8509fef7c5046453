/**
 * Writes the events of a validator as short lines, in the notation of consensus-engine.md 6: `S:Prevote`, `PV v1 A`,
 * `PC v2 nil`, `NewRound 2/1 v1`. Blocks are named A, B, … in the order in which each height's appear.
 */
import { stepName } from '../../consensus/round_step.js';
import { type BlockId, isNilBlockId } from '../../consensus/types/block_id.js';
import { isPlainEngineEvent, PLAIN_ROUND_EVENTS } from '../../consensus/types/round_event.js';
import { VoteType } from '../../consensus/types/vote.js';
import type { Bytes } from '../../kernel/bytes.js';
import { toHex } from '../../kernel/hex.js';
import type { NodeEvent } from '../../simulation/index.js';

/** Letters for blocks, from A at each height. */
export class BlockLetters {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<number, number>();

  nameOf(height: number, id: BlockId): string {
    if (isNilBlockId(id)) return 'nil';
    const key = `${height} ${toHex(id.hash)}`;
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const count = this.#counts.get(height) ?? 0;
    const name = count < 26 ? String.fromCharCode(65 + count) : `Z${count - 25}`;
    this.#counts.set(height, count + 1);
    this.#names.set(key, name);
    return name;
  }
}

export interface LineNames {
  readonly letters: BlockLetters;
  /** Returns the index of the validator with an address. */
  indexOf(address: Bytes): number;
}

/** Returns the lines of an event, with the height to which they belong. */
export function linesOf(event: NodeEvent, names: LineNames): { readonly height: number; readonly lines: string[] } {
  if (event.type === 'committed') {
    const { header, evidence } = event.decided.block;
    const height = Number(header.height);
    const found = evidence.map(() => 'NewEvidence');
    return { height, lines: [`NewBlock ${names.letters.nameOf(height, event.decided.blockId)}`, ...found] };
  }
  if (event.type === 'conflicting commits')
    return { height: Number(event.conflict.height), lines: ['Conflicting commits'] };
  const height = Number(event.height);
  if (event.type === 'jumped') return { height, lines: [`Jumped to ${height}`] };
  const line = lineOf(event, names);
  return { height, lines: line === undefined ? [] : [line] };
}

function lineOf(
  event: Exclude<NodeEvent, { readonly type: 'committed' | 'jumped' | 'conflicting commits' }>,
  { letters, indexOf }: LineNames,
): string | undefined {
  if (event.type === 'step') return `S:${stepName(event.step)}`;
  if (isPlainEngineEvent(event)) return PLAIN_ROUND_EVENTS[event.type];
  switch (event.type) {
    case 'newRound':
      return `NewRound ${event.height}/${event.round} v${indexOf(event.proposer)}`;
    case 'proposal complete':
      return `CompleteProposal ${letters.nameOf(Number(event.height), event.blockId)}`;
    case 'vote': {
      const { type, height, round, validatorAddress, blockId } = event.vote;
      const kind = type === VoteType.Prevote ? 'PV' : 'PC';
      const place = height === event.height && round === event.round ? '' : `${height}/${round} `;
      return `${kind} ${place}v${indexOf(validatorAddress)} ${letters.nameOf(Number(height), blockId)}`;
    }
    case 'accuse':
      return `Conflicting ${event.second.type === VoteType.Prevote ? 'PV' : 'PC'} v${indexOf(event.second.validatorAddress)}`;
    case 'refused':
      return undefined;
  }
}
