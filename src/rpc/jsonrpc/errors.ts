/**
 * The one error that a JSON-RPC caller sees, with the codes and texts that clients classify. Texts are those of
 * go-ethereum's `rpc` package. A `HalleyError` is rendered here and nowhere else; anything else that a handler throws is
 * a bug of ours and becomes `method handler crashed`.
 */
import { type ErrorCode, HalleyError } from '../../kernel/errors.js';

export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;
/** Any refusal of a handler that has no code of its own. */
export const SERVER_ERROR = -32000;
export const TIMED_OUT = -32002;
export const RESPONSE_TOO_LARGE = -32003;
export const LIMIT_EXCEEDED = -32005;
/** A reverted call; `data` is the revert data. */
export const EXECUTION_REVERTED = 3;

/** An error that JSON-RPC answers instead of a result. */
export class RpcError extends Error {
  override readonly name = 'RpcError';

  constructor(
    /** JSON-RPC's, EIP-1474's or geth's: -32602 for parameters that are wrong, 3 for a call that reverts. */
    readonly code: number,
    message: string,
    /** The revert data of a call that reverts, in 0x hex. */
    readonly data?: unknown,
  ) {
    super(message);
  }
}

/** Undecodable text of one argument; the dispatcher adds `invalid argument N: `. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
}

export const parseError = (): RpcError => new RpcError(PARSE_ERROR, 'parse error');
export const invalidRequest = (text = 'invalid request'): RpcError => new RpcError(INVALID_REQUEST, text);
export const methodNotFound = (method: string): RpcError =>
  new RpcError(METHOD_NOT_FOUND, `the method ${method} does not exist/is not available`);
/** Makes the same error for a method that a setting would enable; `data.hint` names the setting. */
export const methodDisabled = (method: string, hint: string): RpcError =>
  new RpcError(METHOD_NOT_FOUND, methodNotFound(method).message, { hint });
export const invalidParams = (text: string): RpcError => new RpcError(INVALID_PARAMS, text);
export const handlerCrashed = (): RpcError => new RpcError(INTERNAL_ERROR, 'method handler crashed');
export const timedOut = (): RpcError => new RpcError(TIMED_OUT, 'request timed out');
export const responseTooLarge = (): RpcError => new RpcError(RESPONSE_TOO_LARGE, 'response too large');
/** A handler's refusal. */
export const refusal = (text: string): RpcError => new RpcError(SERVER_ERROR, text);

/** What the caller may see of a thrown value; undefined when it is a bug. */
export function asRpcError(thrown: unknown): RpcError | undefined {
  if (thrown instanceof RpcError) return thrown;
  if (!(thrown instanceof HalleyError)) return undefined;
  return new RpcError(codeOf(thrown.code), thrown.message);
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
