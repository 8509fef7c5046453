/** Answers the queries of `ibc.core.client.v2`. */
import { Config as ConfigMessage, CounterpartyInfo as CounterpartyInfoMessage } from '../../../../codec/ibc/v2.js';
import { optional, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { notFound } from '../../../sdk/query/failure.js';
import { checkAsked } from '../asked.js';
import { checkClientId } from '../identifiers.js';
import { readConfig, readCounterparty } from '../v2/store.js';

/** `/ibc.core.client.v2.Query/CounterpartyInfo` returns the counterparty of a client. */
export const CounterpartyInfo = defineQuery('/ibc.core.client.v2.Query/CounterpartyInfo', {
  rest: '/ibc/core/client/v2/counterparty_info/{client_id}',
  request: message('ibc.core.client.v2.QueryCounterpartyInfoRequest', { clientId: string(1) }, { lenient: true }),
  response: message('ibc.core.client.v2.QueryCounterpartyInfoResponse', {
    counterpartyInfo: optional(1, CounterpartyInfoMessage),
  }),
  answer({ clientId }, state) {
    checkAsked(() => checkClientId(clientId));
    const counterpartyInfo = readCounterparty(state, clientId);
    if (counterpartyInfo === undefined) throw notFound(`client ${clientId} counterparty not found`);
    return { counterpartyInfo };
  },
});

/** `/ibc.core.client.v2.Query/Config` returns the accounts that may relay for a client. */
export const Config = defineQuery('/ibc.core.client.v2.Query/Config', {
  rest: '/ibc/core/client/v2/config/{client_id}',
  request: message('ibc.core.client.v2.QueryConfigRequest', { clientId: string(1) }, { lenient: true }),
  response: message('ibc.core.client.v2.QueryConfigResponse', { config: optional(1, ConfigMessage) }),
  answer({ clientId }, state) {
    checkAsked(() => checkClientId(clientId));
    return { config: readConfig(state, clientId) };
  },
});
