/** Errors of interface C (asset-reachability.md 1.4): the shape of a gRPC gateway, with its codes. */

/** What the service refuses. `details` is always an empty list here. */
export interface Problem {
  readonly status: number;
  readonly code: number;
  readonly message: string;
}

export const invalidArgument = (field: string): Problem => ({ status: 400, code: 3, message: `Invalid ${field}` });
export const NOT_FOUND: Problem = { status: 404, code: 5, message: 'Not Found' };
export const METHOD_NOT_ALLOWED: Problem = { status: 405, code: 12, message: 'Method Not Allowed' };
export const BODY_TOO_LARGE: Problem = { status: 413, code: 8, message: 'Request body too large' };
export const INTERNAL: Problem = { status: 500, code: 2, message: 'internal server error' };
