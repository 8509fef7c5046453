/** Formats the log as JSON: each line is one value, including the line that counts dropped entries. */
import type { LogEntry } from '../../devnet/index.js';

/**
 * Limits the characters of a failure's message, and of its data. Revert data may have megabytes; the response has all
 * of it.
 */
const MAX_FAILURE_TEXT = 100_000;

export const gapJson = (dropped: number): string => `${JSON.stringify({ type: 'dropped', entries: dropped })}\n`;

export const lineJson = (entry: LogEntry): string =>
  `${JSON.stringify(entry.type === 'failure' ? cut(entry) : entry)}\n`;

function cut<E extends LogEntry & { readonly type: 'failure' }>(entry: E): E {
  const { message, data } = entry;
  return { ...entry, message: shortened(message), ...(data !== undefined && { data: shortened(data) }) };
}

const shortened = (text: string): string =>
  text.length > MAX_FAILURE_TEXT ? `${text.slice(0, MAX_FAILURE_TEXT)}… (${text.length} characters)` : text;
