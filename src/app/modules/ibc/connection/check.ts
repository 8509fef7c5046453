/**
 * Validates the parts of connection messages by themselves (ibc-go v10 03-connection `msgs.go`). Functions throw
 * TxFailure.
 */
import type { ConnectionCounterparty } from '../../../../codec/ibc/connection.js';
import { ibcFailure, within } from '../failure.js';
import { checkClientId, checkConnectionId, isConnectionId, LOCALHOST_CLIENT } from '../identifiers.js';

export function checkOwnClient(clientId: string): void {
  if (clientId === LOCALHOST_CLIENT)
    throw ibcFailure('invalidClientType', 'localhost connection handshakes are disallowed');
  within('invalid client ID', () => checkClientId(clientId));
}

export function checkOwnConnection(connectionId: string): void {
  if (!isConnectionId(connectionId)) throw ibcFailure('invalidConnectionIdentifier');
}

export function checkCounterparty({ connectionId, clientId, prefix }: ConnectionCounterparty): void {
  if (connectionId !== '') within('invalid counterparty connection ID', () => checkConnectionId(connectionId));
  within('invalid counterparty client ID', () => checkClientId(clientId));
  if (prefix.keyPrefix.length === 0)
    throw ibcFailure('invalidConnectionCounterparty', 'counterparty prefix cannot be empty');
}
