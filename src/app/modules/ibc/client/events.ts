/** Builds the events of clients (ibc-go v10 02-client `keeper/events.go`). */
import type { Event } from '../../../../abci/application.js';
import type { Height } from '../../../../codec/ibc/client.js';
import { event } from '../../../types/events.js';
import { heightText } from '../height.js';
import { clientTypeOf } from '../identifiers.js';

const MODULE = event('message', { module: 'ibc_client' });

const clientEvent = (type: string, clientId: string, more: Readonly<Record<string, string>> = {}): readonly Event[] => [
  event(type, { client_id: clientId, client_type: clientTypeOf(clientId), ...more }),
  MODULE,
];

export const createClientEvents = (clientId: string, height: Height): readonly Event[] =>
  clientEvent('create_client', clientId, { consensus_height: heightText(height) });

/** Builds the events of an update. `heights` are those that the client has added. */
export const updateClientEvents = (clientId: string, heights: readonly Height[]): readonly Event[] =>
  clientEvent('update_client', clientId, {
    consensus_height: heights[0] === undefined ? '' : heightText(heights[0]),
    consensus_heights: heights.map(heightText).join(','),
  });

export const misbehaviourEvents = (clientId: string): readonly Event[] => clientEvent('client_misbehaviour', clientId);
