/**
 * Computes when a request is retried, from the delay that the server requests and from a budget of compute units. As in
 * Anvil, the budget applies only after a server has reported too many requests.
 */
import type { IncomingHttpHeaders } from 'node:http';

/** Average cost of a call, in compute units, that Anvil assumes. */
const UNITS_PER_CALL = 17;
const MS_PER_SECOND = 1000;
const TOO_MANY_REQUESTS = 429;

/** Codes of JSON-RPC errors for too many requests: of HTTP, Alchemy, Infura and QuickNode. */
const RATE_LIMIT_CODES: readonly unknown[] = [TOO_MANY_REQUESTS, -32005, -32016, -32012];
const RATE_LIMIT_TEXT = /rate limit|too many requests|request limit|credits limited|(?:capacity|throughput).*exceeded/i;
/** Matches errors with the code -32005 that are about the size of a response, such as a range of logs. */
const SIZE_LIMIT_TEXT = /more than|results|block range|response size|batch/i;

/** Checks whether a JSON-RPC error reports too many requests. */
export function isRateLimit(error: { readonly code?: unknown; readonly message?: unknown }): boolean {
  const message = typeof error.message === 'string' ? error.message : '';
  if (RATE_LIMIT_TEXT.test(message)) return true;
  return RATE_LIMIT_CODES.includes(error.code) && !SIZE_LIMIT_TEXT.test(message);
}

/**
 * Returns the delay in milliseconds that a server requests. A date is compared with the date of the response, so the
 * clock of this machine does not matter. Returns undefined without the header, or when it is malformed.
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
 * Returns the milliseconds until the budget allows a call, given the number of calls that wait now, and the number that
 * waited when this call was made.
 */
export function budgetMs(unitsPerSecond: number, waiting: number, ahead: number): number {
  if (unitsPerSecond === 0) return 0;
  const callsPerSecond = Math.max(1, Math.floor(unitsPerSecond / UNITS_PER_CALL));
  if (waiting <= callsPerSecond) return 0;
  return Math.floor(Math.min(waiting, ahead) / callsPerSecond) * MS_PER_SECOND;
}
