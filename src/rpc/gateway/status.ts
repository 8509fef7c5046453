/** Responses of the gateway to errors: a gRPC status as JSON, with its HTTP status (grpc-gateway `HTTPStatusFromCode`). */
import { goJson } from '../../codec/go_json.js';
import { GrpcCode, GrpcError } from '../grpc/status.js';
import type { ProtocolResponse } from '../protocol_handler.js';

/** HTTP statuses by code. */
const HTTP_STATUSES = [200, 408, 500, 400, 504, 404, 409, 403, 429, 400, 409, 400, 501, 500, 503, 500, 401];

export const invalidArgument = (message: string): GrpcError => new GrpcError(GrpcCode.invalidArgument, message);

export const JSON_TYPE = { 'content-type': 'application/json' };

export const refusal = ({ code, message }: GrpcError): ProtocolResponse => ({
  status: HTTP_STATUSES[code] ?? 500,
  headers: JSON_TYPE,
  body: goJson({ code, message, details: [] }),
});
