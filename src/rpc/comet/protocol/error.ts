/** Builds error objects (consensus-rpc.md 1.2). There are no other codes; `data` explains what went wrong. */

export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: string;
}

export const parseError = (data: string): RpcError => ({ code: -32700, message: 'Parse error. Invalid JSON', data });
export const invalidRequest = (data: string): RpcError => ({ code: -32600, message: 'Invalid Request', data });
export const METHOD_NOT_FOUND: RpcError = { code: -32601, message: 'Method not found' };
export const invalidParams = (data: string): RpcError => ({ code: -32602, message: 'Invalid params', data });
export const internalError = (data: string): RpcError => ({ code: -32603, message: 'Internal error', data });
export const serverError = (data: string): RpcError => ({ code: -32000, message: 'Server error', data });
