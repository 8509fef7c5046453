/**
 * Encodes the events of a simulated network as JSON, for traces. A committed block is encoded by its height, round and
 * hashes, because its parts were sent before, and the state after it follows.
 */
import { type Json, valueToJson } from '../codec/value_json.js';
import type { NetworkEvent } from './listen.js';
import type { NodeEvent } from './progress.js';

/** Returns the JSON of an event. Equal events have equal JSON, with the members in the same order. */
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
