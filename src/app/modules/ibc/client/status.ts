/**
 * Computes whether a client can be used (ibc-go v10 07-tendermint `status`), and which types of clients are allowed.
 */
import { isExpired } from '../../../../consensus/types/light.js';
import type { UnixNanos } from '../../../../kernel/time.js';
import type { StateReader } from '../../../state/types.js';
import { ibcFailure } from '../failure.js';
import { isZeroHeight } from '../height.js';
import { clientTypeOf, TENDERMINT } from '../identifiers.js';
import { readClientParams, readClientState, readConsensusState } from './store.js';

/** Status of a client. `Unauthorized` means that its type is not allowed on this chain. */
export type ClientStatus = 'Active' | 'Expired' | 'Frozen' | 'Unknown' | 'Unauthorized';

export function clientStatus(state: StateReader, clientId: string, now: UnixNanos): ClientStatus {
  return isAllowed(state, clientTypeOf(clientId)) ? tendermintStatus(state, clientId, now) : 'Unauthorized';
}

/** Returns the status of a client whatever types are allowed. */
export function tendermintStatus(state: StateReader, clientId: string, now: UnixNanos): ClientStatus {
  const client = readClientState(state, clientId);
  if (client === undefined) return 'Unknown';
  if (!isZeroHeight(client.frozenHeight)) return 'Frozen';
  const newest = readConsensusState(state, clientId, client.latestHeight);
  if (newest === undefined || isExpired(newest.timestamp, client.trustingPeriod, now)) return 'Expired';
  return 'Active';
}

/** Returns whether the chain allows clients of the type. */
export function isAllowed(state: StateReader, clientType: string | undefined): boolean {
  if (clientType !== TENDERMINT) return false;
  return readClientParams(state).allowedClients.some((allowed) => allowed === clientType || allowed === '*');
}

/**
 * Throws TxFailure unless the client is active. `what` begins the error's text, for instance `cannot update client`.
 */
export function requireActive(state: StateReader, clientId: string, now: UnixNanos, what: string): void {
  checkRoute(state, clientId);
  const status = clientStatus(state, clientId, now);
  if (status !== 'Active') throw ibcFailure('clientNotActive', `${what} (${clientId}) with status ${status}`);
}

/** Throws TxFailure for a client of an unknown type, or of one that is not allowed. */
export function checkRoute(state: StateReader, clientId: string): void {
  const clientType = clientTypeOf(clientId);
  if (clientType === undefined)
    throw ibcFailure(
      'invalidIdentifier',
      `unable to parse client identifier ${clientId}: invalid client identifier ${clientId} is not in format: \`{client-type}-{N}\``,
    );
  if (!isAllowed(state, clientType))
    throw ibcFailure('invalidClientType', `client (${clientId}) type ${clientType} is not in the allowed client list`);
}
