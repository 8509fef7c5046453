/**
 * Parses, writes and exports `app_state.packetfowardmiddleware`, in ibc-go's shape: forwarded packets without an
 * acknowledgement. A chain whose document has the section forwards packets; one without it does not, as `evmd`.
 */

import { toBase64 } from '../../../codec/base64.js';
import type { InFlightPacket } from '../../../codec/ibc/in_flight_packet.js';
import type { GenesisReader } from '../../sdk/genesis_reader.js';
import type { StateReader, WorkingState } from '../../state/types.js';
import { allInFlight, enableForwarding, isForwarding, writeInFlightAt } from './store.js';

export interface ForwardGenesis {
  readonly enabled: boolean;
  readonly inFlight: readonly (readonly [key: string, packet: InFlightPacket])[];
}

const KEY = /^channel-\d{1,20}\/[^/]+\/\d{1,20}$/;
const HEIGHT = /^\d{1,20}-\d{1,20}$/;
const MAX_UINT64 = 2n ** 64n - 1n;

export const parseForwardGenesis = (node: GenesisReader): ForwardGenesis => ({
  enabled: node.present,
  inFlight: node
    .field('in_flight_packets')
    .members()
    .map(([key, entry]) => {
      if (!KEY.test(key)) throw entry.bad('a key such as channel-0/transfer/1');
      return [key, parsePacket(entry)] as const;
    }),
});

function parsePacket(node: GenesisReader): InFlightPacket {
  const height = node.field('packet_timeout_height');
  const packetTimeoutHeight = height.text('0-0');
  if (!HEIGHT.test(packetTimeoutHeight)) throw height.bad('a revision and a height, such as "1-100"');
  const retries = node.field('retries_remaining');
  const retriesRemaining = retries.uint(0n);
  if (retriesRemaining > 255n) throw retries.bad('a number from 0 to 255');
  return {
    originalSenderAddress: node.field('original_sender_address').text(),
    refundChannelId: node.field('refund_channel_id').text(),
    refundPortId: node.field('refund_port_id').text(),
    packetSrcChannelId: node.field('packet_src_channel_id').text(),
    packetSrcPortId: node.field('packet_src_port_id').text(),
    packetTimeoutTimestamp: uint64(node.field('packet_timeout_timestamp')),
    packetTimeoutHeight,
    packetData: node.field('packet_data').base64(),
    refundSequence: uint64(node.field('refund_sequence')),
    retriesRemaining: Number(retriesRemaining),
    timeout: uint64(node.field('timeout')),
  };
}

function uint64(node: GenesisReader): bigint {
  const value = node.uint(0n);
  if (value > MAX_UINT64) throw node.bad('a whole number below 2^64');
  return value;
}

export function writeForwardGenesis(state: WorkingState, { enabled, inFlight }: ForwardGenesis): void {
  if (enabled) enableForwarding(state);
  for (const [key, packet] of inFlight) writeInFlightAt(state, key, packet);
}

/** Exports the section. It is undefined for a chain that does not forward. */
export function exportForward(state: StateReader): object | undefined {
  if (!isForwarding(state)) return undefined;
  const packets = Array.from(allInFlight(state), ([key, packet]) => [key, packetJson(packet)]);
  return { in_flight_packets: Object.fromEntries(packets) };
}

const packetJson = (packet: InFlightPacket): object => ({
  original_sender_address: packet.originalSenderAddress,
  refund_channel_id: packet.refundChannelId,
  refund_port_id: packet.refundPortId,
  packet_src_channel_id: packet.packetSrcChannelId,
  packet_src_port_id: packet.packetSrcPortId,
  packet_timeout_timestamp: packet.packetTimeoutTimestamp.toString(),
  packet_timeout_height: packet.packetTimeoutHeight,
  packet_data: toBase64(packet.packetData),
  refund_sequence: packet.refundSequence.toString(),
  retries_remaining: packet.retriesRemaining,
  timeout: packet.timeout.toString(),
});
