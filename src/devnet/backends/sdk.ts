/** Implements the backend of gRPC and REST over the application's queries. Only these servers load it. */

import { MESSAGE_TYPES, MODULES } from '../../app/modules/assembly.js';
import { BaseAccount, ModuleAccountRecord } from '../../app/modules/auth/account_record.js';
import { QUERIES } from '../../app/queries/query.js';
import type { SdkBackend, SdkMethod } from '../../backend/sdk.js';
import { DESCRIBED } from '../../codec/cosmos/described.js';
import { ClientHeader, ClientMisbehaviour, ClientState, ConsensusState } from '../../codec/ibc/tendermint.js';
import type { Message } from '../../codec/protobuf/message.js';

const SERVICE_SUFFIX = /(?:Query|Service)$/;

/** Messages that have the name of another method. */
const OF_OTHER_METHODS = new Set(['cosmos.evm.vm.v1.EthCallRequest', 'cosmos.evm.vm.v1.MsgEthereumTxResponse']);

/**
 * Returns the message with the name that the path gives it, such as `cosmos.bank.v1beta1.QueryBalanceRequest`. A few
 * have no `Query` in their names.
 */
function named(message: Message<unknown>, path: string, role: 'Request' | 'Response'): Message<unknown> {
  if (OF_OTHER_METHODS.has(message.name)) return message;
  const [, service = '', method = ''] = path.split('/');
  const packageName = service.replace(SERVICE_SUFFIX, '');
  const of = service.endsWith('.Query') && message.name !== `${packageName}${method}${role}` ? 'Query' : '';
  const name = `${packageName}${of}${method}${role}`;
  return { ...message, name, typeUrl: `/${name}` };
}

const METHODS: readonly SdkMethod[] = QUERIES.map(({ path, request, response, rest }) => ({
  path,
  ...(rest !== undefined && { rest }),
  request: named(request, path, 'Request'),
  response: named(response, path, 'Response'),
})).sort((a, b) => (a.path < b.path ? -1 : 1));

const isMessage = (kind: object): kind is Message<unknown> => 'fields' in kind;

/** Adds a message and those of its fields. */
function add(message: Message<unknown>, to: Map<string, Message<unknown>>): void {
  if (to.has(message.name)) return;
  to.set(message.name, message);
  for (const { field } of message.fields)
    if (typeof field.kind === 'object' && isMessage(field.kind)) add(field.kind, to);
}

function knownMessages(): ReadonlyMap<string, Message<unknown>> {
  const known = new Map<string, Message<unknown>>();
  for (const { request, response } of METHODS) for (const message of [request, response]) add(message, known);
  for (const { message, response } of MESSAGE_TYPES.values()) for (const each of [message, response]) add(each, known);
  const inAny = [BaseAccount, ModuleAccountRecord, ClientState, ConsensusState, ClientHeader, ClientMisbehaviour];
  const ofModules = MODULES.flatMap(({ interfaces = {} }) => Object.values(interfaces).flat());
  for (const message of [...DESCRIBED, ...inAny, ...ofModules]) add(message, known);
  return known;
}

const MESSAGES = knownMessages();

/** Returns the backend of a chain, which `chain` looks up at each use. */
export const sdkBackend = (chain: () => Pick<SdkBackend, 'height' | 'query'>): SdkBackend => ({
  methods: METHODS,
  messages: MESSAGES,
  height: () => chain().height(),
  query: (request) => chain().query(request),
});
