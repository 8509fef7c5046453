/**
 * `ibc.core.connection.v1.MsgConnectionOpenAck` is the third step of a connection's handshake, back on the first chain.
 */
import { MsgConnectionOpenAckResponse, MsgConnectionOpenAck as request } from '../../../../codec/ibc/connection.js';
import { defineMessage } from '../../../sdk/module/message.js';
import { checkOwnConnection } from '../connection/check.js';
import { openAck } from '../connection/handshake.js';
import { checkVersion } from '../connection/versions.js';
import { within } from '../failure.js';
import { checkConnectionId } from '../identifiers.js';
import { checkProof } from '../routed.js';
import { signedBy } from '../signer.js';

export const MsgConnectionOpenAck = defineMessage({
  message: request,
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
