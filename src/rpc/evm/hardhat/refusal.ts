/** Makes the errors of requests that are refused before they run, with the error texts of Hardhat's node. */

import { INVALID_PARAMS, RpcError, refusal, SERVER_ERROR } from '../../jsonrpc/errors.js';
import type { HardhatRelease } from '../compat_mode.js';
import { hardhatHalt } from './failure.js';

type Text = (...found: readonly string[]) => string;

const ABOVE_BLOCK = /^exceeds block gas limit \(intrinsic gas too high: gas (\d+), block limit (\d+)/;

const limitAdvice = (gas = ''): string =>
  `; start the devnet with --gas-limit ${gas}, or give the transaction less gas`;

/** Returns what a client can do about a refusal, to follow the refusal's text; empty where the text says it. */
export function adviceFor(text: string): string {
  const above = ABOVE_BLOCK.exec(text);
  return above === null ? '' : limitAdvice(above[1]);
}

/** Pairs Halley's error texts with Hardhat's. Halley's are geth's, with the numbers that Hardhat's texts need. */
const TEXTS: readonly (readonly [pattern: RegExp, text: Text])[] = [
  [
    /^insufficient funds for gas \* price \+ value: balance (\d+), tx cost (\d+)(?:.*, sender (0x\w+))?/,
    (balance, cost, sender) =>
      `Sender doesn't have enough funds to send tx. The max upfront cost is: ${cost} and the sender's balance is: ${balance}.${sender === undefined ? '' : ` The sender is ${sender}.`}`,
  ],
  [
    ABOVE_BLOCK,
    (gas, limit) => `Transaction gas limit is ${gas} and exceeds block gas limit of ${limit}${limitAdvice(gas)}`,
  ],
  [
    /^(?:intrinsic gas too low|insufficient gas for floor data gas cost): gas (\d+), minimum needed (\d+)/,
    (gas, needed) => `Transaction requires at least ${needed} gas but got ${gas}`,
  ],
  [
    /^max fee per gas less than block base fee: .* maxFeePerGas: (\d+), baseFee: (\d+)/,
    (price, baseFee) =>
      `Transaction maxFeePerGas (${price}) is too low for the next block, which has a baseFeePerGas of ${baseFee}`,
  ],
  [
    /^max priority fee per gas higher than max fee per gas: maxPriorityFeePerGas:? (\d+), maxFeePerGas:? (\d+)/,
    (tip, cap) => `maxPriorityFeePerGas (${tip}) is bigger than maxFeePerGas (${cap})`,
  ],
];

/** Matches the refusal of a used nonce. Hardhat has two error texts for it, one with automine and one without. */
const USED_NONCE = /^nonce too low: next nonce (\d+), tx nonce (\d+)/;

const usedNonce = (next: string, nonce: string, automine: boolean): string =>
  automine
    ? `Nonce too low. Expected nonce to be ${next} but got ${nonce}. Note that transactions can't be queued when automining.`
    : `Transaction nonce too low. Expected nonce to be at least ${next} but got ${nonce}.`;

/** Matches the refusal of a long init code. The text has a comma for a transaction, and none for a call. */
const INITCODE = /^max initcode size exceeded: code size (\d+),? limit (\d+)/;

const tooMuchInitcode = (size: string, limit: string): string =>
  `\nTrying to send a deployment transaction whose init code length is ${size}. The max length allowed by EIP-3860 is ${limit}.\n\nEnable the 'allowUnlimitedContractSize' option to allow init codes of any length.`;

/** Begins the refusal of an estimate that needs more than the allowed gas. */
const SHORT_OF_GAS = 'gas required exceeds allowance';

/** Makes the error with Hardhat's text, or with the given text where Hardhat has none. */
export function hardhatRefusal(release: HardhatRelease, text: string, automine: boolean): RpcError {
  if (text.startsWith(SHORT_OF_GAS)) return hardhatHalt(release, 'out of gas');
  const used = USED_NONCE.exec(text);
  if (used !== null) return withMessage(release, SERVER_ERROR, usedNonce(used[1] ?? '', used[2] ?? '', automine));
  const initcode = INITCODE.exec(text);
  if (initcode !== null)
    return withMessage(release, INVALID_PARAMS, tooMuchInitcode(initcode[1] ?? '', initcode[2] ?? ''));
  for (const [pattern, wordsOf] of TEXTS) {
    const found = pattern.exec(text);
    if (found !== null) return withMessage(release, SERVER_ERROR, wordsOf(...found.slice(1)));
  }
  return refusal(text);
}

const withMessage = (release: HardhatRelease, code: number, message: string): RpcError =>
  new RpcError(code, message, { message, ...(release === 2 && { data: null }) });

/** Makes the error for a trace of an unknown transaction. */
export const hardhatUnknownTransaction = (release: HardhatRelease, hash: string): RpcError =>
  withMessage(release, SERVER_ERROR, `Unable to find a block containing transaction ${hash}`);
