/** Defines the limits of an ABCI server. */
import { MAX_MESSAGE_BYTES } from '../../abci/wire/frame_reader.js';

export interface AbciLimits {
  /** Most bytes of a request. */
  readonly messageBytes: number;
  /** Most connections. An engine opens four; further ones are closed at once. */
  readonly connections: number;
  /** Most requests of a connection that are being answered. Further ones are not read before others end. */
  readonly requestsInFlight: number;
  /** Longest time until the other end has read an exception; then its connection is broken, in milliseconds. */
  readonly exceptionTimeMs: number;
}

export const DEFAULT_ABCI_LIMITS: AbciLimits = {
  messageBytes: MAX_MESSAGE_BYTES,
  connections: 64,
  requestsInFlight: 16,
  exceptionTimeMs: 1000,
};
