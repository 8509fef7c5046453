/** One subscription of one connection. */
import type { EventQuery } from '../../../backend/comet.js';
import type { Dialect } from '../dialects/dialect.js';
import type { SubscriptionEvent } from '../dialects/notice.js';
import type { IdText } from '../protocol/envelope.js';
import { encodeJson } from '../protocol/json.js';

export interface Subscription {
  readonly query: EventQuery;
  readonly dialect: Dialect;
  /** What its notifications begin with; see `notificationHead`. */
  readonly head: string;
  /** Takes one event, already encoded. */
  deliver(frame: string): void;
  /** Ends it and tells why. */
  cancel(reason: string): void;
}

/**
 * A notification looks like a second answer to the request (consensus-rpc.md 7): the id of the subscribe request, and its
 * query as sent. What follows is the same for all who get the event.
 */
export const notificationHead = (id: IdText, query: string): string =>
  `{"jsonrpc":"2.0","id":${id},"result":{"query":${encodeJson(query)},"data":`;

export function notificationTail(notice: SubscriptionEvent): string {
  const events = Object.fromEntries(notice.attributes);
  return `${encodeJson(notice.data())},"events":${encodeJson(events)}}}`;
}
