/** What the relayer did, for the log. */
import type { Task } from '../../relayer/task.js';
import type { RelayEntry } from './entry.js';

/** `failure` says why a chain refused the message. */
export const relayEntry = ({ kind, from, on, packet }: Task, failure: string | undefined): RelayEntry => ({
  type: 'relay',
  kind,
  from,
  to: on,
  ...(packet && { packet: { ...packet, sequence: `${packet.sequence}` } }),
  ...(failure !== undefined && { failure }),
});
