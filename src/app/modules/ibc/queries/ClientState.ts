/** `/ibc.core.client.v1.Query/ClientState` returns a light client. */
import { Any } from '../../../../codec/cosmos/base.js';
import { Height } from '../../../../codec/ibc/height.js';
import { ClientState as ClientStateMessage } from '../../../../codec/ibc/tendermint.js';
import { bytes, embedded, optional, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { EMPTY_BYTES } from '../../../../kernel/bytes.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { clientAt } from '../asked.js';
import { packed } from '../client/any.js';
import { queryHeight } from '../query_height.js';

export const ClientState = defineQuery('/ibc.core.client.v1.Query/ClientState', {
  request: message('ibc.core.client.v1.QueryClientStateRequest', { clientId: string(1) }, { lenient: true }),
  response: message('ibc.core.client.v1.QueryClientStateResponse', {
    clientState: optional(1, Any),
    proof: bytes(2),
    proofHeight: embedded(3, Height),
  }),
  answer({ clientId }, state) {
    const client = clientAt(state, clientId);
    return { clientState: packed(ClientStateMessage, client), proof: EMPTY_BYTES, proofHeight: queryHeight(state) };
  },
});
