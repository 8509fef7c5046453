/**
 * Defines the error that JSON-RPC callers see, with the codes and texts that clients classify. Texts are those of
 * go-ethereum's `rpc` package. Only this file converts a `HalleyError`. Anything else that a handler throws is a bug of
 * Halley and becomes `method handler crashed`.
 */
import { type ErrorCode, refusalOf } from '../../kernel/errors.js';

export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;
/** Code of a handler's refusal without a code of its own. */
export const SERVER_ERROR = -32000;
export const TIMED_OUT = -32002;
export const RESPONSE_TOO_LARGE = -32003;
export const LIMIT_EXCEEDED = -32005;
/** geth's code for blocks that the node no longer has (EIP-4444). */
export const PRUNED_HISTORY = 4444;
/** Code of a reverted call; `data` is the revert data. */
export const EXECUTION_REVERTED = 3;

/** Stack trace in an error. */
export interface ErrorTrace {
  /** Message without the trace. */
  readonly message: string;
  readonly lines: readonly string[];
  /** Frames as JSON: the member `stack` of the error. */
  readonly frames: readonly object[];
}

/** Reports a failure that JSON-RPC returns instead of a result. */
export class RpcError extends Error {
  override readonly name = 'RpcError';

  constructor(
    /** Code of JSON-RPC, EIP-1474 or geth: -32602 for invalid parameters, 3 for a reverted call. */
    readonly code: number,
    message: string,
    /** Revert data of a reverted call, in 0x hex. */
    readonly data?: unknown,
    /** Stack of a failed run, whose lines are the end of the message. */
    readonly trace?: ErrorTrace,
  ) {
    super(message);
  }
}

/** Reports an argument that cannot be decoded; the dispatcher prepends `invalid argument N: `. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
}

export const parseError = (): RpcError => new RpcError(PARSE_ERROR, 'parse error');
export const invalidRequest = (text = 'invalid request'): RpcError => new RpcError(INVALID_REQUEST, text);
export const methodNotFound = (method: string): RpcError =>
  new RpcError(METHOD_NOT_FOUND, `the method ${method} does not exist/is not available`);
/**
 * Makes the same error for a method that a setting would enable. `hint` names the setting; it follows the text by which
 * clients recognize the error, and is `data.hint`.
 */
export const methodDisabled = (method: string, hint: string): RpcError =>
  new RpcError(METHOD_NOT_FOUND, `${methodNotFound(method).message}: ${hint}`, { hint });
export const invalidParams = (text: string): RpcError => new RpcError(INVALID_PARAMS, text);
export const handlerCrashed = (): RpcError => new RpcError(INTERNAL_ERROR, 'method handler crashed');
export const timedOut = (): RpcError => new RpcError(TIMED_OUT, 'request timed out');
export const responseTooLarge = (): RpcError => new RpcError(RESPONSE_TOO_LARGE, 'response too large');
/** Makes the error of a handler that refuses a call. */
export const refusal = (text: string): RpcError => new RpcError(SERVER_ERROR, text);

/** Returns the part of a thrown value that the caller may see, or undefined when it is a bug. */
export function asRpcError(thrown: unknown): RpcError | undefined {
  if (thrown instanceof RpcError) return thrown;
  const refused = refusalOf(thrown);
  return refused && new RpcError(codeOf(refused.code), refused.message);
}

function codeOf(code: ErrorCode): number {
  switch (code) {
    case 'invalid-argument':
      return INVALID_PARAMS;
    case 'corrupt-store':
    case 'store-failed':
    case 'stopped':
      return INTERNAL_ERROR;
    default:
      return SERVER_ERROR;
  }
}
