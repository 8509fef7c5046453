/** Defines one subscription of one connection. */
import type { EventQuery } from '../../../backend/comet.js';
import type { Dialect } from '../dialects/dialect.js';
import type { SubscriptionEvent } from '../dialects/subscription_event.js';
import type { IdText } from '../protocol/envelope.js';
import { encodeJson } from '../protocol/json.js';

export interface Subscription {
  readonly query: EventQuery;
  readonly dialect: Dialect;
  /** Start of its notifications; see `notificationHead`. */
  readonly head: string;
  /** Delivers one encoded event. */
  deliver(frame: string): void;
  /** Ends the subscription and reports the reason. */
  cancel(reason: string): void;
}

/**
 * Encodes the start of a notification, which looks like a second response to the request (consensus-rpc.md 7). It has
 * the id of the subscribe request and its query as sent. The rest is the same for all recipients.
 */
export const notificationHead = (id: IdText, query: string): string =>
  `{"jsonrpc":"2.0","id":${id},"result":{"query":${encodeJson(query)},"data":`;

export function notificationTail(event: SubscriptionEvent): string {
  const events = Object.fromEntries(event.attributes);
  return `${encodeJson(event.data())},"events":${encodeJson(events)}}}`;
}
