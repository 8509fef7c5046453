/** Builds the events of connections (ibc-go v10 03-connection `keeper/events.go`). */
import type { Event } from '../../../../abci/application.js';
import type { ConnectionEnd } from '../../../../codec/ibc/connection.js';
import { event } from '../../../types/events.js';

const MODULE = event('message', { module: 'ibc_connection' });

export type ConnectionStep =
  | 'connection_open_init'
  | 'connection_open_try'
  | 'connection_open_ack'
  | 'connection_open_confirm';

/** Builds the events of a step. The first step does not know the counterparty's connection id yet. */
export const connectionEvents = (
  step: ConnectionStep,
  connectionId: string,
  { clientId, counterparty }: ConnectionEnd,
): readonly Event[] => [
  event(step, {
    connection_id: connectionId,
    client_id: clientId,
    counterparty_client_id: counterparty.clientId,
    counterparty_connection_id: step === 'connection_open_init' ? undefined : counterparty.connectionId,
  }),
  MODULE,
];
