/** Defines x/authz: accounts that send messages for others. */
import { messageToJson } from '../../../codec/protobuf/json.js';
import type { UnixNanos } from '../../../kernel/time.js';
import type { GenesisReader } from '../../sdk/genesis_reader.js';
import { unmetered } from '../../sdk/module/gas_meter.js';
import type { AnyMessageType, MessageTypeOf } from '../../sdk/module/message.js';
import { defineModule } from '../../sdk/module/module.js';
import { withNeeds } from '../../sdk/module/needs.js';
import type { StateReader, WorkingState } from '../../state/types.js';
import { TxFailure } from '../../types/refusal.js';
import { AUTHORIZATIONS, type Authorization } from './authorizations.js';
import { MESSAGES } from './messages/index.generated.js';
import { QUERIES } from './queries/index.generated.js';
import {
  deleteExpired,
  GRANTS,
  Grant,
  GrantAuthorization,
  type GrantPair,
  namedGrant,
  pairOfKey,
  writeGrant,
} from './store.js';

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

export interface GenesisGrant extends GrantPair {
  readonly authorization: Authorization;
  readonly expiration: UnixNanos | undefined;
}

type AuthzGenesis = readonly GenesisGrant[];

const KNOWN = new Map(AUTHORIZATIONS.map((message) => [message.name, message]));

/** Parses `app_state.authz`, in the SDK's shape. A chain without grants has no section. */
const parseAuthzGenesis = (node: GenesisReader, prefix: string): AuthzGenesis =>
  node
    .field('authorization')
    .elements()
    .map((entry) => parseGrant(entry, prefix));

function parseGrant(entry: GenesisReader, prefix: string): GenesisGrant {
  const { authorization, expiration } = entry.message(GrantAuthorization, KNOWN);
  if (authorization === undefined) throw entry.field('authorization').bad('an authorization');
  try {
    authorization.check();
  } catch (error) {
    if (error instanceof TxFailure) throw entry.field('authorization').bad(`another one: ${error.message}`);
    throw error;
  }
  return {
    granter: entry.field('granter').address(prefix),
    grantee: entry.field('grantee').address(prefix),
    authorization,
    expiration,
  };
}

/** Writes the grants that have not expired when the chain starts. */
function writeAuthzGenesis(state: WorkingState, genesis: AuthzGenesis, now: UnixNanos): void {
  for (const { authorization, expiration, ...pair } of genesis)
    if (expiration === undefined || expiration > now) writeGrant(state, pair, authorization, expiration, unmetered());
}

function exportAuthz(state: StateReader): object | undefined {
  const grants = Array.from(state.entries('authz', GRANTS), ([key, value]) =>
    messageToJson(
      GrantAuthorization,
      GrantAuthorization.encode(namedGrant(state, pairOfKey(key.slice(1)), Grant.decode(value))),
      KNOWN,
    ),
  );
  return grants.length === 0 ? undefined : { authorization: grants };
}
