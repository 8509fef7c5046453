/** Makes the log entries of the relayer. */
import type { Task } from '../../relayer/task.js';
import type { RelayEntry } from './entry.js';

/** Makes the entry of a message; `failure` is the reason for which a chain refused it. */
export const relayEntry = ({ kind, from, on, packet }: Task, failure: string | undefined): RelayEntry => ({
  type: 'relay',
  kind,
  from,
  to: on,
  ...(packet && { packet: { ...packet, sequence: `${packet.sequence}` } }),
  ...(failure !== undefined && { failure }),
});
