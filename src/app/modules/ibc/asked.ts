/** Reads what queries name, and throws ibc-go's errors when it does not exist. */
import type { Channel, IdentifiedChannel, PacketState } from '../../../codec/ibc/channel.js';
import type { Height } from '../../../codec/ibc/client.js';
import type { ConnectionEnd } from '../../../codec/ibc/connection.js';
import { type ClientState, ConsensusState } from '../../../codec/ibc/tendermint.js';
import { EMPTY_BYTES } from '../../../kernel/bytes.js';
import { utf8 } from '../../../kernel/text.js';
import { readBlockRecord } from '../../sdk/block_record.js';
import { readChainParams } from '../../sdk/chain_params.js';
import { invalidArgument, notFound } from '../../sdk/query/failure.js';
import type { Keyed } from '../../sdk/query/pagination.js';
import type { StateReader } from '../../state/types.js';
import { TxFailure } from '../../types/refusal.js';
import { channels, packetRecords, readChannel } from './channel/store.js';
import { packed } from './client/any.js';
import { consensusHeightTexts, readClientState, readConsensusState } from './client/store.js';
import { readConnection } from './connection/store.js';
import { checkChannelId, checkClientId, checkConnectionId, checkPortId, revisionOf } from './identifiers.js';
import type { PacketRecord } from './keys.js';

/** Runs a check of a transaction for a query. A failure becomes an invalid argument. */
export function checkAsked(check: () => void): void {
  try {
    check();
  } catch (error) {
    if (error instanceof TxFailure) throw invalidArgument(error.refusal.log);
    throw error;
  }
}

export function clientAt(state: StateReader, clientId: string): ClientState {
  checkAsked(() => checkClientId(clientId));
  const client = readClientState(state, clientId);
  if (client === undefined) throw notFound(`${clientId}: light client not found`);
  return client;
}

export function channelAsked(state: StateReader, portId: string, channelId: string): Channel {
  checkAsked(() => checkPortId(portId));
  checkAsked(() => checkChannelId(channelId));
  const channel = readChannel(state, portId, channelId);
  if (channel === undefined) throw notFound(`port-id: ${portId}, channel-id ${channelId}: channel not found`);
  return channel;
}

/** Returns the connection of a channel. */
export function connectionOf(state: StateReader, { connectionHops: [hop = ''] }: Channel): ConnectionEnd {
  const connection = readConnection(state, hop);
  if (connection === undefined) throw notFound(`connection-id: ${hop}: connection not found`);
  return connection;
}

export function connectionAsked(state: StateReader, connectionId: string): ConnectionEnd {
  checkAsked(() => checkConnectionId(connectionId));
  const connection = readConnection(state, connectionId);
  if (connection === undefined) throw notFound(`connection-id: ${connectionId}: connection not found`);
  return connection;
}

/** Returns a consensus state of the client of a connection or channel, as a response has it. */
export function consensusStateAsked(state: StateReader, { clientId }: ConnectionEnd, height: Height) {
  const consensus = readConsensusState(state, clientId, height);
  if (consensus === undefined) throw notFound(`client-id: ${clientId}: consensus state not found`);
  return {
    consensusState: packed(ConsensusState, consensus),
    clientId,
    proof: EMPTY_BYTES,
    proofHeight: queryHeight(state),
  };
}

/** Returns the heights of a client's consensus states in the order of the store, which is that of their texts. */
export const knownHeights = (state: StateReader, clientId: string): readonly Keyed<Height>[] =>
  Array.from(consensusHeightTexts(state, clientId), (text) => {
    const [revisionNumber = 0n, revisionHeight = 0n] = text.split('-').map(BigInt);
    return { key: utf8(text), item: { revisionNumber, revisionHeight } };
  });

export const identifiedChannels = (state: StateReader): readonly Keyed<IdentifiedChannel>[] =>
  Array.from(channels(state), ({ portId, channelId, channel }) => ({
    key: utf8(`/ports/${portId}/channels/${channelId}`),
    item: { ...channel, portId, channelId },
  }));

/** Checks the channel whose packets a query names. */
export function checkPacketChannel(state: StateReader, portId: string, channelId: string): void {
  checkAsked(() => checkPortId(portId));
  checkAsked(() => checkChannelId(channelId));
  if (readChannel(state, portId, channelId) === undefined)
    throw notFound(`port ID (${portId}) channel ID (${channelId}): channel not found`);
}

/** Returns the packet records of a channel in the order of the store, which is that of pages. */
export function packetStates(
  state: StateReader,
  record: PacketRecord,
  portId: string,
  channelId: string,
): readonly Keyed<PacketState>[] {
  checkPacketChannel(state, portId, channelId);
  return Array.from(packetRecords(state, record, portId, channelId), ([sequence, data]) => ({
    key: utf8(`/${sequence}`),
    item: { portId, channelId, sequence, data },
  }));
}

/** Returns the height of the state that a query reads. */
export const queryHeight = (state: StateReader): Height => ({
  revisionNumber: revisionOf(readChainParams(state).chainId),
  revisionHeight: readBlockRecord(state).height,
});
