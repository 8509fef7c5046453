/**
 * Turns outcomes of execution and admission into results or errors, with geth's plain error texts (evm-json-rpc.md
 * 5.3).
 */

import type { EvmBlocks } from '../../backend/evm/blocks.js';
import type { EvmCallOutcome, EvmCallRequest, EvmEstimate } from '../../backend/evm/execution.js';
import type { EvmMiningMode } from '../../backend/evm/mining.js';
import type { EvmNetwork } from '../../backend/evm/node.js';
import type { SubmitOutcome } from '../../backend/evm/pool.js';
import type { EvmSourceFrame, EvmSources } from '../../backend/evm/sources.js';
import { customErrorText, revertReason } from '../../codec/ethereum/revert_data.js';
import type { Awaitable } from '../../kernel/awaitable.js';
import type { Bytes } from '../../kernel/bytes.js';
import { to0x } from '../../kernel/hex.js';
import type { JsonObject } from '../../kernel/json.js';
import { EXECUTION_REVERTED, RpcError, refusal } from '../jsonrpc/errors.js';
import type { CompatMode } from './compat_mode.js';
import { hardhatFailure, hardhatHalt, hardhatRevert } from './hardhat/failure.js';
import { adviceFor, hardhatRefusal } from './hardhat/refusal.js';

/**
 * Makes the error for a request that is refused before it runs, with the error text of the node that Halley acts as.
 */
export const refusalFor = ({ hardhatRelease: release }: CompatMode, reason: string, automine = true): RpcError =>
  release === undefined ? refusal(reason + adviceFor(reason)) : hardhatRefusal(release, reason, automine);

/**
 * Returns go-ethereum's text for a reverted call: `execution reverted`, followed by the reason where Solidity gives
 * one.
 */
export function revertMessage(data: Bytes): string {
  const reason = revertReason(data);
  return reason === undefined ? 'execution reverted' : `execution reverted: ${reason}`;
}

/** Returns geth's text for the failure of a run that started, or undefined for a success. */
export function callFailure(outcome: Exclude<EvmCallOutcome, { readonly type: 'refused' }>): string | undefined {
  if (outcome.type === 'success') return undefined;
  return outcome.type === 'revert' ? 'execution reverted' : outcome.reason;
}

/**
 * Makes the error of a reverted call, with code 3 and the whole revert data, `0x` for none. The message is Anvil's for
 * a custom error, which has no text in go-ethereum: it has the selector and the arguments.
 */
export function revertError(data: Bytes): RpcError {
  const text = revertReason(data) ?? customErrorText(data);
  const message = text === undefined ? 'execution reverted' : `execution reverted: ${text}`;
  return new RpcError(EXECUTION_REVERTED, message, to0x(data));
}

/** Returns the output of a call. Throws RpcError with code 3 for a revert, or Hardhat's error. */
export function returnData(compat: CompatMode, outcome: EvmCallOutcome): Bytes {
  const { hardhatRelease: release } = compat;
  switch (outcome.type) {
    case 'success':
      return outcome.returnData;
    case 'revert':
      throw release === undefined ? revertError(outcome.data) : hardhatRevert(release, outcome.data);
    case 'halt':
      throw release === undefined ? refusal(outcome.reason) : hardhatHalt(release, outcome.reason);
    case 'refused':
      throw refusalFor(compat, outcome.reason);
  }
}

/**
 * Returns the least gas limit with which the call succeeds. Throws RpcError when there is none. A call that runs out of
 * gas has used its whole allowance.
 */
export function estimatedGas(compat: CompatMode, { outcome, gas }: EvmEstimate): bigint {
  if (gas !== undefined) return gas;
  if (outcome.type === 'halt' && outcome.reason.startsWith('out of gas'))
    throw refusalFor(compat, `gas required exceeds allowance (${outcome.gasUsed})`);
  returnData(compat, outcome);
  throw refusalFor(compat, 'gas required exceeds allowance');
}

/**
 * Returns the transaction's hash. Throws RpcError for a refusal, whose message is the log. When Halley acts as a node
 * that does so, it also throws for a transaction that already failed in a block.
 */
export function submittedHash(
  evm: EvmBlocks & EvmMiningMode & EvmSources,
  compat: CompatMode,
  outcome: SubmitOutcome,
): Awaitable<string> {
  if (outcome.type === 'refused') throw refusalFor(compat, outcome.log, evm.isAutomine());
  const { hardhatRelease: release } = compat;
  if (release === undefined) return to0x(outcome.hash);
  const receipt = evm.receipt(outcome.hash);
  if (receipt === undefined || receipt.success) return to0x(outcome.hash);
  const fail = (): never => {
    throw hardhatFailure(release, receipt);
  };
  return evm.knowsSources() ? withStack(evm, fail, () => evm.explainTransaction(outcome.hash)) : fail();
}

/**
 * Returns the result of a failed run, or throws its error. The stack follows the message of the error, which clients
 * parse and print, and is its member `stack`.
 */
export async function withStack<T>(
  evm: EvmSources,
  result: () => T,
  explain: () => Promise<readonly EvmSourceFrame[]>,
): Promise<T> {
  try {
    return result();
  } catch (error) {
    if (!(error instanceof RpcError) || !evm.knowsSources()) throw error;
    const frames = await explain();
    throw frames.length === 0 ? error : errorWithStack(error, frames);
  }
}

/** Most frames in an error; a recursion has more. */
const MAX_FRAMES = 100;

function errorWithStack({ code, message, data }: RpcError, all: readonly EvmSourceFrame[]): RpcError {
  const { text, lines, frames } = stackText(message, all);
  // Hardhat 2 has an object here, in which tools look for the stack.
  const isObject = typeof data === 'object' && data !== null;
  return new RpcError(code, text, isObject ? { ...data, stack: text } : data, { message, lines, frames });
}

/** Returns a message with the lines of a stack, these lines, and the frames as JSON. */
function stackText(message: string, all: readonly EvmSourceFrame[]) {
  const frames = all.slice(0, MAX_FRAMES);
  const [first] = frames;
  const lines = [
    ...(first?.message === undefined ? [] : [`  ${first.message}`]),
    ...frames.map((frame) => `    at ${frameText(frame)}`),
  ];
  if (all.length > MAX_FRAMES) lines.push(`    (and ${all.length - MAX_FRAMES} more)`);
  return { text: [message, ...lines].join('\n'), lines, frames: frames.map(frameView) };
}

/** Returns the message of a failure in a result, with the lines of its stack, and the member `stack`. */
export function messageWithStack(
  message: string,
  all: readonly EvmSourceFrame[] = [],
): { readonly message: string; readonly stack?: readonly JsonObject[] } {
  if (all.length === 0) return { message };
  const { text, frames } = stackText(message, all);
  return { message: text, stack: frames };
}

const frameView = ({ address, ...frame }: EvmSourceFrame): JsonObject => ({ ...frame, address: to0x(address) });

/** Formats a frame as JavaScript engines do: `Token.transfer (contracts/Token.sol:12:5)`. */
export function frameText({ contract, address, function: name, file, line, column }: EvmSourceFrame): string {
  if (contract === undefined && name === undefined) return `<unrecognized contract> (${to0x(address)})`;
  const where = file === undefined ? '' : ` (${[file, line, column].filter((part) => part !== undefined).join(':')})`;
  return `${[contract, name].filter((part) => part !== undefined).join('.')}${where}`;
}

/** Throws RpcError when the request names a different chain id. */
export function checkChainId(evm: EvmNetwork, { chainId }: EvmCallRequest): void {
  if (chainId !== undefined && chainId !== evm.chainId)
    throw refusal(`chainId does not match node's (have=${chainId}, want=${evm.chainId})`);
}
