/**
 * Parses and writes `app_state.ibc` as ibc-go v10 has it: clients with their consensus states and metadata,
 * connections, channels with the records of their packets, and IBC v2. It omits the localhost client.
 */
import type { Channel } from '../../../codec/ibc/channel.js';
import { ClientParams } from '../../../codec/ibc/client.js';
import { type ConnectionEnd, ConnectionParams } from '../../../codec/ibc/connection.js';
import type { Message } from '../../../codec/protobuf/message.js';
import { type Bytes, equalBytes } from '../../../kernel/bytes.js';
import type { GenesisReader } from '../../sdk/genesis_reader.js';
import type { WorkingState } from '../../state/types.js';
import { writeChannel, writeNextChannel, writePacketRecord, writeSequence } from './channel/store.js';
import { DEFAULT_CLIENT_PARAMS, writeClientParams, writeNextClient } from './client/store.js';
import {
  DEFAULT_CONNECTION_PARAMS,
  writeClientConnections,
  writeConnection,
  writeConnectionParams,
  writeNextConnection,
} from './connection/store.js';
import { type GenesisClient, parseClients, writeClient } from './genesis_clients.js';
import { parseChannel, parseConnection } from './genesis_ends.js';
import { type PacketRecord, SEQUENCES, type SequenceKind } from './keys.js';
import { type GenesisV2, parseGenesisV2, writeGenesisV2 } from './v2/genesis.js';

interface At {
  readonly portId: string;
  readonly channelId: string;
}

export interface IbcGenesis {
  readonly clients: readonly GenesisClient[];
  readonly clientParams: ClientParams;
  readonly nextClient: bigint;
  readonly connections: readonly { readonly id: string; readonly connection: ConnectionEnd }[];
  readonly clientConnections: readonly { readonly clientId: string; readonly paths: readonly string[] }[];
  readonly connectionParams: ConnectionParams;
  readonly nextConnection: bigint;
  readonly channels: readonly (At & { readonly channel: Channel })[];
  readonly sequences: readonly (At & { readonly kind: SequenceKind; readonly sequence: bigint })[];
  readonly packets: readonly (At & {
    readonly record: PacketRecord;
    readonly sequence: bigint;
    readonly data: Bytes;
  })[];
  readonly nextChannel: bigint;
  readonly v2: GenesisV2;
}

/** Member of `channel_genesis` for each kind of record. */
export const PACKET_LISTS: Readonly<Record<PacketRecord, string>> = {
  acks: 'acknowledgements',
  commitments: 'commitments',
  receipts: 'receipts',
};
export const SEQUENCE_LISTS: Readonly<Record<SequenceKind, string>> = {
  nextSequenceSend: 'send_sequences',
  nextSequenceRecv: 'recv_sequences',
  nextSequenceAck: 'ack_sequences',
};

export function parseIbcGenesis(node: GenesisReader): IbcGenesis {
  const [client, connection, channel] = [
    node.field('client_genesis'),
    node.field('connection_genesis'),
    node.field('channel_genesis'),
  ];
  const delay = connection.field('params').field('max_expected_time_per_block');
  return {
    clients: parseClients(client),
    clientParams: parseClientParams(client.field('params').field('allowed_clients')),
    nextClient: client.field('next_client_sequence').uint64(0n),
    connections: connection.field('connections').elements().map(parseConnection),
    clientConnections: connection
      .field('client_connection_paths')
      .elements()
      .map((entry) => ({ clientId: entry.field('client_id').text(), paths: texts(entry.field('paths')) })),
    connectionParams: { maxExpectedTimePerBlock: delay.uint64(DEFAULT_CONNECTION_PARAMS.maxExpectedTimePerBlock) },
    nextConnection: connection.field('next_connection_sequence').uint64(0n),
    channels: channel.field('channels').elements().map(parseChannel),
    sequences: SEQUENCES.flatMap((kind) => parseSequences(channel, kind)),
    packets: (Object.keys(PACKET_LISTS) as PacketRecord[]).flatMap((record) => parsePackets(channel, record)),
    nextChannel: channel.field('next_channel_sequence').uint64(0n),
    v2: parseGenesisV2(node),
  };
}

const texts = (node: GenesisReader): readonly string[] => node.elements().map((element) => element.text());

const parseClientParams = (allowed: GenesisReader): ClientParams =>
  allowed.present ? { allowedClients: texts(allowed) } : DEFAULT_CLIENT_PARAMS;

const parseAt = (entry: GenesisReader): At & { readonly sequence: bigint } => ({
  portId: entry.field('port_id').text(),
  channelId: entry.field('channel_id').text(),
  sequence: entry.field('sequence').uint64(),
});

const parseSequences = (channel: GenesisReader, kind: SequenceKind): IbcGenesis['sequences'] =>
  channel
    .field(SEQUENCE_LISTS[kind])
    .elements()
    .map((entry) => ({ ...parseAt(entry), kind }));

const parsePackets = (channel: GenesisReader, record: PacketRecord): IbcGenesis['packets'] =>
  channel
    .field(PACKET_LISTS[record])
    .elements()
    .map((entry) => ({ ...parseAt(entry), record, data: entry.field('data').base64() }));

const isDefault = <T>(message: Message<T>, value: T, initial: T): boolean =>
  equalBytes(message.encode(value), message.encode(initial));

/** Writes the state. Default values are not written, so that a chain without IBC has an empty store. */
export function writeIbcGenesis(state: WorkingState, genesis: IbcGenesis): void {
  for (const client of genesis.clients) writeClient(state, client);
  if (!isDefault(ClientParams, genesis.clientParams, DEFAULT_CLIENT_PARAMS))
    writeClientParams(state, genesis.clientParams);
  if (genesis.nextClient > 0n) writeNextClient(state, genesis.nextClient);
  for (const { id, connection } of genesis.connections) writeConnection(state, id, connection);
  for (const { clientId, paths } of genesis.clientConnections) writeClientConnections(state, clientId, paths);
  if (!isDefault(ConnectionParams, genesis.connectionParams, DEFAULT_CONNECTION_PARAMS))
    writeConnectionParams(state, genesis.connectionParams);
  if (genesis.nextConnection > 0n) writeNextConnection(state, genesis.nextConnection);
  for (const { portId, channelId, channel } of genesis.channels) writeChannel(state, portId, channelId, channel);
  for (const { portId, channelId, kind, sequence } of genesis.sequences)
    writeSequence(state, kind, portId, channelId, sequence);
  for (const { portId, channelId, record, sequence, data } of genesis.packets)
    writePacketRecord(state, record, portId, channelId, sequence, data);
  if (genesis.nextChannel > 0n) writeNextChannel(state, genesis.nextChannel);
  writeGenesisV2(state, genesis.v2);
}
