/**
 * The acknowledgement of success. `failed` makes that of a failure, with its code (ibc-go 04-channel
 * `NewErrorAcknowledgement`).
 */
import { encodeAcknowledgement, errorText } from '../../../codec/ibc/acknowledgement.js';
import { isOutOfGas, TxFailure } from '../../types/refusal.js';
import type { Acknowledgement } from '../ibc/app.js';

export const SUCCESS: Acknowledgement = {
  success: true,
  bytes: encodeAcknowledgement({ type: 'result', result: Uint8Array.of(1) }),
};

export const failed = (code: number): Acknowledgement => ({
  success: false,
  bytes: encodeAcknowledgement({ type: 'error', error: errorText(code) }),
});

/** Returns the failure if a receiver may acknowledge it. Throws any other error. */
export function answerable(error: unknown): TxFailure {
  if (!(error instanceof TxFailure)) throw error;
  // Out of gas is the relayer's failure, so no acknowledgement is written.
  if (isOutOfGas(error.refusal)) throw error;
  return error;
}
