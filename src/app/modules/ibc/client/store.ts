/** Stores clients: their states, their consensus states, and when they added these. */
import { Any } from '../../../../codec/cosmos/base.js';
import { ClientParams, type Height } from '../../../../codec/ibc/client.js';
import { ClientState, ConsensusState } from '../../../../codec/ibc/tendermint.js';
import { fromUtf8, utf8 } from '../../../../kernel/text.js';
import type { StateReader, WorkingState } from '../../../state/types.js';
import { heightText, parseHeight } from '../height.js';
import {
  bigEndian,
  CLIENT_PARAMS,
  CLIENTS,
  clientStateKey,
  consensusStateKey,
  consensusStatePath,
  fromBigEndian,
  heightOfIterationKey,
  iterationKey,
  iterationPrefix,
  NEXT_CLIENT,
  processedHeightKey,
  processedTimeKey,
} from '../keys.js';
import { packed } from './any.js';

/** ibc-go's default, which allows every type. */
export const DEFAULT_CLIENT_PARAMS: ClientParams = { allowedClients: ['*'] };

export function readClientParams(state: StateReader): ClientParams {
  const value = state.get('ibc', CLIENT_PARAMS);
  return value === undefined ? DEFAULT_CLIENT_PARAMS : ClientParams.decode(value);
}

export const writeClientParams = (state: WorkingState, params: ClientParams): void =>
  state.set('ibc', CLIENT_PARAMS, ClientParams.encode(params));

export function readNextClient(state: StateReader): bigint {
  const value = state.get('ibc', NEXT_CLIENT);
  return value === undefined ? 0n : fromBigEndian(value);
}

export const writeNextClient = (state: WorkingState, next: bigint): void =>
  state.set('ibc', NEXT_CLIENT, bigEndian(next));

export function readClientState(state: StateReader, clientId: string): ClientState | undefined {
  const value = state.get('ibc', clientStateKey(clientId));
  return value && ClientState.decode(Any.decode(value).value);
}

export const writeClientState = (state: WorkingState, clientId: string, client: ClientState): void =>
  state.set('ibc', clientStateKey(clientId), Any.encode(packed(ClientState, client)));

export function readConsensusState(state: StateReader, clientId: string, height: Height): ConsensusState | undefined {
  const value = state.get('ibc', consensusStateKey(clientId, height));
  return value && ConsensusState.decode(Any.decode(value).value);
}

/** Writes only a consensus state, without the time at which it was added. */
export const writeConsensus = (
  state: WorkingState,
  clientId: string,
  height: Height,
  consensus: ConsensusState,
): void => state.set('ibc', consensusStateKey(clientId, height), Any.encode(packed(ConsensusState, consensus)));

/** States when this chain added a consensus state, by time and height. Delays count from then on. */
export interface Processed {
  readonly time: bigint;
  readonly height: Height;
}

/** Writes a consensus state with its metadata. */
export function writeConsensusState(
  state: WorkingState,
  clientId: string,
  height: Height,
  consensus: ConsensusState,
  processed: Processed,
): void {
  writeConsensus(state, clientId, height, consensus);
  state.set('ibc', processedTimeKey(clientId, height), bigEndian(processed.time));
  state.set('ibc', processedHeightKey(clientId, height), utf8(heightText(processed.height)));
  state.set('ibc', iterationKey(clientId, height), utf8(consensusStatePath(height)));
}

/** Returns when a consensus state was added; `undefined` for one that is not known. */
export function readProcessed(state: StateReader, clientId: string, height: Height): Processed | undefined {
  const time = state.get('ibc', processedTimeKey(clientId, height));
  const text = state.get('ibc', processedHeightKey(clientId, height));
  const processed = text && parseHeight(fromUtf8(text));
  return time && processed && { time: fromBigEndian(time), height: processed };
}

export function deleteConsensusState(state: WorkingState, clientId: string, height: Height): void {
  for (const key of [consensusStateKey, processedTimeKey, processedHeightKey, iterationKey])
    state.delete('ibc', key(clientId, height));
}

/** Yields the heights of a client's consensus states, ascending. They are read as far as the caller iterates. */
export function* consensusHeights(state: StateReader, clientId: string): Iterable<Height> {
  for (const [key] of state.entries('ibc', iterationPrefix(clientId))) yield heightOfIterationKey(key);
}

/** Yields the heights of a client's consensus states as texts, in the order of the store. */
export function* consensusHeightTexts(state: StateReader, clientId: string): Iterable<string> {
  const prefix = utf8(`clients/${clientId}/consensusStates/`);
  for (const [key] of state.entries('ibc', prefix)) {
    const text = fromUtf8(key.subarray(prefix.length));
    // Below a height is when it was added.
    if (!text.includes('/')) yield text;
  }
}

const STATE_SUFFIX = '/clientState';

/** Yields all clients, in the order of the store. */
export function* clients(state: StateReader): Iterable<readonly [clientId: string, client: ClientState]> {
  for (const [key, value] of state.entries('ibc', CLIENTS)) {
    const path = fromUtf8(key.subarray(CLIENTS.length));
    const clientId = path.slice(0, -STATE_SUFFIX.length);
    if (path.endsWith(STATE_SUFFIX) && !clientId.includes('/'))
      yield [clientId, ClientState.decode(Any.decode(value).value)];
  }
}
