/** Reads what queries name, and throws ibc-go's errors when it does not exist. */
import type { Channel, IdentifiedChannel, PacketState } from '../../../codec/ibc/channel.js';
import type { Height } from '../../../codec/ibc/client.js';
import type { ClientState } from '../../../codec/ibc/tendermint.js';
import { utf8 } from '../../../kernel/text.js';
import { invalidArgument, notFound } from '../../sdk/query/failure.js';
import type { Keyed } from '../../sdk/query/pagination.js';
import type { StateReader } from '../../state/types.js';
import { TxFailure } from '../../types/refusal.js';
import { channels, packetRecords, readChannel } from './channel/store.js';
import { consensusHeights, readClientState } from './client/store.js';
import { checkChannelId, checkClientId, checkPortId } from './identifiers.js';
import { iterationKey, type PacketRecord } from './keys.js';

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

/** Returns the heights of a client's consensus states, ascending. */
export const knownHeights = (state: StateReader, clientId: string): readonly Keyed<Height>[] =>
  Array.from(consensusHeights(state, clientId), (height) => ({ key: iterationKey(clientId, height), item: height }));

export const identifiedChannels = (state: StateReader): readonly Keyed<IdentifiedChannel>[] =>
  Array.from(channels(state), ({ portId, channelId, channel }) => ({
    key: utf8(`${portId}/${channelId}`),
    item: { ...channel, portId, channelId },
  }));

/** Returns the packet records of a channel in the order of the store, which is that of pages. */
export function packetStates(
  state: StateReader,
  record: PacketRecord,
  portId: string,
  channelId: string,
): readonly Keyed<PacketState>[] {
  channelAsked(state, portId, channelId);
  return Array.from(packetRecords(state, record, portId, channelId), ([sequence, data]) => ({
    key: utf8(sequence.toString()),
    item: { portId, channelId, sequence, data },
  }));
}
