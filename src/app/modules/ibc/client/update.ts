/** Updates a client with a header, or freezes it (ibc-go v10 02-client `UpdateClient`, 07-tendermint `update.go`). */
import type { Height } from '../../../../codec/ibc/client.js';
import type { ClientState } from '../../../../codec/ibc/tendermint.js';
import { isExpired } from '../../../../consensus/types/light.js';
import type { MessageContext } from '../../../sdk/module/message.js';
import { ibcFailure } from '../failure.js';
import { compareHeights, selfHeight } from '../height.js';
import { checkClientId } from '../identifiers.js';
import type { ClientMessage } from './any.js';
import { misbehaviourEvents, updateClientEvents } from './events.js';
import { consensusStateOf, type LightHeader, readLightHeader } from './header.js';
import { isConflicting, isMisbehaviour, readMisbehaviour, verifyMisbehaviour } from './misbehaviour.js';
import { requireActive } from './status.js';
import {
  consensusHeights,
  deleteConsensusState,
  readClientState,
  readConsensusState,
  writeClientState,
  writeConsensusState,
} from './store.js';
import { verifyHeader } from './verify_header.js';

/** Frozen height for every cause. Readers only check that it is not zero. */
const FROZEN: Height = { revisionNumber: 0n, revisionHeight: 1n };

/** Updates or freezes a client. Throws TxFailure. */
export function updateClient(context: MessageContext, clientId: string, message: ClientMessage): void {
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
