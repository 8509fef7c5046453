/**
 * Reports why a message, or the transaction around it, fails. Handlers throw it at any depth; it is caught where the
 * transaction is undone.
 */
import { type Refusal, refuse, type SdkReason } from './refusal.js';

export class TxFailure extends Error {
  override readonly name = 'TxFailure';

  constructor(readonly refusal: Refusal) {
    super(refusal.log);
  }
}

/** Makes a failure of the SDK's own codespace. The text ends with the code's name, as wrapped errors do in the SDK. */
export const failure = (reason: SdkReason, text: string): TxFailure => new TxFailure(refuse(reason, text));

/** Makes a failure of a module's codespace. */
export const moduleFailure = (codespace: string, code: number, log: string): TxFailure =>
  new TxFailure({ codespace, code, log });
