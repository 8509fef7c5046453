/**
 * Reads and writes the store `packetfowardmiddleware`, spelled as in ibc-go. It contains packets that were forwarded
 * and are not acknowledged yet, by channel, port and sequence of the forwarded packet. A key of this project states
 * whether the chain forwards at all.
 */

import type { Packet } from '../../../codec/ibc/channel.js';
import { InFlightPacket } from '../../../codec/ibc/in_flight_packet.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { EMPTY_BYTES } from '../../../kernel/bytes.js';
import { fromUtf8, utf8 } from '../../../kernel/text.js';
import type { StateReader, WorkingState } from '../../state/types.js';

/** Differs from a packet's keys, because those contain slashes. */
const ENABLED_KEY = utf8('enabled');
const ENABLED_VALUE = Uint8Array.of(1);

type Sent = Pick<Packet, 'sourcePort' | 'sourceChannel' | 'sequence'>;

const packetKey = ({ sourceChannel, sourcePort, sequence }: Sent): Bytes =>
  utf8(`${sourceChannel}/${sourcePort}/${sequence}`);

export const isForwarding = (state: StateReader): boolean =>
  state.get('packetfowardmiddleware', ENABLED_KEY) !== undefined;

export const enableForwarding = (state: WorkingState): void =>
  state.set('packetfowardmiddleware', ENABLED_KEY, ENABLED_VALUE);

/**
 * Returns the packet that the acknowledgement of `sent` will answer. It is undefined for a packet that was not
 * forwarded.
 */
export function readInFlight(state: StateReader, sent: Sent): InFlightPacket | undefined {
  const value = state.get('packetfowardmiddleware', packetKey(sent));
  return value === undefined ? undefined : InFlightPacket.decode(value);
}

export const writeInFlight = (state: WorkingState, sent: Sent, packet: InFlightPacket): void =>
  writeInFlightAt(state, fromUtf8(packetKey(sent)), packet);

/** Writes a packet. `key` is, for instance, `channel-1/transfer/7`. */
export const writeInFlightAt = (state: WorkingState, key: string, packet: InFlightPacket): void =>
  state.set('packetfowardmiddleware', utf8(key), InFlightPacket.encode(packet));

export const removeInFlight = (state: WorkingState, sent: Sent): void =>
  state.delete('packetfowardmiddleware', packetKey(sent));

/** Yields all packets without an acknowledgement, ascending by key. */
export function* allInFlight(state: StateReader): Iterable<readonly [key: string, packet: InFlightPacket]> {
  for (const [key, value] of state.entries('packetfowardmiddleware', EMPTY_BYTES)) {
    const text = fromUtf8(key);
    if (text.includes('/')) yield [text, InFlightPacket.decode(value)];
  }
}
