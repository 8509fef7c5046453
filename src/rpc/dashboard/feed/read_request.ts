/** Reads what a page requests of the feed. */
import type { FeedRequest } from '../wire.js';

/** Returns the request, or why it is refused. */
export function readFeedRequest(text: string, chains: readonly string[]): FeedRequest | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'the message is not JSON: expected {"chain": …, "rounds": …}';
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return 'the message is not an object: expected {"chain": …, "rounds": …}';
  const { chain, rounds } = value as Readonly<Record<string, unknown>>;
  if (typeof chain !== 'string' || !chains.includes(chain))
    return `there is no chain ${JSON.stringify(chain)?.slice(0, 100)}: expected one of ${chains.join(', ')}`;
  if (typeof rounds !== 'boolean') return '"rounds" must be true or false';
  return { chain, rounds };
}
