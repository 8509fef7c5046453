/** Computes a packet's commitment, validates a packet by itself, and checks its timeout (ibc-go v10 04-channel). */
import type { Packet } from '../../../../codec/ibc/channel.js';
import type { Height } from '../../../../codec/ibc/client.js';
import { type Bytes, concatBytes } from '../../../../kernel/bytes.js';
import { sha256 } from '../../../../kernel/hash.js';
import type { TxFailure } from '../../../types/refusal.js';
import { ibcFailure, within } from '../failure.js';
import { compareHeights, heightText, isZeroHeight } from '../height.js';
import { checkChannelId, checkPortId } from '../identifiers.js';
import { bigEndian } from '../keys.js';

const MAX_DATA_BYTES = 262_144;

/** Returns SHA-256 over the timeout and the data's SHA-256. */
export const packetCommitment = ({ timeoutHeight, timeoutTimestamp, data }: Packet): Bytes =>
  sha256(
    concatBytes(
      bigEndian(timeoutTimestamp),
      bigEndian(timeoutHeight.revisionNumber),
      bigEndian(timeoutHeight.revisionHeight),
      sha256(data),
    ),
  );

/** Validates a packet by itself. Throws TxFailure. */
export function checkPacket(packet: Packet): void {
  within('invalid source port ID', () => checkPortId(packet.sourcePort));
  within('invalid destination port ID', () => checkPortId(packet.destinationPort));
  within('invalid source channel ID', () => checkChannelId(packet.sourceChannel));
  within('invalid destination channel ID', () => checkChannelId(packet.destinationChannel));
  if (packet.sequence === 0n) throw ibcFailure('invalidPacket', 'packet sequence cannot be 0');
  if (isZeroHeight(packet.timeoutHeight) && packet.timeoutTimestamp === 0n)
    throw ibcFailure('invalidPacket', 'packet timeout height and packet timeout timestamp cannot both be 0');
  if (packet.data.length === 0) throw ibcFailure('invalidPacket', 'packet data bytes cannot be empty');
  if (packet.data.length > MAX_DATA_BYTES)
    throw ibcFailure('invalidPacket', `packet data bytes cannot exceed ${MAX_DATA_BYTES} bytes`);
}

const heightElapsed = ({ timeoutHeight }: Packet, height: Height): boolean =>
  !isZeroHeight(timeoutHeight) && compareHeights(height, timeoutHeight) >= 0;

/** Returns true if the timeout has passed on the receiving chain, which is at `height` and `timestamp`. */
export const isElapsed = (packet: Packet, height: Height, timestamp: bigint): boolean =>
  heightElapsed(packet, height) || (packet.timeoutTimestamp !== 0n && timestamp >= packet.timeoutTimestamp);

export function elapsedFailure(packet: Packet, height: Height, timestamp: bigint): TxFailure {
  const text = heightElapsed(packet, height) ? heightsOf(packet, height) : timesOf(packet, timestamp);
  return ibcFailure('timeoutElapsed', text);
}

export function notReachedFailure(packet: Packet, height: Height, timestamp: bigint): TxFailure {
  const text = isZeroHeight(packet.timeoutHeight) ? timesOf(packet, timestamp) : heightsOf(packet, height);
  return ibcFailure('timeoutNotReached', text);
}

const heightsOf = ({ timeoutHeight }: Packet, height: Height): string =>
  `current height: ${heightText(height)}, timeout height ${heightText(timeoutHeight)}`;
const timesOf = ({ timeoutTimestamp }: Packet, timestamp: bigint): string =>
  `current timestamp: ${timestamp}, timeout timestamp ${timeoutTimestamp}`;
