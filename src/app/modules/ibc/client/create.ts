/** Creates a client (ibc-go v10 02-client `CreateClient`). */
import type { ClientState, ConsensusState } from '../../../../codec/ibc/tendermint.js';
import type { Bytes } from '../../../../kernel/bytes.js';
import type { MessageContext } from '../../../sdk/module/message.js';
import { selfHeight } from '../height.js';
import { TENDERMINT } from '../identifiers.js';
import { clientCreatorKey } from '../keys.js';
import { createClientEvents } from './events.js';
import { checkRoute, requireActive } from './status.js';
import { readNextClient, writeClientState, writeConsensusState, writeNextClient } from './store.js';
import { checkClientState, checkConsensusState } from './validate.js';

/** Creates a client and returns its id. Throws TxFailure. */
export function createClient(
  context: MessageContext,
  client: ClientState,
  consensus: ConsensusState,
  creator: Bytes,
): string {
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
