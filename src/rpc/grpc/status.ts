/** Status with which a gRPC call ends: a code and a text, in the trailers of the response. */
import { utf8 } from '../../kernel/text.js';
import type { WholeResponse } from '../protocol_handler.js';

/** Codes of gRPC by their names in Go. */
export const GrpcCode = {
  ok: 0,
  canceled: 1,
  unknown: 2,
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  alreadyExists: 6,
  permissionDenied: 7,
  resourceExhausted: 8,
  failedPrecondition: 9,
  aborted: 10,
  outOfRange: 11,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
  dataLoss: 15,
  unauthenticated: 16,
} as const;

/** Refusal of a call. */
export class GrpcError extends Error {
  override readonly name = 'GrpcError';

  constructor(
    readonly code: number,
    message: string,
    /** Status of HTTP; other than 200 only for a request that is no gRPC. */
    readonly httpStatus = 200,
  ) {
    super(message);
  }
}

const HEADERS = { 'content-type': 'application/grpc', 'grpc-accept-encoding': 'identity' };

/** Trailers of a call that succeeds. */
export const OK_TRAILERS = { 'grpc-status': '0', 'grpc-message': '' };

/** Returns the response with the status of an error: no message, only trailers. */
export const refusedCall = ({ code, message, httpStatus }: GrpcError): WholeResponse => ({
  status: httpStatus,
  headers: HEADERS,
  body: '',
  trailers: { 'grpc-status': `${code}`, 'grpc-message': percentEncoded(message) },
});

/** Encodes the text of a status: every byte outside of printable ASCII, and `%`, as `%XX`. */
const percentEncoded = (text: string): string =>
  text.replace(/[^ -$&-~]/gu, (character) =>
    Array.from(utf8(character), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
