import { AbsentRemote } from '../../evm/absent_remote.js';
import { CallTimeout } from '../../evm/execution_guard.js';
import { HalleyError, InvariantViolation } from '../../kernel/errors.js';
import { AbortedError } from '../../kernel/fair_scheduler.js';

/**
 * Reason why a transaction is refused: an ABCI code, its codespace, and a log. The log begins with geth's words for the
 * condition, because viem, ethers and Hardhat classify by them (evm-json-rpc.md 4.3, 4.4).
 */
export interface Refusal {
  readonly code: number;
  readonly codespace: string;
  readonly log: string;
}

/** Codes of the SDK's own errors. */
export const SDK_CODES = {
  txParseError: 2,
  invalidSequence: 3,
  unauthorized: 4,
  insufficientFunds: 5,
  unknownRequest: 6,
  invalidAddress: 7,
  invalidPubKey: 8,
  unknownAddress: 9,
  invalidCoins: 10,
  outOfGas: 11,
  memoTooLarge: 12,
  insufficientFee: 13,
  tooManySignatures: 14,
  noSignatures: 15,
  invalidRequest: 18,
  txTooLarge: 21,
  wrongSigner: 24,
  invalidType: 29,
  txTimeoutHeight: 30,
  unknownExtension: 31,
  wrongSequence: 32,
  logic: 35,
  notFound: 38,
  invalidGasLimit: 41,
  panic: 111222,
} as const;

export type SdkReason = keyof typeof SDK_CODES;

/** Reports whether gas ran out. It depends on the gas limit that the client chose, so it is never part of an acknowledgement. */
export const isOutOfGas = ({ code, codespace }: Refusal): boolean => codespace === 'sdk' && code === SDK_CODES.outOfGas;

const EVM_CODES = { invalidGasCap: 12, invalidGasLimit: 16 } as const;

export const refuse = (reason: SdkReason, log: string): Refusal => ({
  code: SDK_CODES[reason],
  codespace: 'sdk',
  log,
});

export const refuseEvm = (reason: keyof typeof EVM_CODES, log: string): Refusal => ({
  code: EVM_CODES[reason],
  codespace: 'evm',
  log,
});

/**
 * Failure of a message, or of the transaction around it. Handlers throw it at any depth; it is caught where the
 * transaction is undone.
 */
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

const PASSED_ON = [InvariantViolation, HalleyError, AbortedError, CallTimeout, AbsentRemote, TxFailure];

/**
 * Returns the text of an error that fails one transaction or message alone, as a panic does from which a Go node
 * recovers. Throws any other error again.
 */
export function panicText(error: unknown): string {
  if (PASSED_ON.some((kind) => error instanceof kind)) throw error;
  return error instanceof Error ? error.message : String(error);
}
