/** `ibc.core.client.v1.MsgUpdateClient` updates a client with a header, or freezes it with proof of misbehaviour. */
import { MsgUpdateClientResponse, MsgUpdateClient as request } from '../../../../codec/ibc/client.js';
import { defineMessage } from '../../../sdk/module/message.js';
import { readClientMessage } from '../client/any.js';
import { updateClient } from '../client/update.js';
import { signedBy } from '../signer.js';

export const MsgUpdateClient = defineMessage({
  message: request,
  response: MsgUpdateClientResponse,
  signers: signedBy,
  handle: ({ clientId, clientMessage }, context) => {
    updateClient(context, clientId, readClientMessage(clientMessage));
    return {};
  },
});
