/**
 * Determines the status of a chain's light clients at a time, and for how long it stays true without a block. A client
 * expires by time alone.
 */
import { clientStatus } from '../../../app/modules/ibc/client/status.js';
import { clients, readConsensusState } from '../../../app/modules/ibc/client/store.js';
import type { StateReader } from '../../../app/state/types.js';
import type { ClientStatus } from '../../../backend/assets.js';
import type { UnixNanos } from '../../../kernel/time.js';

export interface ClientLives {
  statusOf(clientId: string): ClientStatus;
  /** Returns whether every status at `now` is what it was when the statuses were read. */
  holdAt(now: UnixNanos): boolean;
}

export function clientLives(state: StateReader, now: UnixNanos): ClientLives {
  const statuses = new Map<string, ClientStatus>();
  let from: UnixNanos | undefined;
  let until: UnixNanos | undefined;
  for (const [clientId, client] of clients(state)) {
    const status = clientStatus(state, clientId, now);
    statuses.set(clientId, status);
    const newest = readConsensusState(state, clientId, client.latestHeight);
    if (newest === undefined) continue;
    const end = newest.timestamp + client.trustingPeriod;
    if (status === 'Active') until = until === undefined || end < until ? end : until;
    else if (status === 'Expired') from = from === undefined || end > from ? end : from;
  }
  return {
    statusOf: (clientId) => statuses.get(clientId) ?? 'Unknown',
    holdAt: (then) => (from === undefined || from <= then) && (until === undefined || then < until),
  };
}
