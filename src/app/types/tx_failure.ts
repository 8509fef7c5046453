/** Why a message, or the transaction around it, fails: thrown by handlers, whatever their depth, and caught where the transaction is undone. */
import { type Refusal, refuse, type SdkReason } from './refusal.js';

export class TxFailure extends Error {
  override readonly name = 'TxFailure';

  constructor(readonly refusal: Refusal) {
    super(refusal.log);
  }
}

/** Of the SDK's own codespace; the text ends with the code's name, as wrapped errors do there. */
export const failure = (reason: SdkReason, text: string): TxFailure => new TxFailure(refuse(reason, text));

/** Of a module's codespace. */
export const moduleFailure = (codespace: string, code: number, log: string): TxFailure =>
  new TxFailure({ codespace, code, log });
