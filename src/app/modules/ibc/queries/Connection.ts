/** `/ibc.core.connection.v1.Query/Connection` returns a connection. */

import { ConnectionEnd } from '../../../../codec/ibc/connection.js';
import { Height } from '../../../../codec/ibc/height.js';
import { bytes, embedded, optional, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { EMPTY_BYTES } from '../../../../kernel/bytes.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { notFound } from '../../../sdk/query/failure.js';
import { checkAsked } from '../asked.js';
import { readConnection } from '../connection/store.js';
import { checkConnectionId } from '../identifiers.js';
import { queryHeight } from '../query_height.js';

export const Connection = defineQuery('/ibc.core.connection.v1.Query/Connection', {
  request: message('ibc.core.connection.v1.QueryConnectionRequest', { connectionId: string(1) }, { lenient: true }),
  response: message('ibc.core.connection.v1.QueryConnectionResponse', {
    connection: optional(1, ConnectionEnd),
    proof: bytes(2),
    proofHeight: embedded(3, Height),
  }),
  answer({ connectionId }, state) {
    checkAsked(() => checkConnectionId(connectionId));
    const connection = readConnection(state, connectionId);
    if (connection === undefined) throw notFound(`${connectionId}: connection not found`);
    return { connection, proof: EMPTY_BYTES, proofHeight: queryHeight(state) };
  },
});
