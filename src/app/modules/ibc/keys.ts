/**
 * Builds the keys of the store `ibc`. What a counterparty proves is under the paths of ICS-24; the rest is laid out as
 * in ibc-go v10 (24-host, 07-tendermint `store.go`).
 */
import type { Height } from '../../../codec/ibc/client.js';
import { type Bytes, concatBytes } from '../../../kernel/bytes.js';
import { utf8 } from '../../../kernel/text.js';
import { heightText } from './height.js';

export const CLIENTS = utf8('clients/');
export const CONNECTIONS = utf8('connections/');
export const CHANNELS = utf8('channelEnds/');
export const NEXT_CLIENT = utf8('nextClientSequence');
export const NEXT_CONNECTION = utf8('nextConnectionSequence');
export const NEXT_CHANNEL = utf8('nextChannelSequence');
export const CLIENT_PARAMS = utf8('clientParams');
export const CONNECTION_PARAMS = utf8('connectionParams');

export const clientStateKey = (clientId: string): Bytes => utf8(`clients/${clientId}/clientState`);
export const clientConnectionsKey = (clientId: string): Bytes => utf8(`clients/${clientId}/connections`);
export const clientCreatorKey = (clientId: string): Bytes => utf8(`clients/${clientId}/creator`);
export const consensusStatePath = (height: Height): string => `consensusStates/${heightText(height)}`;
export const consensusStateKey = (clientId: string, height: Height): Bytes =>
  utf8(`clients/${clientId}/${consensusStatePath(height)}`);
export const processedTimeKey = (clientId: string, height: Height): Bytes =>
  utf8(`clients/${clientId}/${consensusStatePath(height)}/processedTime`);
export const processedHeightKey = (clientId: string, height: Height): Bytes =>
  utf8(`clients/${clientId}/${consensusStatePath(height)}/processedHeight`);

/** Returns the prefix of entries that order heights by their numbers, which the paths of ICS-24 do not. */
export const iterationPrefix = (clientId: string): Bytes => utf8(`clients/${clientId}/iterateConsensusStates`);
export const iterationKey = (clientId: string, { revisionNumber, revisionHeight }: Height): Bytes =>
  concatBytes(iterationPrefix(clientId), bigEndian(revisionNumber), bigEndian(revisionHeight));

/** Returns the height at the end of an iteration key. */
export function heightOfIterationKey(key: Bytes): Height {
  const view = new DataView(key.buffer, key.byteOffset + key.length - 16);
  return { revisionNumber: view.getBigUint64(0), revisionHeight: view.getBigUint64(8) };
}

export const connectionKey = (connectionId: string): Bytes => utf8(`connections/${connectionId}`);

const channelPath = (portId: string, channelId: string): string => `ports/${portId}/channels/${channelId}`;
export const channelKey = (portId: string, channelId: string): Bytes =>
  utf8(`channelEnds/${channelPath(portId, channelId)}`);

/** Sequences of a channel: the next one to send, to receive and to acknowledge. */
export const SEQUENCES = ['nextSequenceSend', 'nextSequenceRecv', 'nextSequenceAck'] as const;
export type SequenceKind = (typeof SEQUENCES)[number];
export const sequenceKey = (kind: SequenceKind, portId: string, channelId: string): Bytes =>
  utf8(`${kind}/${channelPath(portId, channelId)}`);

/** Records of a packet. */
export const PACKET_RECORDS = ['commitments', 'receipts', 'acks'] as const;
export type PacketRecord = (typeof PACKET_RECORDS)[number];
export const packetKey = (record: PacketRecord, portId: string, channelId: string, sequence: bigint): Bytes =>
  utf8(`${record}/${channelPath(portId, channelId)}/sequences/${sequence}`);
export const packetPrefix = (record: PacketRecord, portId: string, channelId: string): Bytes =>
  utf8(`${record}/${channelPath(portId, channelId)}/sequences/`);

/** Encodes a uint64, as sequences are stored. */
export function bigEndian(value: bigint): Bytes {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value);
  return bytes;
}

export const fromBigEndian = (bytes: Bytes): bigint =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getBigUint64(0);
