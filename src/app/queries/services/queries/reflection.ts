/**
 * Answers the queries of `cosmos.base.reflection`, `cosmos.app.v1alpha1` and `cosmos.autocli.v1`: which messages an Any may
 * contain, and what the chain consists of.
 */
import { Any } from '../../../../codec/cosmos/base.js';
import { SignMode } from '../../../../codec/cosmos/signing.js';
import { bool, embedded, optional, repeated, repeatedString, small, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { MESSAGE_TYPES, MODULES } from '../../../modules/assembly.js';
import { BaseAccount, ModuleAccountRecord, VESTING_ACCOUNTS } from '../../../modules/auth/account_record.js';
import { readChainParams } from '../../../sdk/chain_params.js';
import { defineQuery, NoFields } from '../../../sdk/query/define_query.js';
import { invalidArgument } from '../../../sdk/query/failure.js';

/** Type URLs by the SDK's name of the interface that they implement. */
const INTERFACES: ReadonlyMap<string, () => readonly string[]> = new Map<string, () => readonly string[]>([
  [
    'cosmos.auth.v1beta1.AccountI',
    () => [BaseAccount, ModuleAccountRecord, ...Object.values(VESTING_ACCOUNTS)].map(({ typeUrl }) => typeUrl).sort(),
  ],
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
  ...MODULES.flatMap(({ interfaces = {} }) =>
    Object.entries(interfaces).map(
      ([name, messages]) => [name, () => messages.map(({ typeUrl }) => typeUrl).sort()] as const,
    ),
  ),
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

const V2 = 'cosmos.base.reflection.v2alpha1';
const V2_PATH = `/${V2}.ReflectionService` as const;
const V2_REST = '/cosmos/base/reflection/v1beta1/app_descriptor';

const SigningMode = message(`${V2}.SigningModeDescriptor`, {
  name: string(1),
  number: small(2, 'int32'),
  authnInfoProviderMethodFullname: string(3),
});
const SIGN_MODES = [
  { name: 'SIGN_MODE_DIRECT', number: SignMode.Direct, authnInfoProviderMethodFullname: '' },
  { name: 'SIGN_MODE_LEGACY_AMINO_JSON', number: SignMode.AminoJson, authnInfoProviderMethodFullname: '' },
];

/** Answers `/cosmos.base.reflection.v2alpha1.ReflectionService/GetAuthnDescriptor`: the sign modes. */
export const GetAuthnDescriptor = defineQuery(`${V2_PATH}/GetAuthnDescriptor`, {
  rest: `${V2_REST}/authn`,
  request: NoFields,
  response: message(`${V2}.GetAuthnDescriptorResponse`, {
    authn: embedded(1, message(`${V2}.AuthnDescriptor`, { signModes: repeated(1, SigningMode) })),
  }),
  answer: () => ({ authn: { signModes: SIGN_MODES } }),
});

/** Answers `/cosmos.base.reflection.v2alpha1.ReflectionService/GetChainDescriptor`: the chain id. */
export const GetChainDescriptor = defineQuery(`${V2_PATH}/GetChainDescriptor`, {
  rest: `${V2_REST}/chain`,
  request: NoFields,
  response: message(`${V2}.GetChainDescriptorResponse`, {
    chain: embedded(1, message(`${V2}.ChainDescriptor`, { id: string(1) })),
  }),
  answer: (_, state) => ({ chain: { id: readChainParams(state).chainId } }),
});

const Implementer = message(`${V2}.InterfaceImplementerDescriptor`, { fullname: string(1), typeUrl: string(2) });
const Accepting = message(`${V2}.InterfaceAcceptingMessageDescriptor`, {
  fullname: string(1),
  fieldDescriptorNames: repeatedString(2),
});
const Interface = message(`${V2}.InterfaceDescriptor`, {
  fullname: string(1),
  /** Empty, as in the SDK. */
  interfaceAcceptingMessages: repeated(2, Accepting),
  interfaceImplementers: repeated(3, Implementer),
});

/** Answers `/cosmos.base.reflection.v2alpha1.ReflectionService/GetCodecDescriptor`: interfaces with their messages. */
export const GetCodecDescriptor = defineQuery(`${V2_PATH}/GetCodecDescriptor`, {
  rest: `${V2_REST}/codec`,
  request: NoFields,
  response: message(`${V2}.GetCodecDescriptorResponse`, {
    codec: embedded(1, message(`${V2}.CodecDescriptor`, { interfaces: repeated(1, Interface) })),
  }),
  answer: () => ({
    codec: {
      interfaces: Array.from(INTERFACES, ([fullname, implementations]) => ({
        fullname,
        interfaceAcceptingMessages: [],
        interfaceImplementers: implementations().map((typeUrl) => ({ fullname: typeUrl.slice(1), typeUrl })),
      })),
    },
  }),
});

const Configuration = message(`${V2}.ConfigurationDescriptor`, { bech32AccountAddressPrefix: string(1) });

/** Answers `/cosmos.base.reflection.v2alpha1.ReflectionService/GetConfigurationDescriptor`: the prefix of addresses. */
export const GetConfigurationDescriptor = defineQuery(`${V2_PATH}/GetConfigurationDescriptor`, {
  rest: `${V2_REST}/configuration`,
  request: NoFields,
  response: message(`${V2}.GetConfigurationDescriptorResponse`, { config: embedded(1, Configuration) }),
  answer: (_, state) => ({ config: { bech32AccountAddressPrefix: readChainParams(state).bech32Prefix } }),
});

const QueryMethod = message(`${V2}.QueryMethodDescriptor`, { name: string(1), fullQueryPath: string(2) });
const QueryService = message(`${V2}.QueryServiceDescriptor`, {
  fullname: string(1),
  /** False, as in the SDK. */
  isModule: bool(2),
  methods: repeated(3, QueryMethod),
});

/** Answers `/cosmos.base.reflection.v2alpha1.ReflectionService/GetQueryServicesDescriptor`: all services of the chain. */
export const GetQueryServicesDescriptor = defineQuery(`${V2_PATH}/GetQueryServicesDescriptor`, {
  rest: `${V2_REST}/query_services`,
  request: NoFields,
  response: message(`${V2}.GetQueryServicesDescriptorResponse`, {
    queries: embedded(1, message(`${V2}.QueryServicesDescriptor`, { queryServices: repeated(1, QueryService) })),
  }),
  answer(_, __, { paths }) {
    const services = new Map<string, { name: string; fullQueryPath: string }[]>();
    for (const fullQueryPath of paths().toSorted()) {
      const [, fullname = '', name = ''] = fullQueryPath.split('/');
      services.set(fullname, [...(services.get(fullname) ?? []), { name, fullQueryPath }]);
    }
    const queryServices = Array.from(services, ([fullname, methods]) => ({ fullname, isModule: false, methods }));
    return { queries: { queryServices } };
  },
});

const Msg = message(`${V2}.MsgDescriptor`, { msgTypeUrl: string(1) });

/** Answers `/cosmos.base.reflection.v2alpha1.ReflectionService/GetTxDescriptor`: the messages of transactions. */
export const GetTxDescriptor = defineQuery(`${V2_PATH}/GetTxDescriptor`, {
  rest: `${V2_REST}/tx_descriptor`,
  request: NoFields,
  response: message(`${V2}.GetTxDescriptorResponse`, {
    tx: embedded(1, message(`${V2}.TxDescriptor`, { fullname: string(1), msgs: repeated(2, Msg) })),
  }),
  answer: () => ({
    tx: {
      fullname: 'cosmos.tx.v1beta1.Tx',
      msgs: [...MESSAGE_TYPES.keys()].sort().map((msgTypeUrl) => ({ msgTypeUrl })),
    },
  }),
});

const GolangBinding = message('cosmos.app.v1alpha1.GolangBinding', {
  interfaceType: string(1),
  implementation: string(2),
});
const ModuleConfig = message('cosmos.app.v1alpha1.ModuleConfig', {
  name: string(1),
  config: optional(2, Any),
  golangBindings: repeated(3, GolangBinding),
});
const Config = message('cosmos.app.v1alpha1.Config', {
  modules: repeated(1, ModuleConfig),
  golangBindings: repeated(2, GolangBinding),
});

/** Answers `/cosmos.app.v1alpha1.Query/Config`: the names of the modules. Their Go configuration does not exist here. */
export const AppConfig = defineQuery('/cosmos.app.v1alpha1.Query/Config', {
  request: NoFields,
  response: message('cosmos.app.v1alpha1.QueryConfigResponse', { config: optional(1, Config) }),
  answer: () => ({
    config: {
      modules: MODULES.map(({ name }) => ({ name, config: undefined, golangBindings: [] })),
      golangBindings: [],
    },
  }),
});

const Service = message('cosmos.autocli.v1.ServiceCommandDescriptor', { service: string(1) });
const ModuleOptions = message('cosmos.autocli.v1.ModuleOptions', {
  tx: optional(1, Service),
  query: optional(2, Service),
});
const ModuleEntry = message('cosmos.autocli.v1.AppOptionsResponse.ModuleOptionsEntry', {
  key: string(1),
  value: embedded(2, ModuleOptions),
});

/** Returns the first of the names' services of this kind. Versions ascend, so `v1` precedes `v1beta1`. */
function serviceOf(names: readonly string[], kind: 'Msg' | 'Query'): { readonly service: string } | undefined {
  const packages = names.flatMap(
    (name) => (kind === 'Msg' ? /^\/(.+)\.Msg\w+$/ : /^\/(.+)\.Query\//).exec(name)?.[1] ?? [],
  );
  const [first] = packages.sort();
  return first === undefined ? undefined : { service: `${first}.${kind}` };
}

/** Answers `/cosmos.autocli.v1.Query/AppOptions`: the services of each module, from which clients make commands. */
export const AppOptions = defineQuery('/cosmos.autocli.v1.Query/AppOptions', {
  request: NoFields,
  response: message('cosmos.autocli.v1.AppOptionsResponse', { moduleOptions: repeated(1, ModuleEntry) }),
  answer: () => ({
    moduleOptions: MODULES.flatMap(({ name, messages, queries }) => {
      const tx = serviceOf(
        messages.map(({ typeUrl }) => typeUrl),
        'Msg',
      );
      const query = serviceOf(
        queries.map(({ path }) => path),
        'Query',
      );
      return tx === undefined && query === undefined ? [] : [{ key: name, value: { tx, query } }];
    }),
  }),
});
