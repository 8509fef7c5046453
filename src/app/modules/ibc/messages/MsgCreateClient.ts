/** `ibc.core.client.v1.MsgCreateClient` creates a light client of another chain. */
import { MsgCreateClientResponse, MsgCreateClient as request } from '../../../../codec/ibc/client.js';
import { defineMessage } from '../../../sdk/module/message.js';
import { readClientStateAny, readConsensusStateAny } from '../client/any.js';
import { createClient } from '../client/create.js';
import { readSigner, signedBy } from '../signer.js';

export const MsgCreateClient = defineMessage({
  message: request,
  response: MsgCreateClientResponse,
  signers: signedBy,
  handle: ({ clientState, consensusState, signer }, context) => {
    const client = readClientStateAny(clientState);
    const consensus = readConsensusStateAny(consensusState);
    return { clientId: createClient(context, client, consensus, readSigner(signer, context.params)) };
  },
});
