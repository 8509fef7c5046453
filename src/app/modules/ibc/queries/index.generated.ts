// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import {
  Channel,
  ChannelClientState,
  Channels,
  ConnectionChannels,
  NextSequenceReceive,
  NextSequenceSend,
} from './channels.js';
import {
  ClientParams,
  ClientState,
  ClientStates,
  ClientStatus,
  ConsensusState,
  ConsensusStateHeights,
  ConsensusStates,
} from './clients.js';
import { ClientConnections, Connection, ConnectionParams, Connections } from './connections.js';
import {
  PacketAcknowledgement,
  PacketAcknowledgements,
  PacketCommitment,
  PacketCommitments,
  PacketReceipt,
  UnreceivedAcks,
  UnreceivedPackets,
} from './packets.js';

export const QUERIES = [
  Channel,
  ChannelClientState,
  Channels,
  ClientConnections,
  ClientParams,
  ClientState,
  ClientStates,
  ClientStatus,
  Connection,
  ConnectionChannels,
  ConnectionParams,
  Connections,
  ConsensusState,
  ConsensusStateHeights,
  ConsensusStates,
  NextSequenceReceive,
  NextSequenceSend,
  PacketAcknowledgement,
  PacketAcknowledgements,
  PacketCommitment,
  PacketCommitments,
  PacketReceipt,
  UnreceivedAcks,
  UnreceivedPackets,
] as const;
