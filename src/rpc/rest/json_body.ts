/** Parses a request's body as JSON, whatever its content type is. */
import type { Bytes } from '../../kernel/bytes.js';
import { tryFromUtf8 } from '../../kernel/text.js';
import { survey } from '../jsonrpc/survey.js';

/**
 * Returns undefined for invalid JSON, and for text that would take too long to parse. Of a repeated name the last one
 * counts.
 */
export function jsonBody(body: Bytes): unknown {
  const text = tryFromUtf8(body);
  if (text === undefined || survey(text).type === 'unreadable') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
