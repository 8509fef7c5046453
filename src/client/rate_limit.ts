/**
 * Plans when a request is sent again: what the server asks for, and a budget of compute units. Anvil
 * uses the budget in the same way: only after a server reported too many requests, and never before.
 */
import type { IncomingHttpHeaders } from 'node:http';

/** Is the average cost of a call, in compute units, that Anvil assumes. */
const UNITS_PER_CALL = 17;
const MS_PER_SECOND = 1000;
const TOO_MANY_REQUESTS = 429;

/** Lists codes of JSON-RPC errors for too many requests: of HTTP, Alchemy, Infura and QuickNode. */
const RATE_LIMIT_CODES: readonly unknown[] = [TOO_MANY_REQUESTS, -32005, -32016, -32012];
const RATE_LIMIT_TEXT = /rate limit|too many requests|request limit|credits limited|(?:capacity|throughput).*exceeded/i;
/** Matches errors with the code -32005 that are about the size of an answer, such as a range of logs. */
const SIZE_LIMIT_TEXT = /more than|results|block range|response size|batch/i;

/** Checks whether a JSON-RPC error reports too many requests. */
export function isRateLimit(error: { readonly code?: unknown; readonly message?: unknown }): boolean {
  const message = typeof error.message === 'string' ? error.message : '';
  if (RATE_LIMIT_TEXT.test(message)) return true;
  return RATE_LIMIT_CODES.includes(error.code) && !SIZE_LIMIT_TEXT.test(message);
}

/**
 * Returns the milliseconds that a server asks to wait. A date counts from the date of the response, so no clock of this
 * machine is involved. Returns undefined without the header, or when it is malformed.
 */
export function retryAfterMs(headers: IncomingHttpHeaders): number | undefined {
  const asked = headers['retry-after'];
  if (asked === undefined) return undefined;
  const seconds = /^\d+(?:\.\d+)?$/.test(asked.trim()) ? Number(asked) : undefined;
  if (seconds !== undefined) return seconds * MS_PER_SECOND;
  const ms = Date.parse(asked) - Date.parse(headers.date ?? '');
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/**
 * Returns the milliseconds until the budget has room for a call, given the number of calls that wait now, and the
 * number that waited when this call was made.
 */
export function budgetMs(unitsPerSecond: number, waiting: number, ahead: number): number {
  if (unitsPerSecond === 0) return 0;
  const callsPerSecond = Math.max(1, Math.floor(unitsPerSecond / UNITS_PER_CALL));
  if (waiting <= callsPerSecond) return 0;
  return Math.floor(Math.min(waiting, ahead) / callsPerSecond) * MS_PER_SECOND;
}
