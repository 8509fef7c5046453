/** Stores connections, and the connections of each client. */
import { ClientPaths, ConnectionEnd, ConnectionParams } from '../../../../codec/ibc/connection.js';
import { fromUtf8 } from '../../../../kernel/text.js';
import { NANOS_PER_SECOND } from '../../../../kernel/time.js';
import type { StateReader, WorkingState } from '../../../state/types.js';
import { ibcFailure } from '../failure.js';
import {
  bigEndian,
  CONNECTION_PARAMS,
  CONNECTIONS,
  clientConnectionsKey,
  connectionKey,
  fromBigEndian,
  NEXT_CONNECTION,
} from '../keys.js';

/** ibc-go's default, 30 seconds. */
export const DEFAULT_CONNECTION_PARAMS: ConnectionParams = { maxExpectedTimePerBlock: 30n * NANOS_PER_SECOND };

export function readConnectionParams(state: StateReader): ConnectionParams {
  const value = state.get('ibc', CONNECTION_PARAMS);
  return value === undefined ? DEFAULT_CONNECTION_PARAMS : ConnectionParams.decode(value);
}

export const writeConnectionParams = (state: WorkingState, params: ConnectionParams): void =>
  state.set('ibc', CONNECTION_PARAMS, ConnectionParams.encode(params));

export function readNextConnection(state: StateReader): bigint {
  const value = state.get('ibc', NEXT_CONNECTION);
  return value === undefined ? 0n : fromBigEndian(value);
}

export const writeNextConnection = (state: WorkingState, next: bigint): void =>
  state.set('ibc', NEXT_CONNECTION, bigEndian(next));

export function readConnection(state: StateReader, connectionId: string): ConnectionEnd | undefined {
  const value = state.get('ibc', connectionKey(connectionId));
  return value && ConnectionEnd.decode(value);
}

/** Returns a connection. Throws TxFailure when it does not exist. */
export function connectionAt(state: StateReader, connectionId: string): ConnectionEnd {
  const connection = readConnection(state, connectionId);
  if (connection === undefined) throw ibcFailure('connectionNotFound', connectionId);
  return connection;
}

export const writeConnection = (state: WorkingState, connectionId: string, connection: ConnectionEnd): void =>
  state.set('ibc', connectionKey(connectionId), ConnectionEnd.encode(connection));

/** Yields all connections, in the order of the store. */
export function* connections(state: StateReader): Iterable<readonly [connectionId: string, end: ConnectionEnd]> {
  for (const [key, value] of state.entries('ibc', CONNECTIONS))
    yield [fromUtf8(key.subarray(CONNECTIONS.length)), ConnectionEnd.decode(value)];
}

/** Returns the connections of a client, in the order in which they were opened. It is undefined when there are none. */
export function readClientConnections(state: StateReader, clientId: string): readonly string[] | undefined {
  const value = state.get('ibc', clientConnectionsKey(clientId));
  return value && ClientPaths.decode(value).paths;
}

export const writeClientConnections = (state: WorkingState, clientId: string, paths: readonly string[]): void =>
  state.set('ibc', clientConnectionsKey(clientId), ClientPaths.encode({ paths }));
