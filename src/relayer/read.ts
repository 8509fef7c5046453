/** Reads and decodes the parts of a chain's IBC store that relaying needs. */
import { Any } from '../codec/cosmos/base.js';
import { Channel } from '../codec/ibc/channel.js';
import type { Height } from '../codec/ibc/client.js';
import { ConnectionEnd } from '../codec/ibc/connection.js';
import { ClientState, ConsensusState } from '../codec/ibc/tendermint.js';
import { CounterpartyInfo, clientOfNextSend, counterpartyKey, LINKED_CLIENTS, packetPrefix } from '../codec/ibc/v2.js';
import { bytesToBigint } from '../kernel/bytes.js';
import { fromUtf8 } from '../kernel/text.js';
import {
  CHANNELS,
  CONNECTIONS,
  channelPath,
  clientStatePath,
  commitmentsPath,
  connectionPath,
  consensusStatePath,
  lastPart,
} from './paths.js';
import type { IbcView } from './types.js';

export interface NamedConnection {
  readonly id: string;
  readonly end: ConnectionEnd;
}

export interface NamedChannel {
  readonly portId: string;
  readonly channelId: string;
  readonly end: Channel;
}

/** Client that sends packets of IBC v2 to its counterparty on the other chain. */
export interface LinkedClient {
  readonly clientId: string;
  readonly counterparty: CounterpartyInfo;
}

/** Returns a client's state, or undefined when the client does not exist or is of another type. */
export function readClient(view: IbcView, clientId: string): ClientState | undefined {
  const value = view.get(clientStatePath(clientId));
  if (value === undefined) return undefined;
  const any = Any.decode(value);
  return any.typeUrl === ClientState.typeUrl ? ClientState.decode(any.value) : undefined;
}

export function readConsensus(view: IbcView, clientId: string, height: Height): ConsensusState | undefined {
  const value = view.get(consensusStatePath(clientId, height));
  return value && ConsensusState.decode(Any.decode(value).value);
}

export function readConnection(view: IbcView, connectionId: string): ConnectionEnd | undefined {
  const value = view.get(connectionPath(connectionId));
  return value && ConnectionEnd.decode(value);
}

/** Returns the connections in the order of their ids' bytes. */
export const readConnections = (view: IbcView): readonly NamedConnection[] =>
  [...view.entries(CONNECTIONS)].map(([key, value]) => ({ id: lastPart(key), end: ConnectionEnd.decode(value) }));

export function readChannel(view: IbcView, portId: string, channelId: string): Channel | undefined {
  const value = view.get(channelPath(portId, channelId));
  return value && Channel.decode(value);
}

const CHANNEL_KEY = /^channelEnds\/ports\/(.+)\/channels\/([^/]+)$/;

export const readChannels = (view: IbcView): readonly NamedChannel[] =>
  [...view.entries(CHANNELS)].flatMap(([key, value]) => {
    const [, portId, channelId] = CHANNEL_KEY.exec(fromUtf8(key)) ?? [];
    return portId === undefined || channelId === undefined ? [] : [{ portId, channelId, end: Channel.decode(value) }];
  });

/** Returns the sequences of packets that are neither acknowledged nor timed out, ascending. */
export const readCommitments = (view: IbcView, portId: string, channelId: string): readonly bigint[] =>
  [...view.entries(commitmentsPath(portId, channelId))]
    .map(([key]) => BigInt(lastPart(key)))
    .sort((a, b) => (a < b ? -1 : 1));

export function readLinkedClient(view: IbcView, clientId: string): LinkedClient | undefined {
  const value = view.get(counterpartyKey(clientId));
  return value && { clientId, counterparty: CounterpartyInfo.decode(value) };
}

export const readLinkedClients = (view: IbcView): readonly LinkedClient[] =>
  [...view.entries(LINKED_CLIENTS)].flatMap(([key]) => readLinkedClient(view, clientOfNextSend(key)) ?? []);

/** Returns the packets of a client that are neither acknowledged nor timed out, ascending. */
export function readCommitmentsV2(view: IbcView, clientId: string) {
  const prefix = packetPrefix('commitments', clientId);
  return Array.from(view.entries(prefix), ([key, commitment]) => ({
    sequence: bytesToBigint(key.subarray(prefix.length)),
    commitment,
  }));
}
