/**
 * Formats node events as lines of text, in the vocabulary of the machine-recorded traces of CometBFT
 * (consensus-engine.md 6), and as JSON. Golden scripts, failing seeds and readers of a run see the lines. Validators
 * are `v0`, `v1`… by their index in the set; `nameOf` names the blocks.
 */
import { valueToJson } from '../codec/value_json.js';
import type { EngineEvent } from '../consensus/engine_event.js';
import { stepName } from '../consensus/round_step.js';
import type { Block } from '../consensus/types/block.js';
import { type BlockId, isNilBlockId } from '../consensus/types/block_id.js';
import { isPlainEngineEvent, PLAIN_ROUND_EVENTS } from '../consensus/types/round_event.js';
import { VoteType } from '../consensus/types/vote.js';
import { toUpperHex } from '../kernel/hex.js';
import type { Json } from '../kernel/json.js';
import type { NetworkEvent } from './listen.js';
import type { NodeEvent } from './progress.js';

export type BlockNames = (id: BlockId) => string;

/** Shortens a block's hash to its first eight digits of its hash. */
export const shortHash: BlockNames = ({ hash }) => toUpperHex(hash.subarray(0, 4));

/** Formats an engine event as one line, without the name of the node. */
export function traceLine(note: EngineEvent, nameOf: BlockNames = shortHash): string {
  const place = `${note.height}/${note.round} ${stepName(note.step)}`;
  if (isPlainEngineEvent(note)) return `${PLAIN_ROUND_EVENTS[note.type]} ${place}`;
  switch (note.type) {
    case 'newRound':
      return `NewRound ${place} proposer=v${note.proposerIndex}`;
    case 'proposal complete':
      return `CompleteProposal ${place} block=${nameOf(note.blockId)}`;
    case 'vote': {
      const { height, round, type, validatorIndex, blockId } = note.vote;
      const kind = type === VoteType.Prevote ? 'prevote' : 'precommit';
      return `Vote ${height}/${round} ${kind} v${validatorIndex} ${isNilBlockId(blockId) ? 'nil' : nameOf(blockId)}`;
    }
    case 'accuse':
      return `Accuse ${place} v${note.second.validatorIndex}`;
    case 'refused':
      return `Refused ${place} ${note.reason}`;
  }
}

/** Formats the three events of a new block. `flags` are those of its last commit. */
export function blockLines(block: Block, id: BlockId, nameOf: BlockNames = shortHash): readonly string[] {
  const { round, signatures } = block.lastCommit;
  const flags = signatures.map(({ blockIdFlag }) => blockIdFlag).join('');
  const name = nameOf(id);
  return [
    `NewBlock height=${block.header.height} block=${name} last_commit.round=${round} flags=${flags}`,
    'NewBlockHeader',
    'NewBlockEvents',
  ];
}

/** Formats a node's event as lines. */
export function traceEvent(note: NodeEvent, nameOf: BlockNames = shortHash): readonly string[] {
  if (note.type === 'committed') return blockLines(note.decided.block, note.decided.blockId, nameOf);
  if (note.type === 'conflicting commits')
    return [
      `ConflictingCommits height=${note.conflict.height} blocks=${note.conflict.branches.map(({ blockId }) => nameOf(blockId)).join(',')}`,
    ];
  if (note.type === 'jumped') return [`Jumped to ${note.height}`];
  return [traceLine(note, nameOf)];
}

/**
 * Encodes an event of a simulated network as JSON, for traces. A committed block is encoded by its height, round and
 * hashes, because its parts were sent before, and the state after it follows. Equal events have equal JSON, with the
 * members in the same order.
 */
export function networkEventJson(event: NetworkEvent): Json {
  return valueToJson(event.type === 'noted' ? { ...event, note: noteOf(event.note) } : event);
}

function noteOf(note: NodeEvent): unknown {
  if (note.type !== 'committed') return note;
  const { type, node, first, decided, response } = note;
  const { height, time } = decided.block.header;
  const { hash } = decided.blockId;
  return { type, node, first, height, round: decided.seenCommit.round, time, hash, appHash: response.appHash };
}
