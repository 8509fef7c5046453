/** Defines the limits of an ABCI server. */
import { MAX_MESSAGE_BYTES } from '../../abci/wire/frame_reader.js';

export interface AbciLimits {
  /** Limits the bytes of a request. */
  readonly messageBytes: number;
  /** Limits the connections. An engine opens four; further connections than these are closed at once. */
  readonly connections: number;
  /** Limits the requests of a connection that are being answered. Further ones are not read before others end. */
  readonly requestsInFlight: number;
  /** Sets the time in which the other end must have read an exception before its connection is broken, in milliseconds. */
  readonly exceptionTimeMs: number;
}

export const DEFAULT_ABCI_LIMITS: AbciLimits = {
  messageBytes: MAX_MESSAGE_BYTES,
  connections: 64,
  requestsInFlight: 16,
  exceptionTimeMs: 1000,
};
