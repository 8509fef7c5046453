/** Divides the JSON of a long value into pieces, each of which is made quickly. */
import { jsonLength } from '../../../kernel/json_length.js';

/** Limits the characters of a piece, except for a single long text. */
const PIECE_LENGTH = 16 * 1024;

/** Yields the pieces of the JSON of a value that was parsed from JSON. */
export function* jsonPieces(value: unknown): Iterable<string> {
  if (typeof value !== 'object' || value === null || jsonLength(value, PIECE_LENGTH) <= PIECE_LENGTH) {
    yield JSON.stringify(value);
    return;
  }
  const isArray = Array.isArray(value);
  let before = isArray ? '[' : '{';
  for (const [key, member] of Object.entries(value)) {
    yield isArray ? before : `${before}${JSON.stringify(key)}:`;
    yield* jsonPieces(member);
    before = ',';
  }
  yield isArray ? ']' : '}';
}
