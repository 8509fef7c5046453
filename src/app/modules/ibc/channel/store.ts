/** Stores channels, their next sequences to send, receive and acknowledge, and the records of their packets. */
import { Channel } from '../../../../codec/ibc/channel.js';
import type { Bytes } from '../../../../kernel/bytes.js';
import { fromUtf8 } from '../../../../kernel/text.js';
import type { StateReader, WorkingState } from '../../../state/types.js';
import {
  bigEndian,
  CHANNELS,
  channelKey,
  fromBigEndian,
  NEXT_CHANNEL,
  type PacketRecord,
  packetKey,
  packetPrefix,
  SEQUENCES,
  type SequenceKind,
  sequenceKey,
} from '../keys.js';

export function readNextChannel(state: StateReader): bigint {
  const value = state.get('ibc', NEXT_CHANNEL);
  return value === undefined ? 0n : fromBigEndian(value);
}

export const writeNextChannel = (state: WorkingState, next: bigint): void =>
  state.set('ibc', NEXT_CHANNEL, bigEndian(next));

export function readChannel(state: StateReader, portId: string, channelId: string): Channel | undefined {
  const value = state.get('ibc', channelKey(portId, channelId));
  return value && Channel.decode(value);
}

export const writeChannel = (state: WorkingState, portId: string, channelId: string, channel: Channel): void =>
  state.set('ibc', channelKey(portId, channelId), Channel.encode(channel));

export interface FoundChannel {
  readonly portId: string;
  readonly channelId: string;
  readonly channel: Channel;
}

/** Yields all channels, in the order of the store. */
export function* channels(state: StateReader): Iterable<FoundChannel> {
  for (const [key, value] of state.entries('ibc', CHANNELS)) {
    const [, portId = '', , channelId = ''] = fromUtf8(key.subarray(CHANNELS.length)).split('/');
    yield { portId, channelId, channel: Channel.decode(value) };
  }
}

export function readSequence(
  state: StateReader,
  kind: SequenceKind,
  portId: string,
  channelId: string,
): bigint | undefined {
  const value = state.get('ibc', sequenceKey(kind, portId, channelId));
  return value && fromBigEndian(value);
}

export const writeSequence = (
  state: WorkingState,
  kind: SequenceKind,
  portId: string,
  channelId: string,
  sequence: bigint,
): void => state.set('ibc', sequenceKey(kind, portId, channelId), bigEndian(sequence));

/** Sets all sequences of a new channel to 1. */
export function beginSequences(state: WorkingState, portId: string, channelId: string): void {
  for (const kind of SEQUENCES) writeSequence(state, kind, portId, channelId, 1n);
}

export const readPacketRecord = (
  state: StateReader,
  record: PacketRecord,
  portId: string,
  channelId: string,
  sequence: bigint,
): Bytes | undefined => state.get('ibc', packetKey(record, portId, channelId, sequence));

export const writePacketRecord = (
  state: WorkingState,
  record: PacketRecord,
  portId: string,
  channelId: string,
  sequence: bigint,
  value: Bytes,
): void => state.set('ibc', packetKey(record, portId, channelId, sequence), value);

export const deletePacketCommitment = (
  state: WorkingState,
  portId: string,
  channelId: string,
  sequence: bigint,
): void => state.delete('ibc', packetKey('commitments', portId, channelId, sequence));

/** Yields a channel's records in the order of the store, which is not that of the numbers. */
export function* packetRecords(
  state: StateReader,
  record: PacketRecord,
  portId: string,
  channelId: string,
): Iterable<readonly [sequence: bigint, value: Bytes]> {
  const prefix = packetPrefix(record, portId, channelId);
  for (const [key, value] of state.entries('ibc', prefix)) yield [BigInt(fromUtf8(key.subarray(prefix.length))), value];
}
