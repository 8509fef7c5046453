/** Handles the messages of clients (ICS-2). */
import type { Event } from '../../../../abci/application.js';
import * as clients from '../../../../codec/ibc/client.js';
import {
  type Height,
  MsgCreateClientResponse,
  MsgSubmitMisbehaviourResponse,
  MsgUpdateClientResponse,
} from '../../../../codec/ibc/client.js';
import type { ClientState, ConsensusState } from '../../../../codec/ibc/tendermint.js';
import { embedded, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { isExpired, trustLevelProblem } from '../../../../consensus/types/light.js';
import type { Bytes } from '../../../../kernel/bytes.js';
import { goDurationText } from '../../../../kernel/go_time.js';
import { utf8 } from '../../../../kernel/text.js';
import { NANOS_PER_SECOND } from '../../../../kernel/time.js';
import { defineMessage, type MessageContext } from '../../../sdk/module/message.js';
import { event } from '../../../types/events.js';
import { type ClientMessage, readClientMessage, readClientStateAny, readConsensusStateAny } from '../client/any.js';
import { consensusStateOf, type LightHeader, readLightHeader } from '../client/header.js';
import { isConflicting, isMisbehaviour, readMisbehaviour, verifyMisbehaviour } from '../client/misbehaviour.js';
import { checkRoute, requireActive } from '../client/status.js';
import {
  consensusHeights,
  deleteConsensusState,
  readClientState,
  readConsensusState,
  readNextClient,
  writeClientParams,
  writeClientState,
  writeConsensusState,
  writeNextClient,
} from '../client/store.js';
import { verifyHeader } from '../client/verify_header.js';
import { ibcFailure, plainFailure } from '../failure.js';
import { compareHeights, heightText, selfHeight } from '../height.js';
import { checkClientId, clientTypeOf, revisionOf, TENDERMINT } from '../identifiers.js';
import { clientCreatorKey } from '../keys.js';
import { checkIsAuthority, readSigner, signedBy } from '../signer.js';
import { checkRelayer } from '../v2/packets.js';

const MAX_CHAIN_ID_BYTES = 50;
const HASH_BYTES = 32;

/** Validates a client by itself (ibc-go v10 07-tendermint `Validate`, `ValidateBasic`). Throws TxFailure. */
function checkClientState(client: ClientState): void {
  checkChainId(client.chainId);
  const problem = trustLevelProblem(client.trustLevel);
  if (problem !== undefined) throw ibcFailure('invalidTrustLevel', problem);
  checkPeriods(client);
  checkLatestHeight(client);
  if (client.trustingPeriod >= client.unbondingPeriod)
    throw ibcFailure(
      'invalidTrustingPeriod',
      `trusting period (${goDurationText(client.trustingPeriod)}) should be < unbonding period (${goDurationText(client.unbondingPeriod)})`,
    );
  if (client.proofSpecs.length === 0) throw ibcFailure('invalidProofSpecs', 'proof specs cannot be nil for tm client');
  for (const [index, key] of client.upgradePath.entries())
    if (key.trim() === '') throw ibcFailure('invalidClient', `key in upgrade path at index ${index} cannot be empty`);
}

function checkChainId(chainId: string): void {
  if (chainId.trim() === '') throw ibcFailure('invalidChainId', 'chain id cannot be empty string');
  const { length } = utf8(chainId);
  if (length > MAX_CHAIN_ID_BYTES)
    throw ibcFailure('invalidChainId', `chainID is too long; got: ${length}, max: ${MAX_CHAIN_ID_BYTES}`);
}

function checkPeriods({ trustingPeriod, unbondingPeriod, maxClockDrift }: ClientState): void {
  if (trustingPeriod <= 0n) throw ibcFailure('invalidTrustingPeriod', 'trusting period must be greater than zero');
  if (unbondingPeriod <= 0n) throw ibcFailure('invalidUnbondingPeriod', 'unbonding period must be greater than zero');
  if (maxClockDrift <= 0n) throw ibcFailure('invalidMaxClockDrift', 'max clock drift must be greater than zero');
}

function checkLatestHeight({ latestHeight, chainId }: ClientState): void {
  const revision = revisionOf(chainId);
  if (latestHeight.revisionNumber !== revision)
    throw ibcFailure(
      'invalidHeaderHeight',
      `latest height revision number must match chain id revision number (${latestHeight.revisionNumber} != ${revision})`,
    );
  if (latestHeight.revisionHeight === 0n)
    throw ibcFailure('invalidHeaderHeight', "tendermint client's latest height revision height cannot be zero");
}

function checkConsensusState({ root, nextValidatorsHash, timestamp }: ConsensusState): void {
  if (root.hash.length === 0) throw ibcFailure('invalidConsensus', 'root cannot be empty');
  const { length } = nextValidatorsHash;
  if (length > 0 && length !== HASH_BYTES)
    throw plainFailure(`next validators hash is invalid: expected size to be ${HASH_BYTES} bytes, got ${length} bytes`);
  if (timestamp < NANOS_PER_SECOND) throw ibcFailure('invalidConsensus', 'timestamp must be a positive Unix time');
}

const MODULE = event('message', { module: 'ibc_client' });

/** Builds the events of a client: its own, and that of the module (ibc-go v10 02-client `keeper/events.go`). */
const clientEvent = (type: string, clientId: string, more: Readonly<Record<string, string>> = {}): readonly Event[] => [
  event(type, { client_id: clientId, client_type: clientTypeOf(clientId), ...more }),
  MODULE,
];

const createClientEvents = (clientId: string, height: Height): readonly Event[] =>
  clientEvent('create_client', clientId, { consensus_height: heightText(height) });

/** Builds the events of an update. `heights` are those that the client has added. */
const updateClientEvents = (clientId: string, heights: readonly Height[]): readonly Event[] =>
  clientEvent('update_client', clientId, {
    consensus_height: heights[0] === undefined ? '' : heightText(heights[0]),
    consensus_heights: heights.map(heightText).join(','),
  });

const misbehaviourEvents = (clientId: string): readonly Event[] => clientEvent('client_misbehaviour', clientId);

/** Creates a client (ibc-go v10 02-client `CreateClient`). Throws TxFailure. */
function createClient(context: MessageContext, client: ClientState, consensus: ConsensusState, creator: Bytes): string {
  const { state, block, emit } = context;
  checkClientState(client);
  checkConsensusState(consensus);
  const next = readNextClient(state);
  const clientId = `${TENDERMINT}-${next}`;
  writeNextClient(state, next + 1n);
  checkRoute(state, clientId);
  const { latestHeight } = client;
  writeClientState(state, clientId, client);
  writeConsensusState(state, clientId, latestHeight, consensus, { time: block.time, height: selfHeight(context) });
  requireActive(state, clientId, block.time, 'cannot create client');
  emit(...createClientEvents(clientId, latestHeight));
  state.set('ibc', clientCreatorKey(clientId), creator);
  return clientId;
}

/** `ibc.core.client.v1.MsgCreateClient` creates a light client of another chain. */
export const MsgCreateClient = defineMessage({
  message: clients.MsgCreateClient,
  response: MsgCreateClientResponse,
  signers: signedBy,
  handle: ({ clientState, consensusState, signer }, context) => {
    const client = readClientStateAny(clientState);
    const consensus = readConsensusStateAny(consensusState);
    return { clientId: createClient(context, client, consensus, readSigner(signer, context.params)) };
  },
});

/** Frozen height for every cause. Readers only check that it is not zero. */
const FROZEN: Height = { revisionNumber: 0n, revisionHeight: 1n };

/**
 * Updates a client with a header, or freezes it (ibc-go v10 02-client `UpdateClient`, 07-tendermint `update.go`).
 * Throws TxFailure.
 */
function updateClient(context: MessageContext, clientId: string, message: ClientMessage): void {
  const { emit } = context;
  if (message.type === 'header') {
    const light = readLightHeader(message.header);
    checkClientId(clientId);
    const client = activeClient(context, clientId);
    verifyHeader(context, clientId, client, light);
    if (isConflicting(context, clientId, client, light)) freeze(context, clientId, client);
    else {
      learn(context, clientId, client, light);
      emit(...updateClientEvents(clientId, [light.height]));
    }
    return;
  }
  const pair = readMisbehaviour(message.misbehaviour);
  checkClientId(clientId);
  const client = activeClient(context, clientId);
  verifyMisbehaviour(context, clientId, client, pair);
  if (isMisbehaviour(pair)) freeze(context, clientId, client);
  else emit(...updateClientEvents(clientId, []));
}

function activeClient({ state, block }: MessageContext, clientId: string): ClientState {
  requireActive(state, clientId, block.time, 'cannot update client');
  const client = readClientState(state, clientId);
  if (client === undefined) throw ibcFailure('clientNotFound', clientId);
  return client;
}

function freeze({ state, emit }: MessageContext, clientId: string, client: ClientState): void {
  writeClientState(state, clientId, { ...client, frozenHeight: FROZEN });
  emit(...misbehaviourEvents(clientId));
}

function learn(context: MessageContext, clientId: string, client: ClientState, light: LightHeader): void {
  const { state, block } = context;
  forgetOldest(context, clientId, client);
  const { height } = light;
  if (readConsensusState(state, clientId, height) !== undefined) return;
  const isNewest = compareHeights(height, client.latestHeight) > 0;
  writeClientState(state, clientId, isNewest ? { ...client, latestHeight: height } : client);
  const processed = { time: block.time, height: selfHeight(context) };
  writeConsensusState(state, clientId, height, consensusStateOf(light), processed);
}

/**
 * Deletes the oldest consensus state when it has expired: one at each update, so that a client does not grow for ever.
 */
function forgetOldest({ state, block }: MessageContext, clientId: string, client: ClientState): void {
  for (const height of consensusHeights(state, clientId)) {
    const oldest = readConsensusState(state, clientId, height);
    if (oldest !== undefined && isExpired(oldest.timestamp, client.trustingPeriod, block.time))
      deleteConsensusState(state, clientId, height);
    return;
  }
}

/** `ibc.core.client.v1.MsgUpdateClient` updates a client with a header, or freezes it with proof of misbehaviour. */
export const MsgUpdateClient = defineMessage({
  message: clients.MsgUpdateClient,
  response: MsgUpdateClientResponse,
  signers: signedBy,
  handle: ({ clientId, clientMessage, signer }, context) => {
    const message = readClientMessage(clientMessage);
    checkRelayer(context, clientId, readSigner(signer, context.params), signer);
    updateClient(context, clientId, message);
    return {};
  },
});

/** `ibc.core.client.v1.MsgSubmitMisbehaviour` is the older way to freeze a client. */
export const MsgSubmitMisbehaviour = defineMessage({
  message: clients.MsgSubmitMisbehaviour,
  response: MsgSubmitMisbehaviourResponse,
  signers: signedBy,
  handle: ({ clientId, misbehaviour }, context) => {
    updateClient(context, clientId, readClientMessage(misbehaviour));
    return {};
  },
});

/** Most types of clients that the parameters may name. */
const MAX_ALLOWED_CLIENTS = 200;

/** `ibc.core.client.v1.MsgUpdateParams` sets which types of clients may be used, by a proposal. */
export const MsgUpdateClientParams = defineMessage({
  message: message('ibc.core.client.v1.MsgUpdateParams', {
    signer: string(1),
    params: embedded(2, clients.ClientParams),
  }),
  response: message('ibc.core.client.v1.MsgUpdateParamsResponse', {}),
  signers: signedBy,
  handle(value, { state, params: chain }) {
    checkIsAuthority(value, chain);
    const { allowedClients } = value.params;
    if (allowedClients.length > MAX_ALLOWED_CLIENTS)
      throw plainFailure(`allowed clients length must not exceed ${MAX_ALLOWED_CLIENTS} items`);
    if (allowedClients.includes('*') && allowedClients.length > 1)
      throw plainFailure('allow list must have only one element because the allow all clients wildcard (*) is present');
    for (const [i, type] of allowedClients.entries()) {
      if (type.trim() === '') throw plainFailure(`client type ${i} cannot be blank`);
      if (allowedClients.indexOf(type) < i) throw plainFailure(`duplicate client type: ${type}`);
    }
    writeClientParams(state, value.params);
    return {};
  },
});
