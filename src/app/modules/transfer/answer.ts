/** Acknowledgements of applications: success, or the failure's code (ibc-go 04-channel `NewErrorAcknowledgement`). */
import { encodeAcknowledgement, errorText } from '../../../codec/ibc/acknowledgement.js';
import { TxFailure } from '../../types/tx_failure.js';
import type { Acknowledgement } from '../ibc/app.js';

export const SUCCESS: Acknowledgement = {
  success: true,
  bytes: encodeAcknowledgement({ type: 'result', result: Uint8Array.of(1) }),
};

export const failed = (code: number): Acknowledgement => ({
  success: false,
  bytes: encodeAcknowledgement({ type: 'error', error: errorText(code) }),
});

/** Of the SDK: who relays the packet has brought too little gas, which is no answer to it. */
const OUT_OF_GAS = { codespace: 'sdk', code: 11 };

/** The failure that a receiver may answer with. Throws what is none. */
export function answerable(error: unknown): TxFailure {
  if (!(error instanceof TxFailure)) throw error;
  const { codespace, code } = error.refusal;
  if (codespace === OUT_OF_GAS.codespace && code === OUT_OF_GAS.code) throw error;
  return error;
}
