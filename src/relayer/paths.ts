/** Builds the keys of IBC's store (ICS-24; ibc-go v10 `modules/core/24-host`) and its identifiers. */
import type { Height } from '../codec/ibc/client.js';
import { type Bytes, bigintToBytes, concatBytes } from '../kernel/bytes.js';
import { sha256 } from '../kernel/hash.js';
import { fromUtf8, utf8 } from '../kernel/text.js';

export const CONNECTIONS = utf8('connections/');
export const CHANNELS = utf8('channelEnds/ports/');

export const clientStatePath = (clientId: string): Bytes => utf8(`clients/${clientId}/clientState`);

export const consensusStatePath = (clientId: string, { revisionNumber, revisionHeight }: Height): Bytes =>
  utf8(`clients/${clientId}/consensusStates/${revisionNumber}-${revisionHeight}`);

export const connectionPath = (connectionId: string): Bytes => utf8(`connections/${connectionId}`);

const ofChannel = (portId: string, channelId: string): string => `ports/${portId}/channels/${channelId}`;

export const channelPath = (portId: string, channelId: string): Bytes =>
  utf8(`channelEnds/${ofChannel(portId, channelId)}`);

export const commitmentsPath = (portId: string, channelId: string): Bytes =>
  utf8(`commitments/${ofChannel(portId, channelId)}/sequences/`);

export const commitmentPath = (portId: string, channelId: string, sequence: bigint): Bytes =>
  utf8(`commitments/${ofChannel(portId, channelId)}/sequences/${sequence}`);

export const receiptPath = (portId: string, channelId: string, sequence: bigint): Bytes =>
  utf8(`receipts/${ofChannel(portId, channelId)}/sequences/${sequence}`);

export const acknowledgementPath = (portId: string, channelId: string, sequence: bigint): Bytes =>
  utf8(`acks/${ofChannel(portId, channelId)}/sequences/${sequence}`);

export const nextReceivePath = (portId: string, channelId: string): Bytes =>
  utf8(`nextSequenceRecv/${ofChannel(portId, channelId)}`);

/** Returns the part of a key after its last slash. */
export function lastPart(key: Bytes): string {
  const text = fromUtf8(key);
  return text.slice(text.lastIndexOf('/') + 1);
}

/** Returns the revision of a chain id: `hub-4` has revision 4, and ids that do not end in a number have revision 0. */
export function revisionOf(chainId: string): bigint {
  const match = /^.*[^\n-]-([1-9]\d*)$/.exec(chainId);
  return match === null ? 0n : BigInt(match[1] as string);
}

export const heightOn = (chainId: string, height: bigint): Height => ({
  revisionNumber: revisionOf(chainId),
  revisionHeight: height,
});

/** Computes the hash that a sender stores of a packet (ibc-go `CommitPacket`). */
export const packetCommitment = (timeoutTimestamp: bigint, timeoutHeight: Height, data: Bytes): Bytes =>
  sha256(
    concatBytes(
      bigintToBytes(timeoutTimestamp, 8),
      bigintToBytes(timeoutHeight.revisionNumber, 8),
      bigintToBytes(timeoutHeight.revisionHeight, 8),
      sha256(data),
    ),
  );
