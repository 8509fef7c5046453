/**
 * Builds the refusals of transactions that the application would accept. Each is a CheckTx response with the SDK's code
 * and geth's text, by which Ethereum tools classify (evm-json-rpc.md 4.1 rows 7 to 10 and 4.4).
 */
import type { CheckTxResponse } from '../abci/application.js';
import { EMPTY_BYTES } from '../kernel/bytes.js';

/** Codes used here, of the codespace `sdk`. */
const SdkCode = {
  InvalidSequence: 3,
  InsufficientFunds: 5,
  OutOfGas: 11,
  InsufficientFee: 13,
  TxInMempoolCache: 19,
  MempoolIsFull: 20,
  WrongSequence: 32,
} as const;

/** Returns the response with a code of the codespace `sdk`. */
export function refused(code: number, log: string): CheckTxResponse {
  return {
    code,
    data: EMPTY_BYTES,
    log,
    info: '',
    gasWanted: 0n,
    gasUsed: 0n,
    events: [],
    codespace: 'sdk',
  };
}

export const alreadyKnown = (): CheckTxResponse => refused(SdkCode.TxInMempoolCache, 'already known');

export const nonceTooLow = (next: bigint, nonce: bigint): CheckTxResponse =>
  refused(SdkCode.InvalidSequence, `nonce too low: next nonce ${next}, tx nonce ${nonce}`);

export const wrongSequence = (expected: bigint, got: bigint): CheckTxResponse =>
  refused(
    SdkCode.WrongSequence,
    `account sequence mismatch, expected ${expected}, got ${got}: incorrect account sequence`,
  );

export const underpricedReplacement = (): CheckTxResponse =>
  refused(SdkCode.InsufficientFee, 'replacement transaction underpriced');

export const poolIsFull = (log: string): CheckTxResponse => refused(SdkCode.MempoolIsFull, log);

export const queueIsFull = (what: string, limit: number): CheckTxResponse =>
  refused(SdkCode.MempoolIsFull, `txpool is full: ${what} already wait for an earlier nonce (max: ${limit})`);

export const tooMuchGas = (gasWanted: bigint, maxGas: bigint): CheckTxResponse =>
  refused(SdkCode.OutOfGas, `gas wanted ${gasWanted} is greater than max gas ${maxGas}`);

export const negativeGas = (gasWanted: bigint): CheckTxResponse =>
  refused(SdkCode.OutOfGas, `gas wanted ${gasWanted} is negative`);

/** Cost of a transaction to its sender on top of the pooled transactions. All amounts are in wei. */
export interface Expense {
  readonly balance: bigint;
  /** Cost of the sender's pooled transactions, including the one that this one replaces. */
  readonly pooled: bigint;
  readonly cost: bigint;
  /** Cost of the transaction that this one replaces; `undefined` when it replaces none. */
  readonly replaced: bigint | undefined;
}

/** Refuses an expense that exceeds the balance; returns undefined when the balance covers it. */
export function overspent({ balance, pooled, cost, replaced }: Expense): CheckTxResponse | undefined {
  const added = cost - (replaced ?? 0n);
  const need = pooled + added;
  if (need <= balance) return undefined;
  const facts =
    cost > balance
      ? `tx cost ${cost}, overshot ${cost - balance}`
      : `queued cost ${pooled}, ${replaced === undefined ? 'tx cost' : 'tx bumped'} ${added}, overshot ${need - balance}`;
  return refused(SdkCode.InsufficientFunds, `insufficient funds for gas * price + value: balance ${balance}, ${facts}`);
}
