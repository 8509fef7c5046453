/**
 * What a chain in the middle keeps of a packet that it has sent on (ibc-go
 * `ibc.applications.packet_forward_middleware.v1.InFlightPacket`): the packet that came, which is answered later.
 */
import { bytes, small, string, uint } from '../protobuf/field.js';
import { message, type Of } from '../protobuf/message.js';

export const InFlightPacket = message('ibc.applications.packet_forward_middleware.v1.InFlightPacket', {
  originalSenderAddress: string(1),
  /** Where it came to. */
  refundChannelId: string(2),
  refundPortId: string(3),
  /** Where it came from. */
  packetSrcChannelId: string(4),
  packetSrcPortId: string(5),
  packetTimeoutTimestamp: uint(6),
  /** `1-100`: revision and height. */
  packetTimeoutHeight: string(7),
  packetData: bytes(8),
  refundSequence: uint(9),
  retriesRemaining: small(10),
  /** Of each attempt to send it on, in nanoseconds. */
  timeout: uint(11),
});
export type InFlightPacket = Of<typeof InFlightPacket>;
