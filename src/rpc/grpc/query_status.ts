/**
 * Converts the error of a query to the status that the SDK's gRPC server returns (cosmossdk.io/errors `GRPCStatus`,
 * baseapp `RegisterGRPCServer`). The ABCI response has the same error in the form of `gRPCErrorToSDKError`, which
 * appends the name of a code of the SDK.
 */
import type { QueryResponse } from '../../abci/application.js';
import type { SdkMethod } from '../../backend/sdk.js';
import { CodecError } from '../../codec/codec_error.js';
import type { Bytes } from '../../kernel/bytes.js';
import { GrpcCode, GrpcError } from './status.js';

/** Header with a height, in requests and responses. */
export const HEIGHT_HEADER = 'x-cosmos-block-height';

const MAX_INT64 = 2n ** 63n - 1n;
const INVALID_REQUEST = 18;

/** Beginning of the text for a request that cannot be decoded. */
export const UNREADABLE = 'grpc: error unmarshalling request: ';

/** Status of a handler as Go prints it: `rpc error: code = NotFound desc = …`. */
const PRINTED = /^rpc error: code = (\w+) desc = (.*)$/s;

/** Codes of errors that a handler wraps, by their names. */
const SDK_CODES: Readonly<Record<string, number>> = {
  'tx parse error': 2,
  'unknown address': 9,
  'invalid request': 18,
  'key not found': 22,
  'invalid height': 26,
  'internal logic error': 35,
};

/** `code` is a code of the SDK, and `text` an error's text, which ends with the code's name. */
function sdkError(code: number, text: string, codespace = 'sdk'): GrpcError {
  const [own, name] = split(text);
  return new GrpcError(GrpcCode.unknown, `codespace ${codespace} code ${code}: ${name}: ${own}`);
}

/** Returns the height of the header; 0, the latest, without one. Throws GrpcError with the SDK's texts. */
export function heightOf(header: string | undefined): bigint {
  // As in the SDK, several heights are none.
  if (header === undefined || header.includes(',')) return 0n;
  const wrong = (why: string): GrpcError =>
    sdkError(
      INVALID_REQUEST,
      `Baseapp.RegisterGRPCServer: invalid height header "${HEIGHT_HEADER}": strconv.ParseInt: parsing ${JSON.stringify(header)}: ${why}: invalid request`,
    );
  if (!/^[+-]?\d+$/.test(header)) throw wrong('invalid syntax');
  const height = BigInt(header.replace('+', ''));
  if (height > MAX_INT64 || height < -MAX_INT64 - 1n) throw wrong('value out of range');
  if (height < 0n)
    throw sdkError(INVALID_REQUEST, 'cannot query with height < 0; please provide a valid height: invalid request');
  return height;
}

/** Splits a text at the name that ends it: `what happened`, `the name`. */
function split(text: string): readonly [own: string, name: string] {
  const at = text.lastIndexOf(': ');
  return [text.slice(0, Math.max(at, 0)), text.slice(at < 0 ? 0 : at + 2)];
}

/** Returns the error of a query that failed. */
export function queryError(
  { code, codespace, log, height }: QueryResponse,
  method: SdkMethod,
  request: Bytes,
): GrpcError {
  // Only an error of the handler carries the height. Before it, the height of the request was refused.
  if (height === 0n) return sdkError(code, log, codespace);
  const unreadable = whyUnreadable(method, request);
  if (unreadable !== undefined) return new GrpcError(GrpcCode.internal, `${UNREADABLE}${unreadable}`);
  const [own] = split(log);
  const [, printed = '', text = ''] = PRINTED.exec(own) ?? [];
  const key = `${printed.charAt(0).toLowerCase()}${printed.slice(1)}` as keyof typeof GrpcCode;
  if (GrpcCode[key] !== undefined) return new GrpcError(GrpcCode[key], text);
  const wrapped = SDK_CODES[split(own)[1]];
  return wrapped === undefined ? new GrpcError(GrpcCode.unknown, own) : sdkError(wrapped, own);
}

function whyUnreadable({ request }: SdkMethod, bytes: Bytes): string | undefined {
  try {
    request.decode(bytes);
    return undefined;
  } catch (error) {
    if (error instanceof CodecError) return error.message;
    throw error;
  }
}
