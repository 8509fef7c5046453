/** `/ibc.core.client.v1.Query/ClientStatus` returns whether a client can be used. */
import { string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { readBlockRecord } from '../../../sdk/block_record.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { checkAsked } from '../asked.js';
import { checkRoute, clientStatus } from '../client/status.js';
import { checkClientId } from '../identifiers.js';

export const ClientStatus = defineQuery('/ibc.core.client.v1.Query/ClientStatus', {
  request: message('ibc.core.client.v1.QueryClientStatusRequest', { clientId: string(1) }, { lenient: true }),
  response: message('ibc.core.client.v1.QueryClientStatusResponse', { status: string(1) }),
  answer({ clientId }, state) {
    checkAsked(() => checkClientId(clientId));
    checkAsked(() => checkRoute(state, clientId));
    return { status: clientStatus(state, clientId, readBlockRecord(state).time) };
  },
});
