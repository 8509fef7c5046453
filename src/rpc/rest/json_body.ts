/** A request's body as JSON, whatever content type it calls itself. */
import type { Bytes } from '../../kernel/bytes.js';
import { tryFromUtf8 } from '../../kernel/text.js';
import { survey } from '../jsonrpc/survey.js';

/** Undefined for what is no JSON, or would take too long to parse. Of a name that comes twice the last one counts. */
export function jsonBody(body: Bytes): unknown {
  const text = tryFromUtf8(body);
  if (text === undefined || survey(text).type === 'unreadable') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
