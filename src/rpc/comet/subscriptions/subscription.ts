/** One subscription of one connection. */
import type { EventQuery } from '../../ports.js';
import type { Dialect } from '../dialects/dialect.js';
import type { IdText } from '../protocol/envelope.js';
import type { Json } from '../protocol/json.js';

export interface Subscription {
  /** Of the subscribe request; every event carries it. */
  readonly id: IdText;
  /** As sent, which is how it is echoed; as JSON text. */
  readonly queryText: string;
  readonly query: EventQuery;
  readonly dialect: Dialect;
  /** Takes one event, already encoded. */
  deliver(frame: string): void;
}

/** An event encoded once for all who get it. */
export interface EncodedNotice {
  readonly data: string;
  readonly events: string;
}

/** A notification looks like a second answer to the request (consensus-rpc.md 7). */
export const notification = ({ id, queryText }: Subscription, { data, events }: EncodedNotice): string =>
  `{"jsonrpc":"2.0","id":${id},"result":{"query":${queryText},"data":${data},"events":${events}}}`;

export const attributesJson = (attributes: ReadonlyMap<string, readonly string[]>): Json =>
  Object.fromEntries(attributes);
