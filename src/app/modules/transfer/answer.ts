/**
 * The acknowledgement of success. `failed` makes that of a failure, with its code (ibc-go 04-channel
 * `NewErrorAcknowledgement`).
 */
import { encodeAcknowledgement, errorText } from '../../../codec/ibc/acknowledgement.js';
import { TxFailure } from '../../types/refusal.js';
import type { Acknowledgement } from '../ibc/app.js';

export const SUCCESS: Acknowledgement = {
  success: true,
  bytes: encodeAcknowledgement({ type: 'result', result: Uint8Array.of(1) }),
};

export const failed = (code: number): Acknowledgement => ({
  success: false,
  bytes: encodeAcknowledgement({ type: 'error', error: errorText(code) }),
});

/** SDK's out-of-gas code. It is the relayer's failure, so no acknowledgement is written. */
const OUT_OF_GAS = { codespace: 'sdk', code: 11 };

/** Returns the failure if a receiver may acknowledge it. Throws any other error. */
export function answerable(error: unknown): TxFailure {
  if (!(error instanceof TxFailure)) throw error;
  const { codespace, code } = error.refusal;
  if (codespace === OUT_OF_GAS.codespace && code === OUT_OF_GAS.code) throw error;
  return error;
}
