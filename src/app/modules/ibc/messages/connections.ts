/**
 * Handles the messages of the handshake of a connection (ICS-3). The parts of a message are first validated by
 * themselves, as in ibc-go v10 03-connection `msgs.go`.
 */
import * as connections from '../../../../codec/ibc/connection.js';
import {
  type ConnectionCounterparty,
  MsgConnectionOpenAckResponse,
  MsgConnectionOpenConfirmResponse,
  MsgConnectionOpenInitResponse,
  MsgConnectionOpenTryResponse,
} from '../../../../codec/ibc/connection.js';
import { embedded, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineMessage } from '../../../sdk/module/message.js';
import { openAck, openConfirm, openInit, openTry } from '../connection/handshake.js';
import { writeConnectionParams } from '../connection/store.js';
import { checkVersion } from '../connection/versions.js';
import { ibcFailure, plainFailure, within } from '../failure.js';
import { checkClientId, checkConnectionId, isConnectionId, LOCALHOST_CLIENT } from '../identifiers.js';
import { checkProof } from '../routed.js';
import { checkIsAuthority, signedBy } from '../signer.js';

function checkOwnClient(clientId: string): void {
  if (clientId === LOCALHOST_CLIENT)
    throw ibcFailure('invalidClientType', 'localhost connection handshakes are disallowed');
  within('invalid client ID', () => checkClientId(clientId));
}

function checkOwnConnection(connectionId: string): void {
  if (!isConnectionId(connectionId)) throw ibcFailure('invalidConnectionIdentifier');
}

function checkCounterparty({ connectionId, clientId, prefix }: ConnectionCounterparty): void {
  if (connectionId !== '') within('invalid counterparty connection ID', () => checkConnectionId(connectionId));
  within('invalid counterparty client ID', () => checkClientId(clientId));
  if (prefix.keyPrefix.length === 0)
    throw ibcFailure('invalidConnectionCounterparty', 'counterparty prefix cannot be empty');
}

/** `ibc.core.connection.v1.MsgConnectionOpenInit` is the first step of a connection's handshake. */
export const MsgConnectionOpenInit = defineMessage({
  message: connections.MsgConnectionOpenInit,
  response: MsgConnectionOpenInitResponse,
  signers: signedBy,
  handle: ({ clientId, counterparty, version, delayPeriod }, context) => {
    checkOwnClient(clientId);
    if (counterparty.connectionId !== '')
      throw ibcFailure('invalidConnectionCounterparty', 'counterparty connection identifier must be empty');
    if (version !== undefined) within('basic validation of the provided version failed', () => checkVersion(version));
    checkCounterparty(counterparty);
    within('connection handshake open init failed', () =>
      openInit(context, clientId, counterparty, version, delayPeriod),
    );
    return {};
  },
});

const MAX_VERSIONS = 100;

/** `ibc.core.connection.v1.MsgConnectionOpenTry` is the second step of a connection's handshake, on the other chain. */
export const MsgConnectionOpenTry = defineMessage({
  message: connections.MsgConnectionOpenTry,
  response: MsgConnectionOpenTryResponse,
  signers: signedBy,
  handle: ({ clientId, counterparty, counterpartyVersions, delayPeriod, proofInit, proofHeight }, context) => {
    checkOwnClient(clientId);
    within('invalid counterparty connection ID', () => checkConnectionId(counterparty.connectionId));
    if (counterpartyVersions.length === 0) throw ibcFailure('invalidVersion', 'empty counterparty versions');
    if (counterpartyVersions.length > MAX_VERSIONS)
      throw ibcFailure('invalidVersion', `counterparty versions must not exceed ${MAX_VERSIONS} items`);
    for (const [index, version] of counterpartyVersions.entries())
      within(`basic validation failed on version with index ${index}`, () => checkVersion(version));
    checkProof(proofInit, 'proof init');
    checkCounterparty(counterparty);
    const offer = { clientId, counterparty, counterpartyVersions, delayPeriod };
    within('connection handshake open try failed', () =>
      openTry(context, offer, { proof: proofInit, height: proofHeight }),
    );
    return {};
  },
});

/**
 * `ibc.core.connection.v1.MsgConnectionOpenAck` is the third step of a connection's handshake, back on the first chain.
 */
export const MsgConnectionOpenAck = defineMessage({
  message: connections.MsgConnectionOpenAck,
  response: MsgConnectionOpenAckResponse,
  signers: signedBy,
  handle: ({ connectionId, counterpartyConnectionId, version, proofTry, proofHeight }, context) => {
    checkOwnConnection(connectionId);
    within('invalid counterparty connection ID', () => checkConnectionId(counterpartyConnectionId));
    checkVersion(version);
    checkProof(proofTry, 'proof try');
    const proof = { proof: proofTry, height: proofHeight };
    within('connection handshake open ack failed', () =>
      openAck(context, connectionId, version, counterpartyConnectionId, proof),
    );
    return {};
  },
});

/**
 * `ibc.core.connection.v1.MsgConnectionOpenConfirm` is the last step of a connection's handshake, on the other chain.
 */
export const MsgConnectionOpenConfirm = defineMessage({
  message: connections.MsgConnectionOpenConfirm,
  response: MsgConnectionOpenConfirmResponse,
  signers: signedBy,
  handle: ({ connectionId, proofAck, proofHeight }, context) => {
    checkOwnConnection(connectionId);
    checkProof(proofAck, 'proof ack');
    within('connection handshake open confirm failed', () =>
      openConfirm(context, connectionId, { proof: proofAck, height: proofHeight }),
    );
    return {};
  },
});

/** `ibc.core.connection.v1.MsgUpdateParams` sets the time that a packet's delay counts for a block, by a proposal. */
export const MsgUpdateConnectionParams = defineMessage({
  message: message('ibc.core.connection.v1.MsgUpdateParams', {
    signer: string(1),
    params: embedded(2, connections.ConnectionParams),
  }),
  response: message('ibc.core.connection.v1.MsgUpdateParamsResponse', {}),
  signers: signedBy,
  handle(value, { state, params: chain }) {
    checkIsAuthority(value, chain);
    if (value.params.maxExpectedTimePerBlock === 0n) throw plainFailure('MaxExpectedTimePerBlock cannot be zero');
    writeConnectionParams(state, value.params);
    return {};
  },
});
