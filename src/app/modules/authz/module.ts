/** Defines x/authz: accounts that send messages for others. */
import type { AnyMessageType, MessageTypeOf } from '../../sdk/module/message.js';
import { defineModule } from '../../sdk/module/module.js';
import { withNeeds } from '../../sdk/module/needs.js';
import { AUTHORIZATIONS } from './authorizations.js';
import { exportAuthz, parseAuthzGenesis, writeAuthzGenesis } from './genesis.js';
import { MESSAGES } from './messages/index.generated.js';
import { QUERIES } from './queries/index.generated.js';
import { deleteExpired } from './store.js';

/** Defines the module. It needs the message types that accounts can be given. */
export const authz = ({ messageTypeOf }: { readonly messageTypeOf: MessageTypeOf }) =>
  defineModule({
    name: 'authz',
    stores: ['authz'],
    accounts: [],
    genesis: {
      parse: (node, { params }) => parseAuthzGenesis(node, params.bech32Prefix),
      write: (state, genesis, { request }) => writeAuthzGenesis(state, genesis, request.time),
      export: exportAuthz,
    },
    messages: withNeeds<AnyMessageType, MessageTypeOf>(MESSAGES, messageTypeOf),
    queries: QUERIES,
    interfaces: { 'cosmos.authz.v1beta1.Authorization': AUTHORIZATIONS },
    beginBlock({ state, time }) {
      deleteExpired(state, time);
      return [];
    },
  });
