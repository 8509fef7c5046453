/** Whether a client still serves (ibc-go v10 07-tendermint `status`), and which kinds of clients may be used at all. */
import { isExpired } from '../../../../consensus/types/light.js';
import type { UnixNanos } from '../../../../kernel/time.js';
import type { StateReader } from '../../../state/types.js';
import { ibcFailure } from '../failure.js';
import { isZeroHeight } from '../height.js';
import { clientTypeOf, TENDERMINT } from '../identifiers.js';
import { readClientParams, readClientState, readConsensusState } from './store.js';

/** `Unauthorized`: its kind is not allowed on this chain. */
export type ClientStatus = 'Active' | 'Expired' | 'Frozen' | 'Unknown' | 'Unauthorized';

export function clientStatus(state: StateReader, clientId: string, now: UnixNanos): ClientStatus {
  if (!isAllowed(state, clientTypeOf(clientId))) return 'Unauthorized';
  const client = readClientState(state, clientId);
  if (client === undefined) return 'Unknown';
  if (!isZeroHeight(client.frozenHeight)) return 'Frozen';
  const newest = readConsensusState(state, clientId, client.latestHeight);
  if (newest === undefined || isExpired(newest.timestamp, client.trustingPeriod, now)) return 'Expired';
  return 'Active';
}

function isAllowed(state: StateReader, clientType: string | undefined): boolean {
  if (clientType !== TENDERMINT) return false;
  return readClientParams(state).allowedClients.some((allowed) => allowed === clientType || allowed === '*');
}

/** `what` is for people: `cannot update client`. Throws TxFailure unless the client is active. */
export function requireActive(state: StateReader, clientId: string, now: UnixNanos, what: string): void {
  checkRoute(state, clientId);
  const status = clientStatus(state, clientId, now);
  if (status !== 'Active') throw ibcFailure('clientNotActive', `${what} (${clientId}) with status ${status}`);
}

/** Throws TxFailure for a client of a kind that is not known, or not allowed. */
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
