/** Finds light clients that a relayer should update before their trusting periods end. */

import type { UnixNanos } from '../kernel/time.js';
import { isRecent, usableClient } from './clients.js';
import { readClient, readConnections, readConsensus, readLinkedClients } from './read.js';
import type { IbcView, RelayChain, RelayChains } from './types.js';

export interface DueClient {
  readonly clientId: string;
  /** Chain that has the client. */
  readonly on: RelayChain;
  /** Chain whose headers the client verifies. */
  readonly of: RelayChain;
  /** Trusting period in nanoseconds. */
  readonly trustingPeriod: bigint;
}

/**
 * Returns the due clients of connections, and those with counterparties, in the order of the chains. Expired clients
 * are omitted.
 */
export function dueClients(chains: RelayChains): readonly DueClient[] {
  const due: DueClient[] = [];
  for (const on of chains.values()) {
    const view = on.at(on.height);
    for (const clientId of clientsInUse(view)) {
      const client = usableClient(on, view, clientId);
      const of = client && chains.get(client.chainId);
      if (client === undefined || of === undefined || of === on) continue;
      const newest = readConsensus(view, clientId, client.latestHeight);
      if (newest === undefined || isRecent(on, newest.timestamp, client.trustingPeriod)) continue;
      due.push({ clientId, on, of, trustingPeriod: client.trustingPeriod });
    }
  }
  return due;
}

/** Returns the clients over which packets are sent, of either version of IBC. */
export const clientsInUse = (view: IbcView): ReadonlySet<string> =>
  new Set([
    ...readConnections(view).map(({ end }) => end.clientId),
    ...readLinkedClients(view).map(({ clientId }) => clientId),
  ]);

/**
 * Returns the expiry and the trusting period of each client in use on all chains, in no particular order.
 */
export function expiries(chains: RelayChains): readonly { readonly at: UnixNanos; readonly trustingPeriod: bigint }[] {
  return [...chains.values()].flatMap((on) => {
    const view = on.at(on.height);
    return [...clientsInUse(view)].flatMap((clientId) => {
      const client = readClient(view, clientId);
      const newest = client && readConsensus(view, clientId, client.latestHeight);
      if (client === undefined || newest === undefined) return [];
      return [{ at: newest.timestamp + client.trustingPeriod, trustingPeriod: client.trustingPeriod }];
    });
  });
}
