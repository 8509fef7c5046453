/** `ibc.core.client.v1.MsgSubmitMisbehaviour` is the older way to freeze a client. */
import { MsgSubmitMisbehaviourResponse, MsgSubmitMisbehaviour as request } from '../../../../codec/ibc/client.js';
import { defineMessage } from '../../../sdk/module/message.js';
import { readClientMessage } from '../client/any.js';
import { updateClient } from '../client/update.js';
import { signedBy } from '../signer.js';

export const MsgSubmitMisbehaviour = defineMessage({
  message: request,
  response: MsgSubmitMisbehaviourResponse,
  signers: signedBy,
  handle: ({ clientId, misbehaviour }, context) => {
    updateClient(context, clientId, readClientMessage(misbehaviour));
    return {};
  },
});
