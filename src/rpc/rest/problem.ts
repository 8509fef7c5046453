/**
 * Defines refusals of a REST service: the shape and the codes of a gRPC gateway, `{ code, message, details }`
 * (asset-reachability.md 1.4).
 */
export interface Problem {
  /** HTTP status. */
  readonly status: number;
  /** gRPC code. */
  readonly code: number;
  readonly message: string;
}

export const invalidArgument = (message: string): Problem => ({ status: 400, code: 3, message });
export const notFound = (message: string): Problem => ({ status: 404, code: 5, message });

export const NOT_FOUND = notFound('Not Found');
export const METHOD_NOT_ALLOWED: Problem = { status: 405, code: 12, message: 'Method Not Allowed' };
export const BODY_TOO_LARGE: Problem = { status: 413, code: 8, message: 'Request body too large' };
export const INTERNAL: Problem = { status: 500, code: 2, message: 'internal server error' };
export const UNIMPLEMENTED: Problem = { status: 501, code: 12, message: 'not implemented' };

/** Encodes a problem. `details` is always present and always empty. */
export const problemBody = ({ code, message }: Problem): object => ({ code, message, details: [] });
