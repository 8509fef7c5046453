/**
 * Implements the four steps in which two chains open a connection (ICS-3; ibc-go v10 03-connection `handshake.go`).
 * Functions throw TxFailure.
 */
import type { Event } from '../../../../abci/application.js';
import {
  CONNECTION_STATE,
  type ConnectionCounterparty,
  type ConnectionEnd,
  DEFAULT_VERSION,
  type Version,
} from '../../../../codec/ibc/connection.js';
import { utf8 } from '../../../../kernel/text.js';
import type { MessageContext } from '../../../sdk/module/message.js';
import type { WorkingState } from '../../../state/types.js';
import { event } from '../../../types/events.js';
import { requireActive } from '../client/status.js';
import { readClientState } from '../client/store.js';
import { ibcFailure, within } from '../failure.js';
import {
  connectionAt,
  readClientConnections,
  readNextConnection,
  writeClientConnections,
  writeConnection,
  writeNextConnection,
} from './store.js';
import { type Proof, verifyConnectionState } from './verify.js';
import { isSupported, pickVersion, versionText } from './versions.js';

/** Prefix of the keys that this chain proves: the name of the store. */
export const COMMITMENT_PREFIX = { keyPrefix: utf8('ibc') };

const STATE_NAMES = ['UNINITIALIZED', 'INIT', 'TRYOPEN', 'OPEN'] as const;
/** Returns a state's name as ibc-go prints it, such as `STATE_OPEN`. */
export const connectionStateText = (state: number): string =>
  state === 0 ? 'STATE_UNINITIALIZED_UNSPECIFIED' : `STATE_${STATE_NAMES[state] ?? state}`;

const MODULE_EVENT = event('message', { module: 'ibc_connection' });

type ConnectionStep =
  | 'connection_open_init'
  | 'connection_open_try'
  | 'connection_open_ack'
  | 'connection_open_confirm';

/** Builds a step's events (ibc-go v10 03-connection `keeper/events.go`). The first has no counterparty connection. */
const connectionEvents = (
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
  MODULE_EVENT,
];

/** Returns the new connection's id. */
export function openInit(
  context: MessageContext,
  clientId: string,
  counterparty: ConnectionCounterparty,
  version: Version | undefined,
  delayPeriod: bigint,
): string {
  const { state, block, emit } = context;
  if (version !== undefined && !isSupported([DEFAULT_VERSION], version))
    throw ibcFailure('invalidConnectionVersion', 'version is not supported');
  requireActive(state, clientId, block.time, 'cannot open connection of client');
  const connectionId = nextConnectionId(state);
  addToClient(state, clientId, connectionId);
  const versions = [version ?? DEFAULT_VERSION];
  const connection = { clientId, versions, state: CONNECTION_STATE.init, counterparty, delayPeriod };
  writeConnection(state, connectionId, connection);
  emit(...connectionEvents('connection_open_init', connectionId, connection));
  return connectionId;
}

export interface ConnectionTry {
  readonly clientId: string;
  readonly counterparty: ConnectionCounterparty;
  readonly counterpartyVersions: readonly Version[];
  readonly delayPeriod: bigint;
}

/** Returns the new connection's id. */
export function openTry(
  context: MessageContext,
  { clientId, counterparty, counterpartyVersions, delayPeriod }: ConnectionTry,
  proof: Proof,
): string {
  const { state, emit } = context;
  const connectionId = nextConnectionId(state);
  const expected: ConnectionEnd = {
    clientId: counterparty.clientId,
    versions: counterpartyVersions,
    state: CONNECTION_STATE.init,
    counterparty: { clientId, connectionId: '', prefix: COMMITMENT_PREFIX },
    delayPeriod,
  };
  const versions = [pickVersion(counterpartyVersions)];
  const connection = { clientId, versions, state: CONNECTION_STATE.tryOpen, counterparty, delayPeriod };
  verifyConnectionState(context, connection, proof, counterparty.connectionId, expected);
  within(`failed to add connection with ID ${connectionId} to client with ID ${clientId}`, () =>
    addToClient(state, clientId, connectionId),
  );
  writeConnection(state, connectionId, connection);
  emit(...connectionEvents('connection_open_try', connectionId, connection));
  return connectionId;
}

export function openAck(
  context: MessageContext,
  connectionId: string,
  version: Version,
  counterpartyConnectionId: string,
  proof: Proof,
): void {
  const { state, emit } = context;
  const connection = connectionAt(state, connectionId);
  requireState(connection, CONNECTION_STATE.init);
  if (!isSupported(connection.versions, version))
    throw ibcFailure(
      'invalidConnectionState',
      `the counterparty selected version ${versionText(version)} is not supported by versions selected on INIT`,
    );
  const expected = mirrored(connectionId, { ...connection, versions: [version] }, CONNECTION_STATE.tryOpen);
  verifyConnectionState(context, connection, proof, counterpartyConnectionId, expected);
  const opened: ConnectionEnd = {
    ...connection,
    state: CONNECTION_STATE.open,
    versions: [version],
    counterparty: { ...connection.counterparty, connectionId: counterpartyConnectionId },
  };
  writeConnection(state, connectionId, opened);
  emit(...connectionEvents('connection_open_ack', connectionId, opened));
}

export function openConfirm(context: MessageContext, connectionId: string, proof: Proof): void {
  const { state, emit } = context;
  const connection = connectionAt(state, connectionId);
  requireState(connection, CONNECTION_STATE.tryOpen);
  const expected = mirrored(connectionId, connection, CONNECTION_STATE.open);
  verifyConnectionState(context, connection, proof, connection.counterparty.connectionId, expected);
  const opened = { ...connection, state: CONNECTION_STATE.open };
  writeConnection(state, connectionId, opened);
  emit(...connectionEvents('connection_open_confirm', connectionId, opened));
}

/** Returns the other end in the state that it must have by now. */
const mirrored = (connectionId: string, connection: ConnectionEnd, state: number): ConnectionEnd => ({
  clientId: connection.counterparty.clientId,
  versions: connection.versions,
  state,
  counterparty: { clientId: connection.clientId, connectionId, prefix: COMMITMENT_PREFIX },
  delayPeriod: connection.delayPeriod,
});

function requireState({ state }: ConnectionEnd, expected: number): void {
  if (state === expected) return;
  throw ibcFailure(
    'invalidConnectionState',
    `connection state is not ${STATE_NAMES[expected]} (got ${connectionStateText(state)})`,
  );
}

function nextConnectionId(state: WorkingState): string {
  const next = readNextConnection(state);
  writeNextConnection(state, next + 1n);
  return `connection-${next}`;
}

function addToClient(state: WorkingState, clientId: string, connectionId: string): void {
  if (readClientState(state, clientId) === undefined) throw ibcFailure('clientNotFound', clientId);
  writeClientConnections(state, clientId, [...(readClientConnections(state, clientId) ?? []), connectionId]);
}
