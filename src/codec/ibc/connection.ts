/** Defines IBC's connections and their messages (ibc-go v10 `ibc.core.connection.v1`, ICS-3). */
import { Any } from '../cosmos/base.js';
import { bytes, embedded, optional, repeated, repeatedString, small, string, uint } from '../protobuf/field.js';
import { message, type Of } from '../protobuf/message.js';
import { Height } from './client.js';
import { MerklePrefix } from './commitment.js';

export const CONNECTION_STATE = { uninitialized: 0, init: 1, tryOpen: 2, open: 3 } as const;

const STATE_KIND = {
  enum: 'ibc.core.connection.v1.State',
  values: ['STATE_UNINITIALIZED_UNSPECIFIED', 'STATE_INIT', 'STATE_TRYOPEN', 'STATE_OPEN'],
};

/** Version that a connection supports. `features` are the orderings of its channels. */
export const Version = message('ibc.core.connection.v1.Version', {
  identifier: string(1),
  features: repeatedString(2),
});
export type Version = Of<typeof Version>;

/** Only version that exists. */
export const DEFAULT_VERSION: Version = { identifier: '1', features: ['ORDER_ORDERED', 'ORDER_UNORDERED'] };

export const ConnectionCounterparty = message('ibc.core.connection.v1.Counterparty', {
  clientId: string(1),
  connectionId: string(2),
  prefix: embedded(3, MerklePrefix),
});
export type ConnectionCounterparty = Of<typeof ConnectionCounterparty>;

/** One end of a connection. `delayPeriod` is in nanoseconds. */
export const ConnectionEnd = message('ibc.core.connection.v1.ConnectionEnd', {
  clientId: string(1),
  versions: repeated(2, Version),
  state: small(3, STATE_KIND),
  counterparty: embedded(4, ConnectionCounterparty),
  delayPeriod: uint(5),
});
export type ConnectionEnd = Of<typeof ConnectionEnd>;

/** Connection with its id. */
export const IdentifiedConnection = message('ibc.core.connection.v1.IdentifiedConnection', {
  id: string(1),
  clientId: string(2),
  versions: repeated(3, Version),
  state: small(4, STATE_KIND),
  counterparty: embedded(5, ConnectionCounterparty),
  delayPeriod: uint(6),
});
export type IdentifiedConnection = Of<typeof IdentifiedConnection>;

/** Connections of one client. */
export const ClientPaths = message('ibc.core.connection.v1.ClientPaths', { paths: repeatedString(1) });

/** Parameters of connections. `maxExpectedTimePerBlock` is in nanoseconds. */
export const ConnectionParams = message('ibc.core.connection.v1.Params', { maxExpectedTimePerBlock: uint(1) });
export type ConnectionParams = Of<typeof ConnectionParams>;

export const MsgConnectionOpenInit = message('ibc.core.connection.v1.MsgConnectionOpenInit', {
  clientId: string(1),
  counterparty: embedded(2, ConnectionCounterparty),
  version: optional(3, Version),
  delayPeriod: uint(4),
  signer: string(5),
});
export type MsgConnectionOpenInit = Of<typeof MsgConnectionOpenInit>;

export const MsgConnectionOpenInitResponse = message('ibc.core.connection.v1.MsgConnectionOpenInitResponse', {});

/**
 * Opens the second end of a connection. `previousConnectionId`, `clientState`, `proofClient`, `proofConsensus`,
 * `consensusHeight` and `hostConsensusStateProof` are deprecated and ignored.
 */
export const MsgConnectionOpenTry = message('ibc.core.connection.v1.MsgConnectionOpenTry', {
  clientId: string(1),
  previousConnectionId: string(2),
  clientState: optional(3, Any),
  counterparty: embedded(4, ConnectionCounterparty),
  delayPeriod: uint(5),
  counterpartyVersions: repeated(6, Version),
  proofHeight: embedded(7, Height),
  proofInit: bytes(8),
  proofClient: bytes(9),
  proofConsensus: bytes(10),
  consensusHeight: embedded(11, Height),
  signer: string(12),
  hostConsensusStateProof: bytes(13),
});
export type MsgConnectionOpenTry = Of<typeof MsgConnectionOpenTry>;

export const MsgConnectionOpenTryResponse = message('ibc.core.connection.v1.MsgConnectionOpenTryResponse', {});

/**
 * Acknowledges the second end of a connection. `clientState`, `proofClient`, `proofConsensus`, `consensusHeight` and
 * `hostConsensusStateProof` are deprecated and ignored.
 */
export const MsgConnectionOpenAck = message('ibc.core.connection.v1.MsgConnectionOpenAck', {
  connectionId: string(1),
  counterpartyConnectionId: string(2),
  version: optional(3, Version),
  clientState: optional(4, Any),
  proofHeight: embedded(5, Height),
  proofTry: bytes(6),
  proofClient: bytes(7),
  proofConsensus: bytes(8),
  consensusHeight: embedded(9, Height),
  signer: string(10),
  hostConsensusStateProof: bytes(11),
});
export type MsgConnectionOpenAck = Of<typeof MsgConnectionOpenAck>;

export const MsgConnectionOpenAckResponse = message('ibc.core.connection.v1.MsgConnectionOpenAckResponse', {});

export const MsgConnectionOpenConfirm = message('ibc.core.connection.v1.MsgConnectionOpenConfirm', {
  connectionId: string(1),
  proofAck: bytes(2),
  proofHeight: embedded(3, Height),
  signer: string(4),
});
export type MsgConnectionOpenConfirm = Of<typeof MsgConnectionOpenConfirm>;

export const MsgConnectionOpenConfirmResponse = message('ibc.core.connection.v1.MsgConnectionOpenConfirmResponse', {});
