/** Errors of the gateway: a gRPC status, and its HTTP status (grpc-gateway `HTTPStatusFromCode`). */
import type { QueryResponse } from '../../abci/application.js';
import { goJson } from '../../codec/go_json.js';
import type { ProtocolResponse } from '../protocol_handler.js';

/** Codes by their names in Go, with the HTTP status of each. */
const CODES: Readonly<Record<string, readonly [code: number, httpStatus: number]>> = {
  Canceled: [1, 408],
  Unknown: [2, 500],
  InvalidArgument: [3, 400],
  DeadlineExceeded: [4, 504],
  NotFound: [5, 404],
  AlreadyExists: [6, 409],
  PermissionDenied: [7, 403],
  ResourceExhausted: [8, 429],
  FailedPrecondition: [9, 400],
  Aborted: [10, 409],
  OutOfRange: [11, 400],
  Unimplemented: [12, 501],
  Internal: [13, 500],
  Unavailable: [14, 503],
  DataLoss: [15, 500],
  Unauthenticated: [16, 401],
};

export class GatewayError extends Error {
  override readonly name = 'GatewayError';

  /** `code` is a code's name in Go, such as `NotFound`. */
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export const invalidArgument = (message: string): GatewayError => new GatewayError('InvalidArgument', message);

export const JSON_TYPE = { 'content-type': 'application/json' };

export function refusal({ code, message }: GatewayError): ProtocolResponse {
  const [number, status] = CODES[code] ?? [2, 500];
  return { status, headers: JSON_TYPE, body: goJson({ code: number, message, details: [] }) };
}

/** Status of a handler as Go prints it: `rpc error: code = NotFound desc = …`. */
const PRINTED = /^rpc error: code = (\w+) desc = (.*)$/s;

/** Codes of the SDK's errors that a node's own handlers return, by their names. */
const SDK_CODES: Readonly<Record<string, number>> = {
  'tx parse error': 2,
  'unknown address': 9,
  'invalid request': 18,
  'key not found': 22,
  'invalid height': 26,
  'internal logic error': 35,
};

/** Splits a text at the name of an error, which ends it. */
function split(text: string): readonly [own: string, name: string] {
  const at = text.lastIndexOf(': ');
  return [text.slice(0, Math.max(at, 0)), text.slice(at < 0 ? 0 : at + 2)];
}

/** Makes the status of an error of the SDK, which gRPC shows with its code (cosmossdk.io/errors `GRPCStatus`). */
export function sdkError(code: number, text: string, codespace = 'sdk'): GatewayError {
  const [own, name] = split(text);
  return new GatewayError('Unknown', `codespace ${codespace} code ${code}: ${name}: ${own}`);
}

/**
 * Returns the error of a query that failed. ABCI has the handler's error with the name of one of the SDK's appended
 * (`gRPCErrorToSDKError`); the gateway shows the handler's own.
 */
export function queryError({ code, codespace, log, height }: QueryResponse): GatewayError {
  // Only an error of the handler carries the height. Before it, the height of the request was refused.
  if (height === 0n) return sdkError(code, log, codespace);
  const [own] = split(log);
  const [, printed = '', text = ''] = PRINTED.exec(own) ?? [];
  if (CODES[printed] !== undefined) return new GatewayError(printed, text);
  const wrapped = SDK_CODES[split(own)[1]];
  return wrapped === undefined ? new GatewayError('Unknown', own) : sdkError(wrapped, own);
}
