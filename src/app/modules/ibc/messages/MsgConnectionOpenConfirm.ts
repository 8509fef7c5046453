/**
 * `ibc.core.connection.v1.MsgConnectionOpenConfirm` is the last step of a connection's handshake, on the other chain.
 */
import {
  MsgConnectionOpenConfirmResponse,
  MsgConnectionOpenConfirm as request,
} from '../../../../codec/ibc/connection.js';
import { defineMessage } from '../../../sdk/module/message.js';
import { checkOwnConnection } from '../connection/check.js';
import { openConfirm } from '../connection/handshake.js';
import { within } from '../failure.js';
import { checkProof } from '../routed.js';
import { signedBy } from '../signer.js';

export const MsgConnectionOpenConfirm = defineMessage({
  message: request,
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
