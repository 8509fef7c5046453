/** Handles the messages of clients (ICS-2). */
import * as clients from '../../../../codec/ibc/client.js';
import {
  MsgCreateClientResponse,
  MsgSubmitMisbehaviourResponse,
  MsgUpdateClientResponse,
} from '../../../../codec/ibc/client.js';
import type { ClientState, ConsensusState } from '../../../../codec/ibc/tendermint.js';
import { trustLevelProblem } from '../../../../consensus/types/light.js';
import type { Bytes } from '../../../../kernel/bytes.js';
import { goDurationText } from '../../../../kernel/go_time.js';
import { utf8 } from '../../../../kernel/text.js';
import { NANOS_PER_SECOND } from '../../../../kernel/time.js';
import { defineMessage, type MessageContext } from '../../../sdk/module/message.js';
import { readClientMessage, readClientStateAny, readConsensusStateAny } from '../client/any.js';
import { createClientEvents } from '../client/events.js';
import { checkRoute, requireActive } from '../client/status.js';
import { readNextClient, writeClientState, writeConsensusState, writeNextClient } from '../client/store.js';
import { updateClient } from '../client/update.js';
import { ibcFailure, plainFailure } from '../failure.js';
import { selfHeight } from '../height.js';
import { revisionOf, TENDERMINT } from '../identifiers.js';
import { clientCreatorKey } from '../keys.js';
import { readSigner, signedBy } from '../signer.js';

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

/** `ibc.core.client.v1.MsgUpdateClient` updates a client with a header, or freezes it with proof of misbehaviour. */
export const MsgUpdateClient = defineMessage({
  message: clients.MsgUpdateClient,
  response: MsgUpdateClientResponse,
  signers: signedBy,
  handle: ({ clientId, clientMessage }, context) => {
    updateClient(context, clientId, readClientMessage(clientMessage));
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
