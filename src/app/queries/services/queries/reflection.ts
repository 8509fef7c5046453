/** Answers the queries of `cosmos.base.reflection.v1beta1`: which messages an Any may contain. */
import { repeatedString, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { MESSAGE_TYPES } from '../../../modules/message_types.js';
import { defineQuery, NoFields } from '../../../sdk/query/define_query.js';
import { invalidArgument } from '../../../sdk/query/failure.js';

/** Type URLs by the SDK's name of the interface that they implement. */
const INTERFACES: ReadonlyMap<string, () => readonly string[]> = new Map([
  ['cosmos.auth.v1beta1.AccountI', () => ['/cosmos.auth.v1beta1.BaseAccount', '/cosmos.auth.v1beta1.ModuleAccount']],
  ['cosmos.base.v1beta1.Msg', () => [...MESSAGE_TYPES.keys()].sort()],
  [
    'cosmos.crypto.PubKey',
    () => [
      '/cosmos.crypto.ed25519.PubKey',
      '/cosmos.crypto.multisig.LegacyAminoPubKey',
      '/cosmos.crypto.secp256k1.PubKey',
      '/cosmos.evm.crypto.v1.ethsecp256k1.PubKey',
    ],
  ],
  ['ibc.core.client.v1.ClientState', () => ['/ibc.lightclients.tendermint.v1.ClientState']],
  ['ibc.core.client.v1.ConsensusState', () => ['/ibc.lightclients.tendermint.v1.ConsensusState']],
]);

/** Answers `/cosmos.base.reflection.v1beta1.ReflectionService/ListAllInterfaces`: the names of all interfaces. */
export const ListAllInterfaces = defineQuery('/cosmos.base.reflection.v1beta1.ReflectionService/ListAllInterfaces', {
  rest: '/cosmos/base/reflection/v1beta1/interfaces',
  request: NoFields,
  response: message('cosmos.base.reflection.v1beta1.ListAllInterfacesResponse', { interfaceNames: repeatedString(1) }),
  answer: () => ({ interfaceNames: [...INTERFACES.keys()] }),
});

/** Answers `/cosmos.base.reflection.v1beta1.ReflectionService/ListImplementations`: the messages of an interface. */
export const ListImplementations = defineQuery(
  '/cosmos.base.reflection.v1beta1.ReflectionService/ListImplementations',
  {
    rest: '/cosmos/base/reflection/v1beta1/interfaces/{interface_name}/implementations',
    request: message(
      'cosmos.base.reflection.v1beta1.ListImplementationsRequest',
      { interfaceName: string(1) },
      { lenient: true },
    ),
    response: message('cosmos.base.reflection.v1beta1.ListImplementationsResponse', {
      implementationMessageNames: repeatedString(1),
    }),
    answer({ interfaceName }) {
      if (interfaceName === '') throw invalidArgument('invalid interface name');
      return { implementationMessageNames: INTERFACES.get(interfaceName)?.() ?? [] };
    },
  },
);
