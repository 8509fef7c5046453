/**
 * Defines what an intermediate chain stores of a packet that it forwarded (ibc-go
 * `ibc.applications.packet_forward_middleware.v1.InFlightPacket`): the received packet, which is acknowledged later.
 */
import { bytes, small, string, uint } from '../protobuf/field.js';
import { message, type Of } from '../protobuf/message.js';

export const InFlightPacket = message('ibc.applications.packet_forward_middleware.v1.InFlightPacket', {
  originalSenderAddress: string(1),
  /** Channel on this chain at which the packet arrived, with `refundPortId`. */
  refundChannelId: string(2),
  refundPortId: string(3),
  /** Channel from which the packet was sent, with `packetSrcPortId`. */
  packetSrcChannelId: string(4),
  packetSrcPortId: string(5),
  packetTimeoutTimestamp: uint(6),
  /** Revision and height, such as `1-100`. */
  packetTimeoutHeight: string(7),
  packetData: bytes(8),
  refundSequence: uint(9),
  retriesRemaining: small(10, 'int32'),
  /** Timeout of each attempt to forward the packet, in nanoseconds. */
  timeout: uint(11),
});
export type InFlightPacket = Of<typeof InFlightPacket>;
