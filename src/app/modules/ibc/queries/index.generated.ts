// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { Channel } from './Channel.js';
import { ChannelClientState } from './ChannelClientState.js';
import { Channels } from './Channels.js';
import { ClientConnections } from './ClientConnections.js';
import { ClientParams } from './ClientParams.js';
import { ClientState } from './ClientState.js';
import { ClientStates } from './ClientStates.js';
import { ClientStatus } from './ClientStatus.js';
import { Connection } from './Connection.js';
import { ConnectionChannels } from './ConnectionChannels.js';
import { ConnectionParams } from './ConnectionParams.js';
import { Connections } from './Connections.js';
import { ConsensusState } from './ConsensusState.js';
import { ConsensusStateHeights } from './ConsensusStateHeights.js';
import { ConsensusStates } from './ConsensusStates.js';
import { NextSequenceReceive } from './NextSequenceReceive.js';
import { NextSequenceSend } from './NextSequenceSend.js';
import { PacketAcknowledgement } from './PacketAcknowledgement.js';
import { PacketAcknowledgements } from './PacketAcknowledgements.js';
import { PacketCommitment } from './PacketCommitment.js';
import { PacketCommitments } from './PacketCommitments.js';
import { PacketReceipt } from './PacketReceipt.js';
import { UnreceivedAcks } from './UnreceivedAcks.js';
import { UnreceivedPackets } from './UnreceivedPackets.js';

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
